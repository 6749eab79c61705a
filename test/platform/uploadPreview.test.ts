import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readSample } from '../../src/features/uploads/logSample';
import { storedRows } from '../../src/features/uploads/storedRows';
import type { StoredRows } from '../../src/features/uploads/storedRows';
import { suiteApp } from '../support/startApp';
import { resultText, uploadText } from '../support/uploadText';

type Format = 'ndjson' | 'csv';

/** What the user is told before an upload, compared with what the platform has stored afterwards. */
describe('The preview of an upload', () => {
  const app = suiteApp({ timeZone: 'Asia/Seoul' });
  let tables = 0;

  function previewOf(format: Format, text: string): StoredRows {
    const read = readSample(Buffer.from(text), true);
    assert.ok('sample' in read, JSON.stringify(read));
    assert.equal(read.sample.format, format);
    return storedRows(read.sample, Date.now());
  }

  async function assertStored(format: Format, text: string): Promise<void> {
    const preview = previewOf(format, text);
    const table = `preview_${(tables += 1)}`;
    const { status, body } = await uploadText(app, table, format, text);
    assert.equal(status, 200, JSON.stringify(body));
    const lines = (await resultText(app, `table order=asc ${table}`)).split('\n');
    const rows = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      // Rows come in the order of their times.
      .sort((one, other) => Number(one['row']) - Number(other['row']));
    for (const { name, type } of preview.fields) {
      const types = new Set(rows.map((row) => row[name] ?? null).flatMap(typeOf));
      const actual = types.size > 1 ? 'several' : ([...types][0] ?? 'empty');
      assert.equal(type, actual, `${name} of ${text}`);
    }
    for (const [index, [time]] of preview.rows.entries()) {
      const stored = Date.parse(String(rows[index]?.['_time']));
      if (time === 'arrival time') assert.ok(Date.now() - stored < 600_000, `row ${index} of ${text}`);
      else assert.equal(Math.floor(stored / 1000) * 1000, Date.parse(time ?? ''), `row ${index} of ${text}`);
    }
    const { notices = [] } = body as { notices?: readonly string[] };
    const kept = preview.notes.filter((note) => /is stored as|arrival time/.test(note));
    assert.equal(kept.length, notices.length, JSON.stringify({ preview: preview.notes, notices }));
  }

  function typeOf(value: unknown): readonly string[] {
    if (value === null) return [];
    if (Array.isArray(value)) return ['list'];
    const types: Readonly<Record<string, string>> = { string: 'text', object: 'map' };
    return [types[typeof value] ?? typeof value];
  }

  const times = [
    '2026-05-06T07:08:09Z',
    '2026-05-06 16:08:09+0900',
    '2026-05-06 16:08:09,5+09:00',
    '2026-05-06T07:08:09',
    '2026-05-06',
    '06/May/2026:16:08:09 +0900',
    '20260506',
    '20260506070809',
    '1778051289',
    '1778051289123',
    '1778051289123456',
    '1778051289123456789',
    'yesterday',
    '2026-02-30',
    '1970-01-02',
    '2999-01-01',
    '',
  ];
  const cells = [
    '',
    '0',
    '7',
    '-7',
    '007',
    '1.5',
    '1.50',
    '5.0',
    '-0',
    '1e5',
    '18446744073709551616',
    'x',
    ' 7',
  ];

  it('says how the values of CSV are stored', async () => {
    const row = fc.tuple(
      fc.constantFrom(...times),
      fc.constantFrom(...cells),
      fc.constantFrom(...cells.slice(0, 4)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const lines = rows.map(([time, any, number], index) => `"${time}",${any},${number},${index}`);
        await assertStored('csv', ['time,any,number,row', ...lines].join('\n'));
      }),
      { seed: 40, numRuns: 15 },
    );
  });

  it('says how the values of JSON are stored', async () => {
    const values = [
      'null',
      '1',
      '-2.5',
      '9007199254740993',
      '9999999999.999999999',
      'true',
      '"a"',
      '[1]',
      '{"b":1}',
    ];
    const row = fc.tuple(fc.constantFrom(...times), fc.constantFrom(...values), fc.constantFrom(...values));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const lines = rows.map(
          ([time, one, other], index) =>
            `{"ts":${JSON.stringify(time)},"one":${one},"other":${other},"row":${index}}`,
        );
        await assertStored('ndjson', lines.join('\n'));
      }),
      { seed: 40, numRuns: 15 },
    );
  });

  it('says which fields get another name, and which field has the time of a row', async () => {
    await assertStored('csv', '_id,A,a,_time,line,row\n1,2,3,2026-05-06T07:08:09Z,4,1\n1,2,3,never,4,2');
    await assertStored('ndjson', '{"":1,"_table":"x","@timestamp":1778051289,"Date":"2026-01-01"}');
    const { fields, notes } = previewOf('csv', '_id,A,a\n1,2,x');
    assert.deepEqual(
      fields.map(({ name, type }) => `${name} ${type}`),
      ['_id_1 number', 'A number', 'a_1 text'],
    );
    assert.deepEqual(notes, ['The field “_id” is stored as “_id_1”.', 'The field “a” is stored as “a_1”.']);
  });
});
