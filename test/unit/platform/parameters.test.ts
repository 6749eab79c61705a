import assert from 'node:assert/strict';
import { parseForm } from '../../../src/platform/http/bodies';
import { Parameters } from '../../../src/platform/http/requestParameters';

const input = (value: unknown): Parameters => new Parameters(new Map([['a', value]]));

describe('A parameter of a request', () => {
  it('is a text, also when JSON has a number or a boolean, and is missing when it is empty', () => {
    assert.deepEqual(
      ['x', 5, false].map((value) => input(value).text('a')),
      ['x', '5', 'false'],
    );
    for (const value of [undefined, null, '']) assert.equal(input(value).text('a'), undefined);
    assert.throws(() => input({}).text('a'), /should be string type/);
  });

  it('rejects characters that cannot be stored, alone or in a list', () => {
    for (const text of ['\0', 'x\ud83d']) {
      assert.throws(() => input(text).text('a'), /invalid characters/);
      assert.throws(() => input([text]).list('a'), /invalid characters/);
    }
  });

  it('is a boolean in any case, a required text, or missing', () => {
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

  it('is an integer of up to 30 digits', () => {
    const integer = (text: string): bigint | undefined => input(text).integer('a', () => new Error('no'));

    assert.deepEqual([integer(' +5 '), integer('9'.repeat(30))], [5n, BigInt('9'.repeat(30))]);
    for (const text of ['9'.repeat(31), '5.0', '0x5']) assert.throws(() => integer(text), /no/);
    assert.deepEqual([integer(' '), integer('')], [undefined, undefined]);
  });

  it('is one of up to 1,000 in a form, with blanks as plus signs', () => {
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
