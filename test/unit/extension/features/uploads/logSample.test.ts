import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatsOf, readLogFile, readSample } from '../../../../../src/extension/features/uploads/logSample';
import type { LogSample } from '../../../../../src/extension/features/uploads/logSample';
import { temporaryFolder } from '../../../../support/temporaryFolder';

function sampleOf(text: string, complete = true): LogSample {
  const read = readSample(Buffer.from(text), complete);
  assert.ok('sample' in read, JSON.stringify(read));
  return read.sample;
}

function problemOf(content: string | Uint8Array): string {
  const read = readSample(Buffer.from(content), true);
  assert.ok('problem' in read, JSON.stringify(read));
  return read.problem;
}

describe('A log file of unknown format', () => {
  it('is offered first as the format of its name', () => {
    const first = (name: string): unknown => formatsOf(name)[0];
    assert.deepEqual(['a.csv', 'a.TSV', 'b.csv.log', 'csv', 'a.json'].map(first), [
      ...['csv', 'csv', 'ndjson', 'ndjson', 'ndjson'],
    ]);
    assert.deepEqual([...formatsOf('a.csv')].sort(), [...formatsOf('a.log')].sort());
  });
});

describe('The sample of a log file', () => {
  it('is read as JSON lines, with all fields and the time', () => {
    const sample = sampleOf('{"@timestamp":"2026-01-01","a":1}\n\n{"b":{"c":2},"a":null}\n');

    assert.equal(sample.format, 'ndjson');
    assert.deepEqual(sample.fields, ['@timestamp', 'a', 'b']);
    assert.deepEqual(sample.rows, [
      ['2026-01-01', '1', ''],
      ['', '', '{"c":2}'],
    ]);
  });

  it('is read as CSV, with quoted values', () => {
    const sample = sampleOf('Time;who;"what; and why"\r\n2026-01-01;ann;"said ""no""\nand left"\r\n');

    assert.deepEqual([sample.format, sample.delimiter], ['csv', ';']);
    assert.deepEqual(sample.fields, ['Time', 'who', 'what; and why']);
    assert.deepEqual(sample.rows, [['2026-01-01', 'ann', 'said "no"\nand left']]);
  });

  it('may be cut anywhere, inside a character too', () => {
    const bytes = Buffer.from('{"a":"ä"}\n{"a":"ö"}\n');
    for (const end of [11, 18, 19]) {
      const read = readSample(bytes.subarray(0, end), false);
      assert.ok('sample' in read);
      assert.deepEqual(read.sample.rows[0], ['ä']);
    }
  });

  it('is JSON also when it ends within the first line', () => {
    const read = readSample(Buffer.from('{"a":"x'), false);
    assert.ok('problem' in read);
    assert.match(read.problem, /The file is JSON/);
  });

  it('does not count a cut row of CSV', () => {
    assert.deepEqual(sampleOf('a,b\n1,2\n3,"fo', false).rows, [['1', '2']]);
  });

  it('may start with a byte order mark', () => {
    assert.deepEqual(sampleOf('\ufeffa,b\n1,2').fields, ['a', 'b']);
    assert.equal(sampleOf('\ufeff{"a":1}').format, 'ndjson');
  });

  for (const [what, content, text] of [
    ['nothing', '', /empty/],
    ['a JSON array', '[{"a":1}]', /JSON array/],
    ['a JSON document over several lines', '{\n "a": 1\n}', /one object per line/],
    ['a bad second line', '{"a":1}\nnope\n', /Line 2/],
    ['a bad line behind a blank one', '{"a":1}\n\nnope\n', /Line 3/],
    ['prose', 'once upon a time', /neither/],
    ['ragged columns', 'a,b\n1,2,3\n', /neither/],
    [
      'a table with a longer row',
      'a,b\n1,2\n\n1,2,3\n',
      /Line 4 and the header have different numbers of values: 3 and 2\./,
    ],
    ['a gzip file', Uint8Array.from([0x1f, 0x8b, 8]), /compressed/],
    ['a binary file', Uint8Array.from([1, 0, 2]), /UTF-8/],
    [
      'a table in the encoding EUC-KR',
      Buffer.from('c0ccb8a7 2c61 0a b1e8 2c31 0a'.replaceAll(' ', ''), 'hex'),
      /Save it with/,
    ],
  ] as const) {
    it(`is rejected when it is ${what}`, () => {
      assert.match(problemOf(content), text);
    });
  }

  it('is cut for a long file, without its last line', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'long.json');
    const line = `${JSON.stringify({ a: 'x'.repeat(10_000) })}\n`;
    await writeFile(file, line.repeat(10));
    const { read, size, name } = await readLogFile(file);
    assert.deepEqual(
      ['sample' in read && read.sample.rows.length, size, name],
      [6, line.length * 10, 'long.json'],
    );
  });
});
