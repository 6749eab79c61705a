import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstSearch } from '../../../../../src/extension/features/audit/auditQuery';
import { AuditResult } from '../../../../../src/extension/features/audit/auditResult';
import { exportSearch, exportText } from '../../../../../src/extension/features/audit/exportSearch';
import type { ExportOrder } from '../../../../../src/extension/features/audit/exportSearch';
import { showVerification, verifyExport } from '../../../../../src/extension/features/audit/showVerification';
import { Masker } from '../../../../../src/core/privacy/masker';
import type { AuditLog } from '../../../../../src/core/interface/auditLog';
import type { Notice } from '../../../../../src/extension/ui/prompts/prompts';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { auditEntry, auditPage, fillAuditLog } from '../../../../support/auditEntries';
import { clientFor, startApp } from '../../../../support/startApp';
import { temporaryFolder } from '../../../../support/temporaryFolder';
import { csvLine } from '../../../../../src/core/base/csvLine';
import { searchAuditLogs } from '../../../../../src/core/api/operations/auditLogs';
import { each } from '../../../../support/each';

const about: ExportOrder['about'] = {
  connection: { name: 'Test', baseUrl: 'http://127.0.0.1', product: 'core', environment: 'local' },
  search: { ...firstSearch('en'), range: 'all' },
  range: { from: null, to: null },
};

describe('Exporting audit logs', () => {
  it('writes every match, in files of limited length, each with its checksum', async () => {
    await using made = await exported(5000, { entriesPerFile: 2000 });
    const { manifest, folder } = made;
    assert.equal(manifest.written, manifest.matched);
    assert.deepEqual(each(manifest.files, 'name'), ['audit.ndjson', 'audit-2.ndjson', 'audit-3.ndjson']);
    const ids = new Set<unknown>();
    for (const { name, sha256, entries } of manifest.files) {
      const text = await readFile(path.join(folder, name), 'utf8');
      assert.equal(createHash('sha256').update(text).digest('hex'), sha256);
      const lines = text.trimEnd().split('\n');
      assert.equal(lines.length, entries);
      for (const line of lines) ids.add((JSON.parse(line) as { id: number }).id);
    }
    assert.equal(ids.size, manifest.matched);
  });

  it('leaves no file behind when it is canceled', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    await using folder = await temporaryFolder();
    await fillAuditLog(app, 5000, new Date());
    const abort = new AbortController();
    const result = await AuditResult.read(
      async (range, signal) => client.send(searchAuditLogs(range), signal),
      abort.signal,
    );
    const order = orderIn(folder.path, { entriesPerFile: 1000 });
    const cancelHalfway = (written: number): void => {
      if (written > 2500) abort.abort();
    };
    const exporting = exportSearch(result, order, cancelHalfway, abort.signal);
    await assert.rejects(exporting, { name: 'AbortError' });
    const known = new AuditResult(() => Promise.reject(new Error('asked')), { ...result.page, total: 10 });
    await assert.rejects(
      exportSearch(known, order, () => undefined, abort.signal),
      { name: 'AbortError' },
    );
    assert.deepEqual(await readdir(folder.path), []);
  });

  it('reports the entries of all files, and writes one file when nothing matches', async () => {
    await using folder = await temporaryFolder();
    const { signal } = new AbortController();
    const reported: number[] = [];
    const order = orderIn(folder.path, { entriesPerFile: 2 });
    await exportSearch(resultOf(4), order, (written) => reported.push(written), signal);
    assert.deepEqual(reported, [2, 4]);
    assert.equal((await readdir(folder.path)).length, 3, 'two files and the manifest');

    const csv = { ...orderIn(folder.path, { format: 'csv' }), target: path.join(folder.path, 'none.csv') };
    const { files } = await exportSearch(resultOf(0), csv, () => undefined, signal);
    assert.deepEqual(each(files, 'name', 'entries'), [['none.csv', 0]]);
    assert.match(await readFile(csv.target, 'utf8'), /^\uFEFFid,time,user,[\w,]+\r?\n$/);
  });

  it('masks sensitive values, also in the manifest, which says so and still verifies', async () => {
    const search = { ...about.search, users: ['user1'] };
    for (const format of ['csv', 'ndjson'] as const) {
      await using made = await exported(300, { format, masker: new Masker(), about: { ...about, search } });
      const file = path.join(made.folder, 'audit.ndjson');
      const text = (await readFile(file, 'utf8')) + (await readFile(`${file}.manifest.json`, 'utf8'));
      assert.doesNotMatch(text, /user[0-4]\b(?!-masked)|10\.0\.0\.|127\.0\.0\.1/);
      assert.match(text, /user1-masked\b.*ip\d+-masked/s);
      assert.equal(made.manifest.masked, true);
      assert.ok(
        (await verifyExport(`${file}.manifest.json`))?.files.every(({ verdict }) => verdict === 'unchanged'),
      );
    }
  });

  it('says which of its files are not what was exported', async () => {
    await using folder = await temporaryFolder();
    const order = orderIn(folder.path, { entriesPerFile: 1 });
    await exportSearch(resultOf(3), order, () => undefined, new AbortController().signal);
    const manifestFile = path.join(folder.path, 'audit.ndjson.manifest.json');
    const verdict = async (arg: unknown, responses: readonly PromptResponse[] = []): Promise<string> => {
      const prompts = new ScriptedPrompts(responses);
      await showVerification(prompts, arg);
      const { severity, message } = JSON.parse(prompts.seen.at(-1) ?? '') as Notice<never>;
      return `${severity}: ${message}`;
    };
    assert.match(
      await verdict(undefined, [{ file: manifestFile }]),
      /^information: The export is unchanged: 3 entries from Test, exported 20/,
    );
    await rm(path.join(folder.path, 'audit-2.ndjson'));
    await mkdir(path.join(folder.path, 'audit-2.ndjson'));
    await appendFile(path.join(folder.path, 'audit-3.ndjson'), ' ');
    assert.equal(
      await verdict(manifestFile),
      'error: The export does not match its manifest. ' +
        'audit-2.ndjson: missing; audit-3.ndjson: changed after the export.',
    );
    assert.match(
      await verdict(path.join(folder.path, 'audit.ndjson')),
      /^error: This file is not the manifest/,
    );
  });

  it('does not verify a file that a manifest names outside of its folder', async () => {
    await using made = await exported(10);
    const manifestFile = path.join(made.folder, 'audit.ndjson.manifest.json');
    const text = await readFile(manifestFile, 'utf8');
    for (const name of ['../audit.ndjson', '/etc/passwd', '..', 'a\\\\b']) {
      await writeFile(manifestFile, text.replace('"audit.ndjson"', `"${name}"`));
      assert.equal(await verifyExport(manifestFile), undefined, name);
    }
    await writeFile(manifestFile, 'no manifest');
    assert.equal(await verifyExport(manifestFile), undefined);
  });

  it('writes a cell for each field of an entry, empty when the entry has none', () => {
    const bare = entryOf('x', { error: null, category: null, action: null, msg: null });
    const more = { userGuid: 'u-1', params: { a: 1 }, messageParams: { b: 'c' } };
    const full = { ...entryOf('y', { id: 2 }), ...more };
    assert.deepEqual(exportText('csv', [bare, full]).trimEnd().split(/\r?\n/), [
      '1,1970-01-01 00:00:00+0000,x,,x,x,x,,,,x,,,',
      '2,1970-01-01 00:00:00+0000,y,u-1,y,y,y,y,y,y,y,y,"{""a"":1}","{""b"":""c""}"',
    ]);
  });

  it('makes cells safe that a spreadsheet would take for a formula', () => {
    const text = exportText('csv', [entryOf('=1+1')]);
    assert.equal(text.split(csvLine(["'=1+1"])).length - 1, 9, text);
  });
});

