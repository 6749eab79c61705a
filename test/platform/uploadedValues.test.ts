import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addTable } from '../support/tables';
import { resultText, uploadText } from '../support/uploadText';

/** Enough for a file that the engine reads by itself: more than 64 KB. */
const largeCount = 9000;

describe('Uploaded values', () => {
  const app = suiteApp({ timeZone: 'Asia/Seoul' });
  let tables = 0;

  /** The value of the field `v` in each row, as the response has it. */
  async function stored(format: 'ndjson' | 'csv', text: string): Promise<string[]> {
    const table = `values_${(tables += 1)}`;
    const { status, body } = await uploadText(app, table, format, text);
    assert.equal(status, 200, JSON.stringify(body));
    const result = await resultText(app, `table order=asc ${table} | fields v`);
    return result.split('\n').map((line) => line.slice('{"v":'.length, -1));
  }

  /** A second field keeps rows with an empty value from being blank lines. */
  const csv = (values: readonly string[]): string =>
    ['v,w', ...values.map((value) => `${value},x`)].join('\n');

  /** The same values at the end of a file that is too large to be checked line by line. */
  const repeated = <T>(values: readonly T[]): T[] =>
    Array.from({ length: Math.ceil(largeCount / values.length) }, () => values).flat();

  /** The values of several fields of one upload, each as long as its list. */
  async function storedFields(
    format: 'ndjson' | 'csv',
    lists: readonly (readonly string[])[],
  ): Promise<string[][]> {
    const rows = Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, row) =>
      lists.map((list) => list[row]),
    );
    const names = lists.map((_, index) => `v${index}`);
    const objects = rows.map((cells) =>
      cells.flatMap((cell, index) => (cell === undefined ? [] : [`"v${index}":${cell}`])).join(','),
    );
    const lines = rows.map((cells) => [...cells.map((cell) => cell ?? ''), 'x'].join(','));
    const text =
      format === 'csv' ? [[...names, 'w'].join(','), ...lines] : objects.map((fields) => `{${fields}}`);
    const table = `values_${(tables += 1)}`;
    const { status, body } = await uploadText(app, table, format, text.join('\n'));
    assert.equal(status, 200, JSON.stringify(body));
    const stored: string[][] = [];
    for (const [index, list] of lists.entries()) {
      const result = await resultText(app, `table order=asc ${table} | sort _id | fields v${index}`);
      const values = result.split('\n').map((line) => line.slice(`{"v${index}":`.length, -1));
      stored.push(values.slice(0, list.length));
    }
    return stored;
  }

  it('are kept unchanged in NDJSON', async () => {
    const lists = Object.entries({
      'texts that resemble dates': ['"10-11-12"', '"01-02-2024"', '"1990-05-01"', '"2024-02-30"'],
      'a text that is a date': ['"1990-05-01"'],
      'a single null': ['null'],
      'a single empty object': ['{}'],
      'texts that resemble times': ['"7:05:09"', '"2026-01-01T00:00:00Z"'],
      'identifiers in upper case': ['"6F9619FF-8B86-D011-B42D-00C04FC964FF"'],
      'texts that resemble other types': [
        '"true"',
        '"null"',
        '"1e5"',
        '"0x1F"',
        '" 1"',
        '"001"',
        '"[1]"',
        '"{}"',
        '""',
      ],
      'integers of 64 bits': ['9007199254740993', '9223372036854775807', '-9223372036854775808', '0'],
      'unsigned integers of 64 bits next to nothing': ['9223372036854775808', 'null'],
      'unsigned and negative integers': ['9223372036854775808', '-1', 'null'],
      'unsigned integers of 64 bits': ['18446744073709551615', '1', '9223372036854775808'],
      decimals: ['0.1', '-2.5', '0.30000000000000004'],
      'integers next to decimals': ['9007199254740993', '1.5', '1'],
      'truth values': ['true', 'false'],
      lists: ['["a","b"]', '[]', '[1,"1",null,[2.5]]'],
      objects: ['{"a":1}', '{}', '{"b":{"c":["10-11-12",18446744073709551615]}}'],
      'values of every type': [
        '1',
        '"1"',
        '1.5',
        'true',
        '"true"',
        'null',
        '[1]',
        '{"a":null}',
        '"x"',
        '"\\"[1]"',
      ],
    });
    const found = await storedFields(
      'ndjson',
      lists.map(([, values]) => values),
    );
    for (const [index, [name, values]] of lists.entries()) assert.deepEqual(found[index], values, name);
  });

  it('keeps numbers that no type has as texts with all of their digits', async () => {
    const numbers = [
      '9999999999.999999999',
      '0.1234567890123456789',
      '1e400',
      '36893488147419103232',
      '1e-400',
    ];
    const texts = numbers.map((number) => `"${number}"`);
    const lines = (count: number): string =>
      [...Array.from({ length: count }, () => '{"w":1.5}'), ...numbers.map((n) => `{"v":${n}}`)].join('\n');
    for (const count of [0, largeCount]) {
      assert.deepEqual((await stored('ndjson', lines(count))).slice(count), texts);
    }
    assert.deepEqual(await stored('ndjson', '{"v":[9999999999.999999999,{"a":1e400}]}'), [
      '["9999999999.999999999",{"a":"1e400"}]',
    ]);
  });

  it('keeps a number that becomes a text in a later row', async () => {
    const lines = Array.from({ length: largeCount }, (_, n) => `{"v":${n < largeCount - 1 ? n : '"late"'}}`);
    const values = await stored('ndjson', lines.join('\n'));
    assert.deepEqual([values[1], values.at(-1)], ['1', '"late"']);
  });

  it('are kept unchanged in CSV', async () => {
    const lists = [
      ['dates', ['10-11-12', '1990-05-01'], undefined],
      ['letters of truth values', ['t', 'f', 'true'], undefined],
      ['numbers with an exponent', ['1e5', '2'], undefined],
      ['numbers with leading zeros', ['007', '8'], undefined],
      ['numbers with a plus or blanks', ['+1', ' 2', '3 '], undefined],
      ['integers beyond 64 bits', ['18446744073709551616', '1'], undefined],
      ['decimals with trailing zeros', ['1.50', '2.5'], undefined],
      ['decimals beyond a double', ['9999999999.999999999'], undefined],
      ['numbers next to a text', ['1', '2.5', '12345678901234567890', 'x'], undefined],
      ['words that some parsers read as numbers', ['NaN', 'Infinity', '-0'], undefined],
      ['integers', ['1', '-2', '9223372036854775807'], ['1', '-2', '9223372036854775807']],
      ['unsigned integers', ['12345678901234567890', '2'], ['12345678901234567890', '2']],
      ['unsigned and negative integers', ['18446744073709551615', '-1'], ['18446744073709551615', '-1']],
      ['decimals', ['1.5', '-0.25'], ['1.5', '-0.25']],
      ['integers next to decimals', ['9', '-10', '2.5', ''], ['9', '-10', '2.5', 'null']],
      ['integers and empty cells', ['1', '', '""', '2'], ['1', 'null', 'null', '2']],
      ['texts and empty cells', ['x', ''], ['"x"', 'null']],
    ] as const;
    const found = await storedFields(
      'csv',
      lists.map(([, values]) => values),
    );
    for (const [index, [name, values, expected]] of lists.entries()) {
      assert.deepEqual(found[index], expected ?? values.map((value) => JSON.stringify(value)), name);
    }
  });

  it('sorts and compares integers next to decimals in CSV as numbers', async () => {
    await uploadText(app, 'amounts', 'csv', 'v,w\n9,x\n10,x\n2.5,x\n12345678901234567890,x\n');
    const client = queryClient(app);
    assert.equal(
      await resultText(app, 'table amounts | sort v | fields v'),
      ['2.5', '9', '10', '12345678901234567890'].map((value) => `{"v":${value}}`).join('\n'),
    );
    assert.deepEqual(await client.rows('table amounts | search v < 11 | stats min(v), max(v), sum(v)'), [
      { 'min(v)': 2.5, 'max(v)': 10, 'sum(v)': 21.5 },
    ]);
  });

  it('keeps blanks, quotation marks and line breaks of CSV', async () => {
    const cells = ['" a "', '"say ""x"""', '"two\nlines"', '"a\r\nb"', 'a b', '"1,5"'];
    const texts = ['" a "', '"say \\"x\\""', '"two\\nlines"', '"a\\r\\nb"', '"a b"', '"1,5"'];
    assert.deepEqual(await stored('csv', csv(cells)), texts);
    assert.deepEqual(await stored('csv', csv(repeated(cells))), repeated(texts));
  });

  it('keeps the line of a log in CSV as text, even if all lines are numbers', async () => {
    await uploadText(app, 'lines', 'csv', 'line,v\n7,7\n');
    assert.equal(await resultText(app, 'table lines | fields line, v'), '{"line":"7","v":7}');
  });

  it('counts a list of an upload in items, and expands it', async () => {
    await uploadText(app, 'lists', 'ndjson', '{"ips":["a","b"],"o":{"k":["x"]}}');
    const client = queryClient(app);
    assert.deepEqual(await client.rows('table lists | eval n = len(ips) | fields n'), [{ n: 2 }]);
    assert.deepEqual(await client.rows('table lists | explode ips | sort ips | fields ips'), [
      { ips: 'a' },
      { ips: 'b' },
    ]);
  });

  it('imports lists, objects, mixed values and large integers of a query as they are', async () => {
    const values = ['[1,"x"]', '{"a":[2.5]}', '18446744073709551615', '1.5', '1', '"1"', 'true'];
    await uploadText(
      app,
      'origin',
      'ndjson',
      values.map((value) => `{"v":${value},"l":[${value}]}`).join('\n'),
    );
    await addTable(app, 'copied');
    const rows = 'table origin | sort _id | eval h = 18446744073709551615, g = 36893488147419103232';
    await resultText(app, `${rows} | import copied`);
    const copied = await resultText(app, 'table copied | sort _id | fields v, l, h, g');
    assert.equal(copied, await resultText(app, `${rows} | fields v, l, h, g`));
    assert.ok(copied.includes('"v":18446744073709551615,'));
  });

  it('keeps the types of a field that differ between uploads', async () => {
    for (const value of ['1', '"x"', '2.5', '[1]', '9007199254740993', 'true']) {
      await uploadText(app, 'several', 'ndjson', `{"v":${value}}`);
    }
    assert.equal(
      await resultText(app, 'table order=asc several | sort _id | fields v'),
      ['1', '"x"', '2.5', '[1]', '9007199254740993', 'true'].map((value) => `{"v":${value}}`).join('\n'),
    );
  });

  describe('Fields that cannot keep their name', () => {
    async function uploaded(
      format: 'ndjson' | 'csv',
      text: string,
    ): Promise<{ body: unknown; row: Row | undefined }> {
      const table = `names_${(tables += 1)}`;
      const { body } = await uploadText(app, table, format, text);
      const [row] = await queryClient(app).rows(`table ${table}`);
      return { body, row };
    }

    it('are kept under another name if the platform uses the name, with a notice', async () => {
      const { body, row } = await uploaded('ndjson', '{"_id":"x","_table":"y","_partition":"z","a":1}');
      assert.deepEqual(body, {
        rows: 1,
        notices: ['The field “_id” is stored as “_id_1”.', 'The field “_table” is stored as “_table_1”.'],
      });
      assert.deepEqual(
        [row?.['_id_1'], row?.['_table_1'], row?.['_partition'], row?.['a']],
        ['x', 'y', 'z', 1],
      );
      const heading = await uploaded('csv', '_id,_Table,a\nx,y,1\n');
      assert.deepEqual(
        [heading.row?.['_id_1'], heading.row?.['_Table_1'], heading.row?.['a']],
        ['x', 'y', 1],
      );
    });

    it('are kept if names differ only in case, or are empty, with a notice', async () => {
      for (const count of [1, largeCount]) {
        const { body, row } = await uploaded('ndjson', '{"a":1,"A":2,"a_1":3,"":4}\n'.repeat(count));
        assert.deepEqual(body, {
          rows: count,
          notices: ['The field “A” is stored as “A_2”.', 'The field “” is stored as “column3”.'],
        });
        assert.deepEqual([row?.['a'], row?.['A_2'], row?.['a_1'], row?.['column3']], [1, 2, 3, 4]);
      }
      const { body, row } = await uploaded('csv', 'a,a,\n1,2,3\n');
      assert.deepEqual(body, {
        rows: 1,
        notices: ['The field “a” is stored as “a_1”.', 'The field “” is stored as “column2”.'],
      });
      assert.deepEqual([row?.['a'], row?.['a_1'], row?.['column2']], [1, 2, 3]);
    });
  });

  describe('The time of an uploaded row', () => {
    /** The `_time` of each row as UTC, or `arrival`, with the response of the upload. */
    async function times(
      format: 'ndjson' | 'csv',
      text: string,
    ): Promise<{ times: string[]; body: unknown; rows: Row[] }> {
      const table = `times_${(tables += 1)}`;
      const before = Math.floor(Date.now() / 1000) * 1000;
      const { status, body } = await uploadText(app, table, format, text);
      assert.equal(status, 200, JSON.stringify(body));
      const rows = await queryClient(app).rows(`table order=asc ${table} | sort _id`);
      const utc = rows.map((row) => {
        const time = new Date(
          String(row['_time'])
            .replace(' ', 'T')
            .replace(/(\d\d)$/, ':$1'),
        );
        return time.getTime() >= before ? 'arrival' : time.toISOString();
      });
      return { times: utc, body, rows };
    }

    it('is read in the documented formats, from texts and from numbers', async () => {
      const [midnight, second] = ['2026-01-02T00:00:00.000Z', '2026-01-02T03:04:05.000Z'];
      for (const values of [
        [
          ['"2026-01-02T03:04:05Z"', second],
          ['"2026-01-02 12:04:05+0900"', second],
          ['"02/Jan/2026:12:04:05 +0900"', second],
          ['"20260102"', midnight],
          ['"20260102030405"', second],
        ],
        [
          ['20260102', midnight],
          ['20260102030405', second],
          ['1767323045', second],
          ['1767323045000', second],
        ],
      ] as const) {
        for (const field of ['_time', 'timestamp']) {
          const lines = values.map(([value]) => `{"${field}":${value}}`);
          const { times: found, body } = await times('ndjson', lines.join('\n'));
          assert.deepEqual(body, { rows: values.length });
          assert.deepEqual(
            found,
            values.map(([, expected]) => expected),
          );
        }
      }
      for (const [cell, expected] of [
        ['20260101', '2026-01-01T00:00:00.000Z'],
        ['20260101123456', '2026-01-01T12:34:56.000Z'],
      ] as const) {
        const { times: found, body } = await times('csv', `_time,a\n${cell},1\n`);
        assert.deepEqual([found, body], [[expected], { rows: 1 }], cell);
      }
    });

    it('is the time of arrival if it cannot be read, and the response has the count and the first three', async () => {
      const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000).toISOString();
      const values = ['soon', '1979-12-31T23:59:59Z', '10-11-12', tomorrow, '2026-01-02T03:04:05Z', ''];
      const expected = ['arrival', 'arrival', 'arrival', 'arrival', '2026-01-02T03:04:05.000Z', 'arrival'];
      const notice = (field: string): string =>
        `Rows whose time could not be read, or is before 1980 or more than a day ahead: 4. They have their arrival time; the values are in the field “${field}”. The first ones: "soon", "1979-12-31T23:59:59Z", "10-11-12"`;
      const lines = (field: string): string =>
        values.map((value) => JSON.stringify({ [field]: value })).join('\n');

      const other = await times('ndjson', lines('time'));
      assert.deepEqual(other.body, { rows: 6, notices: [notice('time')] });
      assert.deepEqual(other.times.toSorted(), expected.toSorted());
      assert.deepEqual(
        other.rows.map((row) => row['time']),
        values,
      );

      const own = await times('ndjson', lines('_time'));
      assert.deepEqual(own.body, { rows: 6, notices: [notice('_time_1')] });
      assert.deepEqual(own.times.toSorted(), expected.toSorted());
      assert.deepEqual(
        own.rows.map((row) => row['_time_1'] ?? null),
        ['soon', '1979-12-31T23:59:59Z', '10-11-12', tomorrow, null, null],
      );
    });
  });

  it('stores each row once if a field is a text in the first rows and something else in a later one', async () => {
    for (const late of ['0.0', '7', 'true', '[1.5]']) {
      const found = await stored('ndjson', `${'{"v":"x"}\n'.repeat(largeCount + 1000)}{"v":${late}}`);
      assert.deepEqual([found.length, found.at(-2), found.at(-1)], [largeCount + 1001, '"x"', late]);
    }
  });

  it('rejects lines of NDJSON that are not JSON, although some parsers accept them', async () => {
    for (const [line, reason] of [
      ['{"v":NaN}', 'not JSON'],
      ['{"v":[-Infinity]}', 'not JSON'],
      ['{"v":nan}', 'not JSON'],
      ['{"v":inf}', 'not JSON'],
      ['{"v":1,}', 'not JSON'],
      ['{"v":1, } ', 'not JSON'],
      ['\rnull', 'not a JSON object'],
      ['{"v":[1, ]}', 'not JSON'],
      ['null', 'not a JSON object'],
      ['[{"v":1}]', 'not a JSON object'],
      ['{"v":"\\ud800"}', 'not Unicode text'],
      ['{"v":1,"v":2}', 'the field "v" is given twice'],
      ['{"v":', 'not JSON'],
      ['{"v":1}{"v":2}', 'not JSON'],
      [Buffer.from('{"v":"\xff"}', 'latin1'), 'not UTF-8 text'],
    ] as const) {
      for (const count of [1, largeCount]) {
        const parts = ['{"v":1}\n\n'.repeat(count), line, '\n{"v":2}\n{'];
        const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
        const { status, body } = await uploadText(app, 'lenient', 'ndjson', bytes);
        const error_msg = `line ${2 * count + 1}: ${reason}`;
        assert.deepEqual([status, body], [400, { error_code: 'invalid-argument', error_msg }]);
      }
    }
  });

  describe('A CSV file that does not fit its header', () => {
    for (const count of [3, 17_000]) {
      it(`is rejected as a whole with the number of the line, out of ${count}`, async () => {
        const rows = (text: string): string => `${text}\n`.repeat(count);
        for (const [text, reason] of [
          [`a,b\n${rows('1,2,3')}`, 'line 2: 3 values where the header has 2'],
          [`a,b\n${rows('1,2')}3\n`, `line ${count + 2}: 1 values where the header has 2`],
          [`a,b\n${rows('1,2')}3,4,\n`, `line ${count + 2}: 3 values where the header has 2`],
          [`a,b\n${rows('1,2')}3,4,`, `line ${count + 2}: 3 values where the header has 2`],
          [`a,b\n${rows('1,2')}3,x"y\n`, `line ${count + 2}: a quotation mark inside a value`],
          [`a,b\n${rows('1,"2"')}3, "y"\n`, `line ${count + 2}: a quotation mark inside a value`],
          [`a,b\n${rows('1,"2"')}"3"\n`, `line ${count + 2}: 1 values where the header has 2`],
          [`a,b\n${rows('1,"2"')}3,4,""\n`, `line ${count + 2}: 3 values where the header has 2`],
          [`a,b\r\n${rows('1,2\r')}3\r\n`, `line ${count + 2}: 1 values where the header has 2`],
          [`a,b\r\n${rows('1,2\r')}3,4,\r\n`, `line ${count + 2}: 3 values where the header has 2`],
          [`a,b\n${rows('1,2')}3,"x\n5,6\n`, `line ${count + 2}: a quotation mark is not closed`],
        ] as const) {
          const { status, body } = await uploadText(app, 'misfits', 'csv', text);
          assert.deepEqual([status, body], [400, { error_code: 'invalid-argument', error_msg: reason }]);
        }
        assert.deepEqual(await queryClient(app).rows('table misfits'), []);
      });
    }
  });
});
