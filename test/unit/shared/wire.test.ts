import assert from 'node:assert/strict';
import { parseJsonExactly } from '../../../src/shared/wire/integers';
import { formatWireTime, parseWireTime, wireTimeOffset } from '../../../src/shared/wire/time';

describe('times on the wire', () => {
  it('are read at their own offset', () => {
    assert.equal(parseWireTime('2023-09-18 16:12:44+0900')?.toISOString(), '2023-09-18T07:12:44.000Z');
    assert.equal(parseWireTime('2023-09-18 16:12:44-0330')?.toISOString(), '2023-09-18T19:42:44.000Z');
    assert.equal(parseWireTime('2023-09-18 16:12:44Z')?.toISOString(), '2023-09-18T16:12:44.000Z');
  });

  it('are written at the offset asked for, and read back the same', () => {
    const moment = new Date('2024-02-29T23:59:59Z');
    for (const offset of [-720, -210, 0, 330, 540, 840]) {
      const text = formatWireTime(moment, offset);
      assert.equal(parseWireTime(text)?.getTime(), moment.getTime(), text);
      assert.equal(wireTimeOffset(text), offset);
    }
  });

  for (const text of [
    '',
    'now',
    '2023-09-18',
    '2023-13-01 00:00:00Z',
    '2023-02-29 00:00:00+0900',
    '2023-09-18T16:12:44Z',
    '2023-09-18 25:00:00Z',
  ]) {
    it(`are not "${text}"`, () => {
      assert.equal(parseWireTime(text), undefined);
    });
  }
});

describe('JSON with 64-bit integers', () => {
  it('keeps the digits of what a number would round', () => {
    assert.deepEqual(parseJsonExactly('{"a":9007199254740993,"b":-9223372036854775808}'), {
      a: '9007199254740993',
      b: '-9223372036854775808',
    });
  });

  it('keeps them wherever they stand in the text', () => {
    for (const digits of ['9007199254740993', '9223372036854775807', '18446744073709551615']) {
      for (let place = 0; place < 32; place++) {
        assert.deepEqual(parseJsonExactly(`[${' '.repeat(place)}${digits}]`), [digits], `at ${place}`);
      }
    }
  });

  it('leaves exact integers, fractions and text alone', () => {
    const text =
      '{"a":9007199254740991,"b":0.12345678901234567,"c":"id 9007199254740993 \\" 9007199254740993","d":1e16}';
    assert.deepEqual(parseJsonExactly(text), JSON.parse(text));
  });

  it('stays JSON: what is broken is an error', () => {
    assert.throws(() => parseJsonExactly('{"a":90071992547409931'), SyntaxError);
  });
});