/** An entry with this text in every field that the platform always sends, and in others. */
function entryOf(text: string, fields: object = {}): AuditLog {
  const always = { user_name: text, user: text, remote_ip: text, module: text, method: text, result: text };
  const sometimes = { error: text, category: text, action: text, msg: text };
  return auditEntry({ ...always, ...sometimes, ...fields });
}

/** A result with this many entries, which needs no further request. */
function resultOf(total: number): AuditResult {
  const items = Array.from({ length: total }, (_, id) => entryOf('a', { id }));
  return new AuditResult(() => Promise.reject(new Error('asked')), auditPage(items));
}

async function exported(count: number, changes: Partial<ExportOrder> = {}) {
  await using app = await startApp();
  await using client = clientFor(app);
  const folder = await temporaryFolder();
  await fillAuditLog(app, count, new Date());
  const { signal } = new AbortController();
  const result = await AuditResult.read(
    async (range, abort) => client.send(searchAuditLogs(range), abort),
    signal,
  );
  const manifest = await exportSearch(result, orderIn(folder.path, changes), () => undefined, signal);
  return {
    folder: folder.path,
    manifest,
    [Symbol.asyncDispose]: async () => folder[Symbol.asyncDispose](),
  };
}

function orderIn(folder: string, changes: Partial<ExportOrder>): ExportOrder {
  const target = path.join(folder, 'audit.ndjson');
  return { format: 'ndjson', target, about, now: Date.now, ...changes };
}
