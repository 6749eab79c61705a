import assert from 'node:assert/strict';
import { parseForm } from '../../../src/platform/http/bodies';
import { int32Paging, int64Paging } from '../../../src/platform/http/checks';
import { Parameters } from '../../../src/platform/http/parameters';

const given = (value: unknown): Parameters => new Parameters(new Map([['a', value]]));

describe('A parameter of a request', () => {
  it('is a text, also where JSON has a number or a truth value, and is missing where it is empty', () => {
    assert.deepEqual(
      ['x', 5, false].map((value) => given(value).text('a')),
      ['x', '5', 'false'],
    );
    for (const value of [undefined, null, '']) assert.equal(given(value).text('a'), undefined);
    assert.throws(() => given({}).text('a'), /should be string type/);
  });

  it('has no character that cannot be stored, alone or in a list', () => {
    for (const text of ['\0', 'x\ud83d']) {
      assert.throws(() => given(text).text('a'), /invalid characters/);
      assert.throws(() => given([text]).list('a'), /invalid characters/);
    }
  });

  it('is a list with commas, repeated or in JSON, without blank items', () => {
    assert.deepEqual(given([' x, ,y', 'z']).list('a'), ['x', 'y', 'z']);
    assert.equal(given(' , ').list('a'), undefined);
    assert.throws(() => given([5]).list('a'), /should be list type/);
  });

  it('is a GUID in small letters, each of a list once', () => {
    const guid = '0E95725D-7320-415D-80F7-004DA920FC11';

    assert.equal(given(guid).guid('a'), guid.toLowerCase());
    assert.deepEqual(given([guid, guid.toLowerCase()]).requiredGuids('a'), [guid.toLowerCase()]);
  });

  it('is an integer of up to 30 digits', () => {
    const integer = (text: string): bigint | undefined => given(text).integer('a', () => new Error('no'));

    assert.deepEqual([integer(' +5 '), integer('9'.repeat(30))], [5n, BigInt('9'.repeat(30))]);
    for (const text of ['9'.repeat(31), '5.0', '0x5']) assert.throws(() => integer(text), /no/);
  });

  it('is one of up to 1,000 in a form, by whatever name, with blanks as plus signs', () => {
    assert.deepEqual(
      [...parseForm('a=1+2+3&b&a=x&a=%2B')],
      [
        ['a', ['1 2 3', 'x', '+']],
        ['b', ''],
      ],
    );
    assert.equal(parseForm(Array(1000).fill('a=1').join('&')).size, 1);
    assert.throws(() => parseForm(Array(1001).fill('a=1').join('&')), /too many parameters/);
  });
});

describe('The page of a list', () => {
  const page = (offset: string): Parameters => new Parameters(new Map([['offset', offset]]));

  it('begins at a 32-bit integer, or at a 64-bit one', () => {
    assert.equal(int32Paging(page('2147483647')).offset, 2_147_483_647);
    assert.throws(() => int32Paging(page('2147483648')), /less than or equal to 2147483647/);
    assert.equal(int64Paging(page('9223372036854775807'), 10n).offset, 9_223_372_036_854_775_807n);
    assert.throws(() => int64Paging(page('9223372036854775808'), 10n), /should be long type/);
    assert.throws(() => int64Paging(page('-9223372036854775809'), 10n), /should be long type/);
    assert.throws(() => int64Paging(page('-9223372036854775808'), 10n), /greater than or equal to 0/);
  });
});
