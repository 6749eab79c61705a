import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeExactRows } from '../../../src/platform/uploads/exactRows';
import { isPlainCsv } from '../../../src/platform/uploads/plainCsv';
import { isTooDeep } from '../../../src/platform/uploads/logLines';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('An uploaded file', () => {
  /** The number of rows, or the error for the first invalid line. */
  async function check(
    format: 'ndjson' | 'csv',
    ...content: readonly (string | Uint8Array)[]
  ): Promise<number | string> {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'log');
    await writeFile(file, Buffer.concat(content.map((part) => Buffer.from(part))));
    try {
      return (await writeExactRows({ path: file, format, table: 'logs' }, ',', `${file}.rows`)).rows;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  it('counts blank lines, but reads no row from them', async () => {
    assert.deepEqual(await check('ndjson', '{}\r\n\n \n[]\n'), 'line 4: not a JSON object');
    assert.deepEqual(
      await check('csv', 'a,b\n\n1,2\n"3\n3",4\n5\n'),
      'line 6: 1 values where the header has 2',
    );
  });

  it('is read across pieces of a megabyte, and to its last line without an end', async () => {
    const long = `{"a":"${'x'.repeat(1_500_000)}"}`;

    assert.deepEqual(await check('ndjson', `${long}\n${long}\n{"b":1}`), 3);
    assert.deepEqual(await check('ndjson', `${long}\n{`), 'line 2: not JSON');
  });

  it('rejects a line of more than 16 megabytes', async () => {
    const found = await check('ndjson', `{}\n{"a":"${'x'.repeat(17 * 1024 * 1024)}"}\n`);

    assert.equal(found, 'line 2: the line is too long');
  });

  it('names the line of bytes that are not UTF-8, in any piece of a CSV', async () => {
    const row = 'ä,ö\n';
    const rows = row.repeat(60_000);

    assert.deepEqual(
      await check('csv', rows, row, Buffer.from([0xff]), ',x\n'),
      'line 60002: not UTF-8 text',
    );
    assert.deepEqual(await check('csv', 'a,b\nx,y', Buffer.from([0xc3])), 'line 2: not UTF-8 text');
  });

  it('is plain CSV only if lines end alike, have no breaks in values, and quotation marks enclose values', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'log.csv');
    const found: Record<'plain' | 'other', string[]> = { plain: [], other: [] };
    const rows = '1,2\n'.repeat(300_000);
    const plain = [
      ...['a,b\n1,2\n', 'a,b\n1,2', 'a,b\r\n1,2\r\n', 'a,b\n1,\n', 'a,b\n1,', 'a,b\n"1",""\n'],
      ...['"a","b"\n"x ""y""","1,2"\n', 'a,b\r\n"1","2"', `a,b\n${rows}"1",2\n`],
    ];
    const other = [
      ...['a,b\n\n1,2\n', 'a,b\n1,2,\n', 'a,b\n1,2,""\n', 'a,b\n1,"2"x\n', 'a,b\n1,x"2"\n', 'a,b\n1,"2\n'],
      ...['a,b\n1,"2\n3"\n', 'a,b\r\n1,2\n', 'a,b\n1,2\r\n', 'a,b\n1,2\r', 'a,b\n1,\0\n'],
      ...[`a,b\r\n1,2\r\n${rows}`, `a,b\n${rows}\n1,2\n`, `a,b\n1,"${'x'.repeat(2_000_001)}"\n`],
    ];
    for (const text of [...plain, ...other]) {
      await writeFile(file, text);
      found[(await isPlainCsv(file, ',', 2)) ? 'plain' : 'other'].push(text);
    }
    assert.deepEqual(found, { plain, other });
  });

  it('is nested too deeply when brackets outside of texts are', () => {
    const line = (text: string): Uint8Array => Buffer.from(text);

    assert.equal(isTooDeep(line('['.repeat(1001) + ']'.repeat(1001))), true);
    assert.equal(isTooDeep(line('['.repeat(1000) + ']'.repeat(1000))), false);
    assert.equal(isTooDeep(line(`["\\\\","\\"${'['.repeat(3000)}"]`)), false);
    assert.equal(isTooDeep(line(`["\\\\",${'['.repeat(1001)}${']'.repeat(1001)}]`)), true);
  });
});
