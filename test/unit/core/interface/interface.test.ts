import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bulkResult } from '../../../../src/core/interface/bulk';
import { integer64, parseJsonExactly } from '../../../../src/core/base/integers';
import { textsOf } from '../../../../src/core/interface/ruleReferences';
import { scheduledQuery } from '../../../../src/core/interface/scheduledQuery';
import { tables } from '../../../../src/core/interface/table';
import {
  formatWireTime,
  offsetOfMidnight,
  parseWireTime,
  readWrittenTime,
  wireTimeOffset,
} from '../../../../src/core/interface/time';

describe('Times on the wire', () => {
  it('are read at their own offset', () => {
    assert.equal(parseWireTime('2023-09-18 16:12:44+0900')?.toISOString(), '2023-09-18T07:12:44.000Z');
    assert.equal(parseWireTime('2023-09-18 16:12:44-0330')?.toISOString(), '2023-09-18T19:42:44.000Z');
    assert.equal(parseWireTime(' 2023-09-18 16:12:44Z ')?.toISOString(), '2023-09-18T16:12:44.000Z');
  });

  it('are written at the specified offset, and read back the same', () => {
    const timestamp = new Date('2024-02-29T23:59:59Z');
    for (const offset of [-720, -210, 0, 330, 540, 840]) {
      const text = formatWireTime(timestamp, offset);
      assert.equal(parseWireTime(text)?.getTime(), timestamp.getTime(), text);
      assert.equal(wireTimeOffset(text), offset);
    }
  });

  it('have an offset, which is 0 in UTC', () => {
    assert.deepEqual(
      [' 2023-09-18 16:12:44Z ', '2023-09-18 16:12:44-0330', '2023-09-18 16:12:44+09:00', 'now'].map(
        wireTimeOffset,
      ),
      [0, -210, 540, undefined],
    );
  });

  it('return the offset of a midnight, 14 hours east at most', () => {
    const at = (hour: number, minute = 0): number => offsetOfMidnight(Date.UTC(2026, 0, 1, hour, minute));
    assert.deepEqual([at(0), at(15), at(5), at(10), at(9, 59)], [0, 540, -300, 840, -599]);
  });

  for (const text of [
    '',
    'now',
    '2023-09-18',
    '2023-13-01 00:00:00Z',
    '2023-02-29 00:00:00+0900',
    '2023-09-18T16:12:44Z',
    '2023-09-18 25:00:00Z',
    '2023-09-18 24:00:00Z',
    'x2023-09-18 16:12:44Z',
    '2023-09-18 16:12:44Zx',
  ]) {
    it(`reject "${text}"`, () => {
      assert.equal(parseWireTime(text), undefined);
    });
  }

  it('have a timestamp and an offset at any precision, and other values have none', () => {
    const timestamp = Date.UTC(2023, 8, 18, 7, 12, 44);

    for (const text of ['2023-09-18 16:12:44+0900', '2023-09-18 16:12:44.123456+0900']) {
      assert.deepEqual(readWrittenTime(text), { timestamp, offset: 540 }, text);
    }
    assert.deepEqual(readWrittenTime('2023-09-18 07:12:44.5Z'), { timestamp, offset: 0 });
    for (const value of ['', '2023-02-30 16:12:44+0900', '2023-09-18 16:12:44', 5, null, undefined]) {
      assert.equal(readWrittenTime(value), undefined, String(value));
    }
  });
});

describe('JSON with 64-bit integers', () => {
  it('keeps integers exactly at any position of the text', () => {
    for (const digits of ['9007199254740993', '9223372036854775807', '18446744073709551615']) {
      for (let index = 0; index < 32; index++) {
        assert.deepEqual(parseJsonExactly(`[${' '.repeat(index)}${digits}]`), [digits], `at ${index}`);
      }
    }
  });

  it('accepts the largest of 64 bits, signed or not', () => {
    assert.equal(integer64.parse('18446744073709551615'), 18_446_744_073_709_551_615n);
    assert.equal(integer64.parse('-9223372036854775808'), -9_223_372_036_854_775_808n);
    assert.equal(integer64.safeParse('184467440737095516150').success, false);
  });

  it('may contain texts and numbers of millions of characters', () => {
    const digits = '9007199254740993';
    for (const text of ['x'.repeat(8_000_000), '\\"'.repeat(4_000_000), '1'.repeat(8_000_000)]) {
      assert.deepEqual(parseJsonExactly(JSON.stringify([text]).replace('[', `[${digits},`)), [digits, text]);
    }
    const long = '7'.repeat(8_000_000);
    assert.deepEqual(parseJsonExactly(`[${long}]`), [long]);
  });

  it('reads back what was written', () => {
    const quoted = fc.string({
      unit: fc.constantFrom('"', '\\', '1', '9007199254740993', 'é', '\n', '{', ':'),
    });
    const written = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        quoted.map((text) => [JSON.stringify(text), text] as const),
        fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }).map((value) => {
          const isExact = BigInt(Number(value)) === value && Number.isSafeInteger(Number(value));
          return [String(value), isExact ? Number(value) : String(value)] as const;
        }),
        fc.constantFrom(
          ['1.2345678901234567890e3', Number('1234.5678901234568')] as const,
          ['null', null] as const,
        ),
        fc.array(tie('value')).map((items) => {
          const parts = items as (readonly [string, unknown])[];
          return [`[ ${parts.map(([text]) => text).join(' ,')}]`, parts.map(([, value]) => value)] as const;
        }),
        fc.dictionary(quoted, tie('value')).map((record) => {
          const parts = Object.entries(record) as [string, readonly [string, unknown]][];
          return [
            `{${parts.map(([key, [text]]) => `${JSON.stringify(key)}:${text}`).join(', ')} }`,
            Object.fromEntries(parts.map(([key, [, value]]) => [key, value])),
          ] as const;
        }),
      ),
    }));
    fc.assert(
      fc.property(written.value, (value) => {
        const [text, expected] = value as readonly [string, unknown];
        assert.deepEqual(parseJsonExactly(text), expected);
      }),
      { seed: 36, numRuns: 2000 },
    );
  });
});

describe('Records on the wire', () => {
  it('reject a bulk result without a count', () => {
    assert.equal(bulkResult(1).safeParse({ failures: [] }).success, false);
  });

  it('may have node types as text with commas', () => {
    const record = { guid: 'g', name: 'n', query: 'table a', trigger_type: 'cron' };
    const { nodeTypes } = scheduledQuery.parse({ ...record, node_types: ' control , data, ' });
    assert.deepEqual(nodeTypes, ['control', 'data']);
  });

  it('have a share of the disk from 0 to 1, and name a group without a name by its GUID', () => {
    const record = {
      table_name: 't',
      layout: 'l',
      compression: 'c',
      retention: 0,
      table_size: 1,
      index_size: 1,
    };
    const { items } = tables.parse([
      { ...record, ratio: 1, group_guid: 'g' },
      { ...record, ratio: 100 },
    ]);
    assert.deepEqual(
      items.map(({ usage, group }) => [usage, group]),
      [
        [1, { guid: 'g', name: 'g' }],
        [1, undefined],
      ],
    );
  });

  it('ignore empty names in the texts of a field', () => {
    assert.deepEqual([textsOf(''), textsOf(['a', '', 7, 'b']), textsOf('c')], [[], ['a', 'b'], ['c']]);
  });
});
