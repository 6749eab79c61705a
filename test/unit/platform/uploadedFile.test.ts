import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFile, isTooDeep } from '../../../src/platform/uploads/firstBadLine';
import type { CheckedFile, UploadFormat } from '../../../src/platform/uploads/firstBadLine';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('An uploaded file', () => {
  async function check(
    format: UploadFormat,
    ...content: readonly (string | Uint8Array)[]
  ): Promise<CheckedFile> {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'log');
    await writeFile(file, Buffer.concat(content.map((part) => Buffer.from(part))));
    return await checkFile(file, format, ',');
  }

  it('counts blank lines, but takes no row from them', async () => {
    assert.deepEqual(await check('ndjson', '{}\r\n\n \n[]\n'), {
      rows: 1,
      bad: { line: 4, reason: 'not a JSON object' },
    });
    assert.deepEqual(await check('csv', 'a,b\n\n1,2\n"3\n3",4\n5\n'), {
      rows: 2,
      bad: { line: 6, reason: '1 values where the header has 2' },
    });
  });

  it('is read across pieces of a megabyte, and to its last line without an end', async () => {
    const long = `{"a":"${'x'.repeat(1_500_000)}"}`;

    assert.deepEqual(await check('ndjson', `${long}\n${long}\n{"b":1}`), { rows: 3, bad: undefined });
    assert.deepEqual(await check('ndjson', `${long}\n{`), { rows: 1, bad: { line: 2, reason: 'not JSON' } });
  });

  it('may have many long lines, each of which counts for itself', async () => {
    const long = `{"a":"${'x'.repeat(1_500_000)}"}\n`;

    assert.deepEqual(await check('ndjson', long.repeat(24), '['), {
      rows: 24,
      bad: { line: 25, reason: 'not JSON' },
    });
  });

  it('has no line of more than 16 megabytes', async () => {
    const { bad } = await check('ndjson', `{}\n{"a":"${'x'.repeat(17 * 1024 * 1024)}"}\n`);

    assert.deepEqual(bad, { line: 2, reason: 'the line is too long' });
  });

  it('tells the line of bytes that are no text, in any piece of a CSV, and where it ends inside a character', async () => {
    const row = 'ä,ö\n';
    const rows = row.repeat(60_000);

    assert.deepEqual((await check('csv', rows, row, Buffer.from([0xff]), ',x\n')).bad, {
      line: 60_002,
      reason: 'not UTF-8 text',
    });
    assert.deepEqual((await check('csv', 'a,b\nx,y', Buffer.from([0xc3]))).bad, {
      line: 2,
      reason: 'not UTF-8 text',
    });
  });

  it('is nested too deeply where brackets outside of texts are', () => {
    const line = (text: string): Uint8Array => Buffer.from(text);

    assert.equal(isTooDeep(line('['.repeat(1001) + ']'.repeat(1001))), true);
    assert.equal(isTooDeep(line('['.repeat(1000) + ']'.repeat(1000))), false);
    assert.equal(isTooDeep(line(`["\\\\","\\"${'['.repeat(3000)}"]`)), false);
    assert.equal(isTooDeep(line(`["\\\\",${'['.repeat(1001)}${']'.repeat(1001)}]`)), true);
  });
});
