import assert from 'node:assert/strict';
import { parseForm } from '../../../src/platform/http/bodies';
import { int32Paging, int64Paging } from '../../../src/platform/http/checks';
import { Parameters } from '../../../src/platform/http/parameters';

const input = (value: unknown): Parameters => new Parameters(new Map([['a', value]]));

describe('A parameter of a request', () => {
  it('is a text, also where JSON has a number or a truth value, and is missing where it is empty', () => {
    assert.deepEqual(
      ['x', 5, false].map((value) => input(value).text('a')),
      ['x', '5', 'false'],
    );
    for (const value of [undefined, null, '']) assert.equal(input(value).text('a'), undefined);
    assert.throws(() => input({}).text('a'), /should be string type/);
  });

  it('has no character that cannot be stored, alone or in a list', () => {
    for (const text of ['\0', 'x\ud83d']) {
      assert.throws(() => input(text).text('a'), /invalid characters/);
      assert.throws(() => input([text]).list('a'), /invalid characters/);
    }
  });

  it('is a list with commas, repeated or in JSON, without blank items', () => {
    assert.deepEqual(input([' x, ,y', 'z']).list('a'), ['x', 'y', 'z']);
    assert.equal(input(' , ').list('a'), undefined);
    assert.throws(() => input([5]).list('a'), /should be list type/);
  });

  it('is a GUID in small letters, each of a list once', () => {
    const guid = '0E95725D-7320-415D-80F7-004DA920FC11';

    assert.equal(input(guid).guid('a'), guid.toLowerCase());
    assert.deepEqual(input([guid, guid.toLowerCase()]).requiredGuids('a'), [guid.toLowerCase()]);
  });

  it('is a truth value in any case, a required text, or missing', () => {
    const values = ['TRUE', 't', '1', true, 'False', 'f', '0', false, '', null];
    const truth = [true, true, true, true, false, false, false, false, undefined, undefined];
    assert.deepEqual(
      values.map((value) => input(value).boolean('a')),
      truth,
    );
    assert.throws(() => input('yes').boolean('a'), /'a' parameter should be boolean type/);
    for (const read of ['requiredText', 'requiredGuid', 'requiredGuids'] as const) {
      assert.throws(() => input('')[read]('a'), /a should be not null/);
    }
  });

  it('is a GUID, or refused', () => {
    const guid = '0e95725d-7320-415d-80f7-004da920fc11';
    assert.deepEqual([input(undefined).guid('a'), input(guid).requiredGuid('a')], [undefined, guid]);
    assert.throws(() => input('x').guid('a'), /a should be guid type/);
    assert.throws(() => input([guid, 'x']).requiredGuids('a'), /a should be guid type/);
    assert.deepEqual(input([null, guid, undefined]).list('a'), [guid]);
    assert.equal(input(undefined).list('a'), undefined);
  });

  it('is an integer of up to 30 digits', () => {
    const integer = (text: string): bigint | undefined => input(text).integer('a', () => new Error('no'));

    assert.deepEqual([integer(' +5 '), integer('9'.repeat(30))], [5n, BigInt('9'.repeat(30))]);
    for (const text of ['9'.repeat(31), '5.0', '0x5']) assert.throws(() => integer(text), /no/);
    assert.deepEqual([integer(' '), integer('')], [undefined, undefined]);
  });

  it('is one of up to 1,000 in a form, by whatever name, with blanks as plus signs', () => {
    assert.deepEqual(
      [...parseForm('a=1+2+3&&b&a=x&a=%2B&')],
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

  it('has as many items as are asked for, or all', () => {
    const limit = (value: string): Parameters => new Parameters(new Map([['limit', value]]));
    assert.deepEqual(int32Paging(page('')), { offset: 0, limit: 2_147_483_647 });
    assert.deepEqual(int64Paging(page(''), 10n), { offset: 0n, limit: 10n });
    for (const count of [0, 5]) {
      assert.equal(int32Paging(limit(String(count))).limit, count);
      assert.equal(int64Paging(limit(String(count)), 10n).limit, BigInt(count));
    }
    assert.throws(() => int32Paging(limit('-1')), /'limit' must be greater than or equal to 0/);
    assert.throws(() => int32Paging(limit('x')), /'limit' parameter should be int type/);
    assert.throws(() => int64Paging(limit('x'), 10n), /'limit' parameter should be long type/);
  });

  it('begins at a 32-bit integer, or at a 64-bit one', () => {
    assert.equal(int32Paging(page('2147483647')).offset, 2_147_483_647);
    assert.throws(() => int32Paging(page('2147483648')), /less than or equal to 2147483647/);
    assert.equal(int64Paging(page('9223372036854775807'), 10n).offset, 9_223_372_036_854_775_807n);
    assert.throws(() => int64Paging(page('9223372036854775808'), 10n), /should be long type/);
    assert.throws(() => int64Paging(page('-9223372036854775809'), 10n), /should be long type/);
    assert.throws(() => int64Paging(page('-9223372036854775808'), 10n), /greater than or equal to 0/);
  });
});
