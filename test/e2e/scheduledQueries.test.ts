import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { FaultProxy, passOn, send } from '../support/faultProxy';
import { holds } from '../support/holds';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import type { TreeView } from './pages/treeView';
import type { Workbench } from './pages/workbench';
import { InstalledVscode } from './support/installedVscode';

const path = '/api/core/scheduled-queries';
const record = z.looseObject({
  guid: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  cron_schedule: z.nullable(z.string()),
  running_state: z.nullable(z.string()),
});
type StoredQuery = z.infer<typeof record>;

/** Both schedules of a query, of which each try takes the one that it does not have yet. */
const nightly = { cron: '0 2 * * *', words: 'at 02:00' };
const byDay = { cron: '*/15 8-18 * * 1-5', words: 'every 15 minutes' };

/** Runs for minutes, beginning within a second. */
const endless = {
  query: `json "{'n':1}" | repeat count=100000 over=600s | stats count`,
  cron_schedule: '* * * * * *',
  enabled: 'true',
};

describe('Scheduled queries, by mouse and keyboard', function () {
  this.timeout(90_000);
  let platform: RunningPlatform;
  let proxy: FaultProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(180_000);
    platform = await startPlatform();
    proxy = await FaultProxy.start(platform.baseUrl);
    await seed();
    const service = { baseUrl: proxy.baseUrl, key: platform.key };
    vscode = await InstalledVscode.connectedTo(service, { 'logbench.explorer.pageSize': 500 });
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    explorer = workbench.tree(/Explorer/);
    await workbench.openContainer('Logbench');
    await explorer.expand('Lab');
    await explorer.expand('Scheduled Queries');
    await explorer
      .row(/Failed logins/)
      .first()
      .waitFor();
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  afterEach(() => {
    proxy.interference = passOn;
  });

  async function create(name: string, changes: Record<string, string> = {}): Promise<string> {
    const form = {
      name,
      query: 'table duration=1h auth | stats count by user',
      trigger_type: 'cron',
      cron_schedule: '*/5 * * * *',
      enabled: 'true',
      ...changes,
    };
    const { body } = await call(platform.baseUrl, `POST ${path}`, { key: platform.key, form });
    return z.object({ guid: z.string() }).parse(body).guid;
  }

  async function stored(): Promise<readonly StoredQuery[]> {
    const { body } = await call(platform.baseUrl, `GET ${path}`, { key: platform.key });
    return z.object({ scheduled_queries: z.array(record) }).parse(body).scheduled_queries;
  }

  async function find(name: string): Promise<StoredQuery | undefined> {
    return (await stored()).find((query) => query.name === name);
  }

  async function seed(): Promise<void> {
    const first = await create('Failed logins per user');
    const after = { trigger_type: 'workflow', preceding_guid: first, preceding_action: 'succeeded' };
    await create('Report on failed logins', after);
    await createToDelete();
    await create('Beacon hunting', endless);
    await create('Nightly traffic totals', { cron_schedule: nightly.cron });
    for (const name of ['Endless correlation', 'Beacon hunting']) await runs(name);
  }

  /** One that another runs after, and one that runs. */
  async function createToDelete(): Promise<void> {
    const guid = await create('Archive old sessions', { enabled: 'false', cron_schedule: '0 3 * * 0' });
    const after = { trigger_type: 'workflow', preceding_guid: guid, preceding_action: 'succeeded' };
    await create('Report on old sessions', after);
    await create('Endless correlation', endless);
  }

  async function runs(name: string): Promise<void> {
    await eventually(async () => (await find(name))?.running_state === 'running');
  }

  /** Changes one as another client does. */
  async function change(name: string, changes: Record<string, string>): Promise<void> {
    const form = { name, query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 4 * * *', ...changes };
    const operation = `PUT ${path}/${(await find(name))?.guid ?? ''}`;
    await call(platform.baseUrl, operation, { key: platform.key, form });
  }

  /** Deletes those of these names, where there are any. */
  async function remove(...names: readonly string[]): Promise<void> {
    const guids = (await stored()).filter(({ name }) => names.includes(name)).map(({ guid }) => guid);
    if (guids.length === 0) return;
    const form = { guids: guids.join(','), policy: 'force' };
    await call(platform.baseUrl, `DELETE ${path}`, { key: platform.key, form });
  }

  async function select(...names: readonly RegExp[]): Promise<void> {
    const [first, ...others] = names;
    assert.ok(first);
    await explorer.click(first);
    // The click opens the query, and a tab that opens would close a menu.
    await workbench.editor.tab(first).first().waitFor();
    for (const name of others) await explorer.click(name, { modifiers: ['Control'] });
  }

  const choose = (row: RegExp, title: string): Promise<void> => explorer.chooseFromMenu(row, title);

  it('stops a running one from its context menu', async () => {
    if ((await find('Beacon hunting'))?.running_state !== 'running') {
      // A try before this one has stopped it.
      await change('Beacon hunting', endless);
      await runs('Beacon hunting');
      await workbench.closeEditors();
      await workbench.runCommand('Logbench: Refresh');
    }
    await change('Beacon hunting', {});
    await select(/Beacon hunting/);
    await workbench.editor.lens('running').waitFor();
    await choose(/Beacon hunting/, 'Stop Scheduled Queries…');
    await workbench.notifications.dialog.getByText('Stop “Beacon hunting” on Lab (Staging)?').waitFor();
    await workbench.notifications.answerDialog('Stop');
    await workbench.notifications.toast('“Beacon hunting” stopped').waitFor();

    assert.equal((await find('Beacon hunting'))?.running_state, 'stopped');
    await workbench.editor.lens('running').waitFor({ state: 'hidden' });
  });

  it('edits a schedule, saying in words what is typed', async () => {
    const isNightly = (await find('Nightly traffic totals'))?.cron_schedule === nightly.cron;
    const [before, after] = isNightly ? [nightly, byDay] : [byDay, nightly];
    await select(/Nightly traffic totals/);
    await workbench.editor.lens(before.words).waitFor();
    await choose(/Nightly traffic totals/, 'Edit Schedule and Properties…');
    await workbench.quickInput.choose('Schedule:');
    await workbench.quickInput.choose('On a schedule');
    // The box for the expression, not the list before it.
    await workbench.quickInput.message.getByText('Next runs').waitFor();
    await workbench.quickInput.type('61 * * * *');
    await workbench.quickInput.message.getByText('“61” is not valid in the field “minute”').waitFor();
    await workbench.quickInput.type(after.cron);
    await workbench.quickInput.message.getByText('Next runs').waitFor();
    await workbench.screenshot('edit-cron');
    await workbench.quickInput.accept();
    await workbench.quickInput.entry('Apply to').first().waitFor();
    await workbench.screenshot('edit-overview');
    await workbench.page.keyboard.press('Escape');
    await workbench.notifications.answerDialog('Keep Editing');
    await workbench.quickInput.choose('Apply to');
    await workbench.notifications.toast('was updated').waitFor();

    assert.equal((await find('Nightly traffic totals'))?.cron_schedule, after.cron);
    await explorer.row(new RegExp(`Nightly traffic totals.*${after.words}`)).waitFor();
    await workbench.editor.lens(after.words).waitFor();
  });

  it('are not created under a name that is taken, nor with a text that is no query unless that was read', async () => {
    const { notifications, quickInput } = workbench;
    await workbench.runCommand('Logbench: New Scheduled Query…');
    await quickInput.message.getByText('Name (must be unique)').waitFor();
    await quickInput.type('Nightly traffic totals');
    await quickInput.accept();
    await quickInput.message.getByText('The name “Nightly traffic totals” is already in use.').waitFor();
    await workbench.screenshot('create-duplicate');
    await quickInput.type('Walk test');
    await quickInput.accept();
    await quickInput.message.getByText('Query (you can continue').waitFor();
    await quickInput.type('Walk test');
    await quickInput.message.getByText('Unknown command “Walk”.').waitFor();
    await quickInput.accept();
    await quickInput.choose('On a schedule');
    await quickInput.message.getByText('Cron expression').waitFor();
    await quickInput.type('0 3 * * *');
    await quickInput.message.getByText('Next runs').waitFor();
    await quickInput.accept();
    await notifications.dialog.getByText('1 problem, line 1: Unknown command “Walk”.').waitFor();
    await notifications.focusedButton('Show Problem').waitFor();
    await workbench.screenshot('create-problem');
    await workbench.page.keyboard.press('Escape');

    assert.equal(await find('Walk test'), undefined);
  });

  it('says once on which connection a canceled request may have taken effect', async () => {
    await select(/Nightly traffic totals/);
    await workbench.editor.append(' | limit 2');
    await workbench.editor.save();
    const draft = /Nightly traffic totals.*Draft, not published/;
    await explorer.row(draft).waitFor();
    proxy.interference = (exchange) => (exchange.method === 'PUT' ? undefined : passOn(exchange));
    await choose(draft, 'Publish to Platform');
    await workbench.notifications.answer('Publishing Nightly traffic totals to Lab', 'Cancel');
    await workbench.notifications
      .toast(/^Lab: “Nightly traffic totals”: Canceled while the request was in progress\./)
      .waitFor();
    await workbench.screenshot('publish-canceled');
  });

  it('publishes the same query on Retry, whatever tab is in front by then', async () => {
    await select(/Nightly traffic totals/);
    await workbench.editor.append(' | limit 1');
    await workbench.editor.save();
    proxy.interference = ({ response }) => {
      send(response, { status: 503, headers: {}, body: Buffer.from('') });
      return undefined;
    };
    await workbench.page.keyboard.press('Control+Alt+Enter');
    const failure = workbench.notifications.toast(/Lab: /).filter({ hasText: 'Retry' });
    await failure.waitFor({ timeout: 60_000 });
    proxy.interference = passOn;
    await select(/Beacon hunting/);
    await failure.getByRole('button', { name: 'Retry' }).click();

    await eventually(async () =>
      String((await find('Nightly traffic totals'))?.['query']).endsWith('limit 1'),
    );
    assert.equal((await find('Beacon hunting'))?.['query'], 'json "{}"');
  });

  it('shows what a deletion does', async () => {
    await select(/Failed logins per user/, /Endless correlation/);
    await choose(/Failed logins per user/, 'Delete Scheduled Queries…');
    await workbench.notifications.dialog.getByText('Never run again').waitFor();
    await workbench.screenshot('delete');
    await workbench.resize(700, 600);
    await workbench.screenshot('delete-narrow');
    await workbench.resize(1280, 800);
    await workbench.page.keyboard.press('Escape');
  });

  it('deletes a multi-selection, the running one too, shows a line for each, and makes them again from there', async () => {
    if (
      (await find('Archive old sessions')) === undefined ||
      (await find('Endless correlation')) === undefined
    ) {
      // A try before this one has deleted them.
      await remove('Archive old sessions', 'Report on old sessions', 'Endless correlation');
      await createToDelete();
      await workbench.runCommand('Logbench: Refresh');
    }
    await runs('Endless correlation');
    await select(/^Archive old sessions/, /Endless correlation/);
    await choose(/^Archive old sessions/, 'Delete Scheduled Queries…');
    await workbench.notifications.answerDialog('Include Running');
    await workbench.notifications.dialog.getByText('will be stopped before deletion').waitFor();
    await workbench.notifications.answerDialog('Delete, Including Running');
    await workbench.notifications.answer('2 deleted', 'Show Results');
    await workbench.editor
      .tab(/Delete Scheduled Queries/)
      .first()
      .waitFor();
    await eventually(async () => /deleted +Archive old sessions/.test(await workbench.editor.text()));
    await workbench.screenshot('delete-results');

    assert.equal(await find('Endless correlation'), undefined);
    assert.equal(await explorer.row(/Endless correlation/).count(), 0);

    await workbench.editor.lens('Re-create').click();
    await workbench.notifications.dialog
      .getByText('Re-create 2 scheduled queries on Lab (Staging)?')
      .waitFor();
    await workbench.screenshot('re-create');
    await workbench.notifications.answerDialog('Re-create');
    await workbench.notifications.toast('2 re-created').waitFor();

    const again = await find('Archive old sessions');
    assert.equal(again?.cron_schedule, '0 3 * * 0');
    assert.equal((await find('Report on old sessions'))?.['preceding_guid'], again.guid);
    await explorer.row(/^Archive old sessions/).waitFor();
  });

  it('shows the request before it is sent', async () => {
    await choose(/Beacon hunting/, 'Delete Scheduled Queries…');
    await workbench.notifications.answerDialog('Show Request');
    await workbench.quickInput.entry('Delete').first().waitFor();
    await eventually(async () => (await workbench.editor.text()).includes('curl -X DELETE'));
    await workbench.screenshot('delete-request');
    await workbench.quickInput.cancel();

    assert.ok(await find('Beacon hunting'));
  });

  it('are copied, run and duplicated from their menu, next to a new query on the connection', async () => {
    const { editor, notifications, quickInput } = workbench;
    await remove('Beacon hunting (copy)');
    const guid = (await find('Beacon hunting'))?.guid ?? '';
    // While several are selected, a menu offers only what can be done with several.
    await select(/Beacon hunting/);
    await explorer.chooseFromMenu(/^Lab/, 'New Query');
    await editor.focused(/Untitled/).waitFor();
    for (const [item, copied] of [
      ['Copy GUID', guid],
      ['Copy as cURL', `curl -X PUT '${proxy.baseUrl}${path}/${guid}'`],
    ] as const) {
      await choose(/Beacon hunting/, item);
      await eventually(async () => {
        // The menu gives the focus back to the tree when it has closed.
        await editor.focus();
        await workbench.page.keyboard.press('Control+A');
        await workbench.page.keyboard.press('Control+V');
        return (await editor.text()).startsWith(copied);
      });
    }
    await workbench.closeEditors();

    await choose(/Beacon hunting/, 'Run Query Text');
    await workbench.webview().getByText('Finished').waitFor({ timeout: 60_000 });
    await choose(/Beacon hunting/, 'Duplicate Scheduled Query…');
    await quickInput.message.getByText('Name (must be unique)').waitFor();
    await quickInput.accept();
    await notifications.answerDialog('Create Disabled');
    await notifications.toast('“Beacon hunting (copy)” was created').waitFor();
    await explorer.row(/^Beacon hunting \(copy\), disabled/).waitFor();
  });

  it('are completed by fields that arrive late, and nothing is in the query history that nobody ran', async () => {
    const { editor, page, quickInput } = workbench;
    // No try before this one has asked for its fields.
    const table = `web${Date.now()}`;
    const filling = `json "{'status_code':200}" | import ${table}`;
    const { key } = platform;
    await call(platform.baseUrl, 'POST /api/core/tables', { key, form: { table } });
    await call(platform.baseUrl, `GET /api/core/query?q=${encodeURIComponent(filling)}`, { key });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    proxy.interference = async (exchange) => {
      if (exchange.path.startsWith('/api/core/query?')) await released;
      return passOn(exchange);
    };
    await select(/Nightly traffic totals/);
    await editor.replace(`table ${table} | search status_c`);
    await page.keyboard.press('Control+Space');
    const suggestions = page.locator('.suggest-widget.visible');
    await suggestions.getByText('No suggestions.').waitFor();
    release();
    await suggestions.locator('.monaco-list-row').getByText('status_code').first().waitFor();
    await page.keyboard.press('Escape');

    await workbench.runCommand('Logbench: Show Query History…');
    await quickInput.type(table);
    // The one that filled the table: no query that reads it.
    await holds(async () => {
      assert.deepEqual(
        (await quickInput.labels()).map((label) => label.replaceAll('\u00a0', ' ')),
        [filling],
      );
    });
    await workbench.screenshot('query-history');
    await quickInput.cancel();
  });

  describe('The deletion of many', function () {
    this.timeout(240_000);
    /** One more than two requests take. */
    const names = Array.from({ length: 401 }, (_, index) => `Idle ${String(index).padStart(3, '0')}`);

    // Each, because another try finds some of them deleted.
    beforeEach(async () => {
      await workbench.closeEditors();
      await remove(...(await stored()).map(({ name }) => name));
      for (const name of names) await create(name, { enabled: 'false' });
      await workbench.runCommand('Logbench: Refresh');
      await explorer.row(/^Scheduled Queries, 401/).waitFor();
    });

    it('is cancelled after the first request, and tells what was done and what was not', async () => {
      let deletions = 0;
      proxy.interference = (exchange) => {
        if (exchange.method !== 'DELETE') return passOn(exchange);
        deletions += 1;
        // The second request gets no answer.
        return deletions === 1 ? passOn(exchange) : undefined;
      };
      await explorer.selectAllBeside(/^Idle 000/);
      await explorer.chooseFromMenu(/^Idle 000/, 'Delete Scheduled Queries…');
      const { notifications } = workbench;
      await notifications.dialog.getByText('Delete 401 scheduled queries on Lab (Staging)?').waitFor();
      await notifications.answerDialog('Delete');
      await notifications.toast('200 of 401').waitFor();
      await workbench.screenshot('delete-progress');
      await notifications.answer('Delete Scheduled Queries', 'Cancel');
      await notifications.answer('Lab: 200 deleted, 200 unknown, 1 not sent', 'Show Results');

      await workbench.editor.tab(/Delete Scheduled Queries/).waitFor();
      await eventually(async () => /^deleted +Idle 000/m.test(await workbench.editor.text()));
      await workbench.editor.focus();
      // Up first: a document that has just opened may be scrolled until only the blank line at its end is in sight.
      await eventually(async () => {
        for (const key of ['Control+Home', 'Control+End']) await workbench.page.keyboard.press(key);
        return /^not sent +Idle 400/m.test(await workbench.editor.text());
      });
      assert.match(
        await workbench.editor.text(),
        /^unknown +Idle 399 .*Canceled while the request was in progress\. It may have taken effect/m,
      );
      await workbench.screenshot('delete-cancelled');
      assert.equal((await stored()).length, 201);
      assert.equal(deletions, 2);
      await explorer.row(/^Scheduled Queries, 201/).waitFor();
    });
  });

  describe('A folder of them in Source Control', () => {
    const names = ['Alpha', 'Beta', 'Conflicting', 'Drifted', 'Gamma'];
    /** A name that is masked where sensitive values are hidden. */
    const lab = '0a-1b-2c-3d-4e-5f';
    let folder: string;
    let changes: TreeView;

    const file = (name: string): string => join(folder, 'scheduled-queries', `${name}.lq`);

    async function edit(name: string, before: string, after: string): Promise<void> {
      const text = await readFile(file(name), 'utf8');
      assert.ok(text.includes(before), text);
      await writeFile(file(name), text.replace(before, after));
    }

    before(async () => {
      await workbench.closeEditors();
      folder = join(vscode.dataFolder, 'workspace', 'detections');
      changes = workbench.tree(/Source Control/);
    });

    /** What another try must find too: nothing pulled, and the queries as they were. */
    async function startOver(): Promise<void> {
      await remove(...(await stored()).map(({ name }) => name));
      for (const name of names) await create(name);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const yaml = `platforms:\n  ${lab}:\n    base_url: ${proxy.baseUrl}\n    environment: staging\n`;
      await writeFile(join(folder, 'logbench.yaml'), yaml);
    }

    it('is pulled, and shows what is to apply, what changed on the platform, and a conflict', async () => {
      await startOver();
      await workbench.runCommand('Logbench: Pull Scheduled Queries into Folder…');
      await workbench.quickInput.choose('detections');
      await workbench.notifications.answerDialog('Pull');
      await workbench.notifications.answer(`${lab} (Staging): files written: 5`, 'Open Source Control');
      for (const name of ['Alpha', 'Beta', 'Gamma']) await edit(name, 'enabled: true', 'enabled: false');
      await edit('Conflicting', '| stats count by user', '| stats count by src_ip');
      await change('Conflicting', { query: 'table theirs', cron_schedule: '*/5 * * * *' });
      await change('Drifted', { query: 'table theirs' });
      await workbench.runCommand('Logbench: Plan');
      await workbench.notifications.toast('3 to apply, 1 changed on the platform, 1 in conflict').waitFor();
      // VS Code draws the rows of a group one after the other.
      await holds(async () => {
        assert.deepEqual(
          (await changes.names()).map((name) => name.replace(/, detections.*/, '')),
          [
            'Conflicts',
            'Conflicting.lq, Conflicting: conflict',
            'Changed on the platform',
            'Drifted.lq, Drifted: changed on the platform',
            'To apply',
            'Alpha.lq, Alpha: change',
            'Beta.lq, Beta: change',
            'Gamma.lq, Gamma: change',
          ],
        );
      });
    });

    it('shows a conflict side by side', async () => {
      await changes.click(/^Conflicting\.lq/);
      await workbench.editor.tab(`Conflicting.lq: ${lab} (Staging) ↔ file`).waitFor();
      await workbench.page.locator('.editor.original').getByText('table theirs').waitFor();
      await workbench.screenshotInThemes('source-control');
    });

    it('keeps its rows while a file has a problem', async () => {
      const problems = workbench.page.locator('.statusbar-item').getByText('Problems: 1');
      // Also at another try.
      const text = (await readFile(file('Drifted'), 'utf8')).replace('enabeld:', 'enabled:');
      await writeFile(file('Drifted'), text.replace('enabled:', 'enabeld:'));
      await problems.waitFor();
      await changes.row(/^Conflicting\.lq/).waitFor();
      await writeFile(file('Drifted'), text);
      await problems.waitFor({ state: 'hidden' });
    });

    it('resolves the conflict by taking over what the platform has, after a question', async () => {
      if ((await changes.row(/^Conflicting\.lq/).count()) === 0) {
        // A try before this one has resolved it.
        await edit('Conflicting', 'table theirs', 'table ours');
        await change('Conflicting', { query: 'table theirs | limit 1', cron_schedule: '*/5 * * * *' });
        await workbench.runCommand('Logbench: Plan');
      }
      await changes.chooseFromMenu(/^Conflicting\.lq/, 'Accept Platform Changes');
      await workbench.notifications.dialog.getByText(`with the copy from ${lab} (Staging)?`).waitFor();
      await workbench.screenshot('source-control-take-over');
      await workbench.notifications.answerDialog('Accept Platform Changes');
      await changes.row('Conflicts').waitFor({ state: 'hidden' });

      assert.match(await readFile(file('Conflicting'), 'utf8'), /table theirs/);
    });

    it('applies the rest although one fails in the middle', async () => {
      // Also at another try, when some of them were applied before.
      for (const name of ['Alpha', 'Beta', 'Gamma']) await make(name, { differ: true });
      const { guid } = (await find('Beta'))!;
      const body = Buffer.from(JSON.stringify({ error_code: 'illegal-state', error_msg: 'no room left' }));
      proxy.interference = (exchange) => {
        if (exchange.method !== 'PUT' || !exchange.path.includes(guid)) return passOn(exchange);
        send(exchange.response, { status: 500, headers: { 'content-type': 'application/json' }, body });
        return undefined;
      };
      await workbench.runCommand('Logbench: Apply…');
      await workbench.notifications.dialog
        .getByText(`Apply 3 scheduled queries to ${lab} (Staging)?`)
        .waitFor();
      await workbench.screenshot('source-control-apply');
      await workbench.notifications.answerDialog('Apply');
      await workbench.notifications.answer(`${lab} (Staging): 2 applied, 1 failed.`, 'Show Results');
      await workbench.editor.tab(/^Apply/).waitFor();
      await eventually(async () =>
        /^failed +change +Beta +scheduled-queries\/Beta\.lq +no room left/m.test(
          await workbench.editor.text(),
        ),
      );
      await workbench.screenshot('source-control-results');
      await changes.row(/^Gamma\.lq/).waitFor({ state: 'hidden' });
    });

    it('marks the lines that differ', async () => {
      const masked = workbench.page.getByRole('button', { name: /are masked in Logbench/ });
      // Left by a try before this one.
      if (await masked.isVisible()) await masked.click();
      await changes.chooseFromMenu(/^Beta\.lq/, 'Open File');
      await workbench.editor.tab(/Beta\.lq/).waitFor();
      await workbench.page.locator('.dirty-diff-modified, .dirty-diff-glyph').first().waitFor();
      await workbench.page.locator('.codelens-decoration').getByText(`${lab} (Staging): change`).waitFor();
      await workbench.screenshot('source-control-marks');
      await workbench.page.keyboard.press('Control+Alt+H');
      await workbench.editor.lens(/masked-host-\d+ \(Staging\): change/).waitFor();
      await workbench.page.keyboard.press('Control+Alt+H');
      await workbench.editor.lens(`${lab} (Staging): change`).waitFor();
    });

    it('applies what failed at another try, by the key that publishes a query', async () => {
      for (const name of ['Alpha', 'Gamma']) await make(name, { differ: false });
      await make('Beta', { differ: true });
      await workbench.editor.focus();
      await workbench.page.keyboard.press('Control+Alt+Enter');
      await workbench.notifications.dialog.getByText(`Apply “Beta” to ${lab} (Staging)?`).waitFor();
      await workbench.notifications.answerDialog('Apply');
      await workbench.notifications.toast(`${lab} (Staging): 1 applied.`).waitFor();
      await changes.row('To apply').waitFor({ state: 'hidden' });
    });

    it('leaves Source Control with its folder, and is back with it', async () => {
      const platformName = workbench.page.locator('.statusbar-item').getByText(`${lab} (Staging)`);
      const outside = join(vscode.dataFolder, 'detections');
      await platformName.waitFor();
      await rename(folder, outside);
      try {
        await platformName.waitFor({ state: 'hidden' });
      } finally {
        await rename(outside, folder);
      }
      await platformName.waitFor();
    });

    /** Writes a file that differs from the platform in whether the query is enabled, or in nothing. */
    async function make(name: string, { differ }: { differ: boolean }): Promise<void> {
      const text = await readFile(file(name), 'utf8');
      const enabled = (await find(name))!.enabled !== differ;
      await writeFile(file(name), text.replace(/^enabled: \w+$/m, `enabled: ${enabled}`));
    }
  });
});
