import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeExactRows } from '../../../src/platform/uploads/exactRows';
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

  it('is nested too deeply when brackets outside of texts are', () => {
    const line = (text: string): Uint8Array => Buffer.from(text);

    assert.equal(isTooDeep(line('['.repeat(1001) + ']'.repeat(1001))), true);
    assert.equal(isTooDeep(line('['.repeat(1000) + ']'.repeat(1000))), false);
    assert.equal(isTooDeep(line(`["\\\\","\\"${'['.repeat(3000)}"]`)), false);
    assert.equal(isTooDeep(line(`["\\\\",${'['.repeat(1001)}${']'.repeat(1001)}]`)), true);
  });
});
