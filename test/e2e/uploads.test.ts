import assert from 'node:assert/strict';
import { link, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { InterruptibleProxy } from '../support/interruptibleProxy';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { InstalledVscode } from './support/installedVscode';
import type { Workbench } from './pages/workbench';

const megabyte = 1024 * 1024;
/** `LOGBENCH_E2E_UPLOAD_MB=200` for a longer look. */
const size = Number(process.env['LOGBENCH_E2E_UPLOAD_MB'] ?? 32) * megabyte;
/** A row to a kilobyte. */
const rows = size / 1024;
const timedRow = '{"_time":"2026-01-01 00:00:00+0000","text":"first"}\n';
/** Bytes a second: a busy machine needs its time until the button to pause is there. */
const slowly = size / 120;

describe('Uploads, by mouse and keyboard', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let way: InterruptibleProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async () => {
    platform = await startPlatform();
    way = await InterruptibleProxy.to(platform.baseUrl);
    vscode = await InstalledVscode.start({
      settings: {
        'logbench.connections': [
          { name: 'Lab', baseUrl: way.address, product: 'core', environment: 'development' },
        ],
        'files.simpleDialog.enable': true,
      },
      env: { LOGBENCH_API_KEY_LAB: platform.key },
    });
    await writeLog(path.join(vscode.dataFolder, 'big.json'));
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    await workbench.openContainer('Logbench');
    await explorer().expand('Lab');
    await explorer().expand(/^Uploads/);
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    way[Symbol.dispose]();
    await platform[Symbol.asyncDispose]();
  });

  afterEach(() => {
    way.onPass = () => undefined;
    way.bytesPerSecond = Infinity;
    way.mend();
  });

  const explorer = (): ReturnType<Workbench['tree']> => workbench.tree(/Explorer/);
  /** What a try has left behind is not in the way of the next: each has a file and a table of its own. */
  let tries = 0;
  let name: string;
  let table: string;
  const progress = (): ReturnType<Workbench['notifications']['toast']> =>
    workbench.notifications.toast(`Uploading ${name} to ${table} on Lab`);

  beforeEach(async () => {
    tries += 1;
    name = `big${tries}.json`;
    table = `logs${tries}`;
    await link(path.join(vscode.dataFolder, 'big.json'), path.join(vscode.dataFolder, name));
    await request('POST /api/core/tables', { table });
  });

  async function request(operation: string, form?: Record<string, string>): Promise<unknown> {
    const answer = await call(platform.baseUrl, operation, { key: platform.key, ...(form && { form }) });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  }

  async function storedRows(): Promise<number> {
    const body = await request(`GET /api/core/query?q=${encodeURIComponent(`table ${table} | stats count`)}`);
    return z.object({ count: z.number() }).parse(body).count;
  }

  async function tableCount(): Promise<number> {
    return z.object({ total_count: z.number() }).parse(await request('GET /api/core/tables')).total_count;
  }

  /** What the audit log says of what was refused or failed. */
  async function failures(): Promise<readonly unknown[]> {
    const List = z.object({ audit_logs: z.array(z.object({ error: z.optional(z.string()) })) });
    const { audit_logs } = List.parse(await request('GET /api/core/audit-logs?limit=500'));
    return audit_logs.filter(({ error }) => error !== undefined);
  }

  /** The files of which the platform has a part. */
  async function uploadedNames(): Promise<readonly string[]> {
    const List = z.object({ streams: z.array(z.object({ file_name: z.string() })) });
    return List.parse(await request('GET /api/core/upload-streams')).streams.map((one) => one.file_name);
  }

  async function startUpload(): Promise<void> {
    await workbench.runCommand('Logbench: Upload Log File…');
    await workbench.quickInput.choosePath(path.join(vscode.dataFolder, name));
    await workbench.quickInput.choose(table);
    await workbench.notifications.dialog.getByText(/JSON, one object per line/).waitFor();
    await workbench.notifications.answerDialog('Upload');
  }

  async function chooseNewTable(file: string, newTable: string): Promise<void> {
    await workbench.runCommand('Logbench: Upload Log File…');
    await workbench.quickInput.choosePath(file);
    await typeNewTable(newTable);
  }

  async function typeNewTable(newTable: string): Promise<void> {
    await workbench.quickInput.type(newTable);
    await workbench.quickInput.choose(`New Table “${newTable}”`);
  }

  /** Waits until the explorer counts as many tables. */
  async function tablesShown(count: number): Promise<void> {
    await explorer()
      .row(new RegExp(`^Tables, ${count}\\b`))
      .waitFor();
  }

  /** Acts once so many bytes have passed. */
  function whenPassed(bytes: number, act: () => void): void {
    const start = way.passed;
    way.onPass = () => {
      if (way.passed - start < bytes) return;
      way.onPass = () => undefined;
      act();
    };
  }

  /** Begins one and pauses it after some of it has arrived. */
  async function beginAndPause(): Promise<void> {
    let hasBegun = false;
    whenPassed(2 * megabyte, () => {
      hasBegun = true;
      way.bytesPerSecond = slowly;
    });
    await startUpload();
    await eventually(() => hasBegun);
    await progress().getByText('Pause').click();
    await progress()
      .getByText(/paused at/)
      .waitFor();
    way.bytesPerSecond = Infinity;
  }

  it('make a new table, which the explorer shows at once', async () => {
    const file = path.join(vscode.dataFolder, 'small.json');
    await writeFile(file, timedRow);
    await workbench.runCommand('Logbench: Refresh');
    const tables = await tableCount();
    await tablesShown(tables);
    await workbench.runCommand('Logbench: Upload Log File…');
    await workbench.quickInput.choosePath(file);
    // The entry for a new table is not counted as one.
    await workbench.page.getByPlaceholder(`${tables} of ${tables} shown. Type to search`).waitFor();
    await typeNewTable(`fresh${tries}`);
    await workbench.notifications.answerDialog('Upload');
    await workbench.notifications
      .toast(`small.json was uploaded to the table fresh${tries}`)
      .waitFor({ timeout: 60_000 });
    await tablesShown(tables + 1);
    assert.deepEqual(await failures(), []);
  });

  it('name the field `_time` of a file, and leave no new table where a line of it is refused', async () => {
    const file = path.join(vscode.dataFolder, 'broken.json');
    // Below the lines that are read before the file is sent.
    await writeFile(file, `${timedRow.repeat(30)}no row\n`);
    const tables = await tableCount();
    await chooseNewTable(file, `broken${tries}`);
    await workbench.notifications.dialog.getByText('Time: _time (first: 2026-01-01 00:00:00+0000)').waitFor();
    await workbench.screenshot('uploads-time-field');
    await workbench.notifications.answerDialog('Upload');
    await workbench.notifications.toast('Line 31 of broken.json cannot be read').waitFor();

    assert.equal(await tableCount(), tables);
    await workbench.runCommand('Logbench: Refresh');
    await tablesShown(tables);
  });

  it('say before a file is sent that it is not UTF-8, and leave no new table where it is sent all the same', async () => {
    const file = path.join(vscode.dataFolder, 'excel.csv');
    // In EUC-KR, as spreadsheets save it in Korea.
    await writeFile(file, Buffer.from('c0ccb8a72c610ab1e82c310a', 'hex'));
    const tables = await tableCount();
    await chooseNewTable(file, 'never_filled');
    await workbench.quickInput.marked('CSV with a header').waitFor();
    await workbench.screenshot('uploads-encoding');
    await workbench.quickInput.accept();
    await workbench.notifications.dialog.getByText('The file is not UTF-8 text.').waitFor();
    await workbench.notifications.answerDialog('Upload');
    await workbench.notifications.toast('not UTF-8 text. The upload was discarded.').waitFor();

    assert.equal(await tableCount(), tables);
  });

  it('go on after a pause and a killed connection', async () => {
    await beginAndPause();
    await workbench.screenshot('uploads-paused');
    let cuts = 0;
    whenPassed(size / 3, () => {
      cuts += 1;
      way.cut();
      setTimeout(() => {
        way.mend();
      }, 500);
    });
    await progress().getByText('Resume').click();

    await workbench.notifications.toast(new RegExp(`${rows.toLocaleString('en')} rows`)).waitFor({
      timeout: 120_000,
    });
    assert.equal(await storedRows(), rows);
    assert.equal(cuts, 1);
    await workbench.screenshot('uploads-done');
  });

  it('are cancelled in the explorer, and leave nothing behind', async () => {
    await beginAndPause();
    assert.ok((await uploadedNames()).includes(name));
    await explorer().chooseFromMenu(name, 'Cancel Upload…');
    await workbench.notifications.dialog.getByText('The data sent so far is discarded').waitFor();
    await workbench.screenshot('uploads-cancel');
    await workbench.notifications.answerDialog('Cancel Upload');
    await workbench.notifications.toast(`The upload of ${name} was canceled`).waitFor();

    assert.equal(await storedRows(), 0);
    assert.ok(!(await uploadedNames()).includes(name));
  });

  it('go on after the window was reloaded', async () => {
    await beginAndPause();
    await workbench.reload();
    const told = workbench.notifications.listed(`${name} was being uploaded to ${table} on Lab`);
    await eventually(async () => {
      // The list closes by itself when its last message goes, which may be one of VS Code that comes before ours.
      await workbench.runCommand('Notifications: Show Notifications');
      await told.waitFor({ timeout: 5_000 });
      return true;
    });
    await explorer().expand('Lab');
    await explorer().expand(/^Uploads/);
    await explorer()
      .row(new RegExp(`^${name}, interrupted at`))
      .waitFor();
    await workbench.screenshot('uploads-reloaded');
    await explorer().chooseFromMenu(name, 'Resume Upload');
    await eventually(async () => (await storedRows()) === rows, { within: 120_000, every: 500 });
  });
});

async function writeLog(file: string): Promise<void> {
  const row = { time: '2026-01-01T00:00:00Z', text: '' };
  const text = 'x'.repeat(1023 - JSON.stringify(row).length);
  const block = Buffer.alloc(megabyte, `${JSON.stringify({ ...row, text })}\n`);
  await using handle = await open(file, 'w');
  for (let written = 0; written < size; written += megabyte) await handle.write(block);
}
