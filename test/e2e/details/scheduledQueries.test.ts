import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { disposedAfter } from '../../support/ofSuite';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { FaultProxy, passOn, send } from '../../support/faultProxy';
import { holds } from '../../support/holds';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { QueryRows } from '../pages/queryRows';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';
import { openBacktest } from '../support/openBacktest';
import { everyFiveMinutes, StoredQueries } from '../../support/storedQueries';

describe('Scheduled queries with faults and a second platform', function () {
  this.timeout(90_000);
  let platform: RunningPlatform;
  let queries: StoredQueries;
  let proxy: FaultProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let rows: QueryRows;
  let explorer: TreeView;

  before(async function () {
    this.timeout(180_000);
    platform = await startPlatform();
    queries = new StoredQueries(platform, everyFiveMinutes);
    proxy = await FaultProxy.start(platform.baseUrl);
    await seed();
    const proxied = { baseUrl: proxy.baseUrl, key: platform.key };
    vscode = await InstalledVscode.connectedTo(proxied, { 'logbench.explorer.pageSize': 500 });
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    rows = await QueryRows.show(workbench, /Nightly traffic totals/);
    ({ explorer } = rows);
  });

  disposedAfter(() => [vscode, proxy, platform]);

  afterEach(() => {
    proxy.interference = passOn;
  });

  async function seed(): Promise<void> {
    await queries.create('Beacon hunting', { query: 'json "{}"', cron_schedule: '0 4 * * *' });
    await queries.create('Nightly traffic totals', { cron_schedule: '0 2 * * *' });
  }

  it('are not created under a name that is taken, nor with an invalid query before the problem was shown', async () => {
    const { notifications, quickInput } = workbench;
    await workbench.runCommand('Logbench: New Scheduled Query…');
    await quickInput.message.getByText('Name (must be unique)').waitFor();
    await quickInput.type('Nightly traffic totals');
    await quickInput.accept();
    await quickInput.message.getByText('The name “Nightly traffic totals” is already in use.').waitFor();
    await workbench.screenshot('create-duplicate');
    await quickInput.type('Walk test');
    await quickInput.accept();
    await quickInput.entry('Done').waitFor();
    await workbench.editor.focused(/Untitled/).waitFor();
    await workbench.page.keyboard.insertText('Walk test');
    await workbench.page.locator('.squiggly-warning').first().waitFor();
    await workbench.screenshot('create-text');
    await workbench.page.keyboard.press('Control+Alt+Enter');
    await quickInput.pick('On a schedule');
    await quickInput.message.getByText('Cron expression').waitFor();
    await quickInput.type('0 3 * * *');
    await quickInput.message.getByText('Next runs').waitFor();
    await quickInput.accept();
    await notifications.dialog.getByText('1 problem, line 1: Unknown command “Walk”.').waitFor();
    await notifications.focusedButton('Show Problem').waitFor();
    await workbench.screenshot('create-problem');
    await workbench.page.keyboard.press('Escape');

    assert.equal(await queries.find('Walk test'), undefined);
  });

  it('reports once on which connection a canceled request may have taken effect', async () => {
    await rows.select(/Nightly traffic totals/);
    await workbench.editor.append(' | limit 2');
    await workbench.editor.save();
    const draft = /Nightly traffic totals.*Draft, not published/;
    await explorer.row(draft).waitFor();
    proxy.interference = (exchange) => (exchange.method === 'PUT' ? undefined : passOn(exchange));
    await explorer.pickFromMenu(draft, 'Publish to Platform');
    await workbench.notifications.response('Publishing Nightly traffic totals to Lab', 'Cancel');
    await workbench.notifications
      .toast(/^Lab: “Nightly traffic totals”: Canceled while the request was in progress\./)
      .waitFor();
    await workbench.screenshot('publish-canceled');
  });

  it('publishes the same query on Retry, even if another tab is active', async () => {
    await rows.select(/Nightly traffic totals/);
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
    await rows.select(/Beacon hunting/);
    await failure.getByRole('button', { name: 'Retry' }).click();

    await eventually(async () =>
      String((await queries.find('Nightly traffic totals'))?.query).endsWith('limit 1'),
    );
    assert.equal((await queries.find('Beacon hunting'))?.query, 'json "{}"');
  });

  it('shows the request before it is sent', async () => {
    await explorer.pickFromMenu(/Beacon hunting/, 'Delete Scheduled Query…');
    await workbench.notifications.pressDialogButton('Show Request');
    await workbench.quickInput.entry('Delete').first().waitFor();
    await eventually(async () => (await workbench.editor.text()).includes('curl -X DELETE'));
    await workbench.screenshot('delete-request');
    await workbench.quickInput.cancel();

    assert.ok(await queries.find('Beacon hunting'));
  });

  it('are copied, run and duplicated from their menu, and a new query is opened on the connection', async () => {
    const { editor, notifications, quickInput } = workbench;
    await queries.removeNamed('Beacon hunting (copy)');
    const guid = (await queries.find('Beacon hunting'))?.guid ?? '';
    // While several are selected, a menu offers only what can be done with several.
    await rows.select(/Beacon hunting/);
    await explorer.pickFromMenu(/^Lab/, 'New Query');
    await editor.focused(/Untitled/).waitFor();
    for (const [item, copied] of [
      ['Copy GUID', guid],
      ['Copy as cURL', `curl -X PUT '${proxy.baseUrl}/api/core/scheduled-queries/${guid}'`],
    ] as const) {
      await explorer.pickFromMenu(/Beacon hunting/, item);
      await eventually(async () => {
        // The menu gives the focus back to the tree when it has closed.
        await editor.focus();
        await workbench.page.keyboard.press('Control+A');
        await workbench.page.keyboard.press('Control+V');
        return (await editor.text()).startsWith(copied);
      });
    }
    await workbench.closeEditors();

    await explorer.pickFromMenu(/Beacon hunting/, 'Run Scheduled Query Text');
    await workbench.webview().getByText('Finished').waitFor({ timeout: 60_000 });
    await explorer.pickFromMenu(/Beacon hunting/, 'Duplicate Scheduled Query…');
    await quickInput.message.getByText('Name (must be unique)').waitFor();
    await quickInput.accept();
    await notifications.pressDialogButton('Create Disabled');
    await notifications.toast('“Beacon hunting (copy)” was created').waitFor();
    await explorer.row(/^Beacon hunting \(copy\), disabled/).waitFor();
  });

  it('are completed by fields that arrive late, and the history lists only queries of the user', async () => {
    const { editor, page, quickInput } = workbench;
    // No earlier attempt has asked for its fields.
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
    await rows.select(/Nightly traffic totals/);
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

  it('continues a backtest after the platform was unreachable, and keeps the results', async () => {
    const page = await openBacktest(platform, queries, workbench, rows);
    let runs = 0;
    proxy.interference = (exchange) => {
      // Not whatever else the window reads, such as the number of rows for the estimate.
      runs += exchange.path.endsWith('/cursors') && exchange.body.includes('search') ? 1 : 0;
      if (runs < 4) return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('What was found before is kept. Retry continues.').waitFor({ timeout: 60_000 });
    await page.getByText(/^1 row in 3 runs/).waitFor();
    await workbench.screenshot('backtest-interrupted');
    proxy.interference = passOn;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(/^1 row in 8 runs/).waitFor();
    await queries.removeNamed('Web hits');
  });

  it('shows without a refresh that a new query fails, and that it works after another user has fixed it', async function () {
    this.timeout(200_000);
    const name = 'Repaired';
    // The list can take half a minute to be read again, which is what Playwright waits at most by default.
    const soon = { timeout: 90_000 };
    await queries.removeNamed(name);
    const often = { cron_schedule: '* * * * * *', enabled: 'true' };
    await queries.create(name, { query: 'table nowhere', ...often });
    await explorer.row(/^Repaired, last run failed/).waitFor(soon);

    await queries.replace(name, often);
    // It has to stop before it is idle: on a busy machine it runs whenever the list is read.
    await eventually(async () => !/fail/i.test(String((await queries.find(name))?.['result_state'])));
    await queries.replace(name, { enabled: 'true' });
    await explorer.row(/^Repaired, enabled/).waitFor(soon);
  });

  it('shows one failure of many queries as one item of the overview, and opens one of them', async () => {
    const failing = { query: 'table missing_table', cron_schedule: '* * * * * *' };
    const names = ['Branch report 1', 'Branch report 2', 'Branch report 3'];
    await queries.removeNamed(...names);
    for (const name of names) await queries.create(name, failing);
    await eventually(async () =>
      (await queries.list()).every(({ name, ...state }) =>
        names.includes(name) ? state['result_state'] === 'failed' : true,
      ),
    );
    await workbench.closeEditors();
    await workbench.runCommand('Logbench: Open Overview');
    const item = workbench.webview().locator('.attention-line', { hasText: /[3-9] scheduled queries/ });
    await item.getByText('The last run failed: The table “missing_table” does not exist. (10605)').waitFor();
    await workbench.screenshot('overview-group');
    await item.getByRole('button', { name: /^Show All [3-9]…$/ }).click();
    await workbench.quickInput.pick('Branch report 2');
    await workbench.editor.tab(/Branch report 2/).waitFor();
  });

  it('shows all names before many queries are deleted, and spreads the load of selected ones', async () => {
    for (let number = 10; number < 22; number++) {
      await queries.removeNamed(`Region ${number}`);
      await queries.create(`Region ${number}`, { cron_schedule: '0 4 * * *', query: 'json "{}"' });
    }
    await workbench.closeEditors();
    await workbench.runCommand('Logbench: Refresh');
    await explorer.row(/^Region 10/).waitFor();
    await explorer.selectAllBeside(/^Region 10/);
    await workbench.page.keyboard.press('Delete');
    await workbench.notifications.pressDialogButton('Show All');
    await eventually(async () => (await workbench.editor.text()).includes('“Region 21”'));
    const question = (await workbench.page.locator('.quick-input-widget').boundingBox())!;
    const names = await workbench.page.locator('.part.editor .view-line').filter({ hasText: '“' }).all();
    for (const name of names) assert.ok((await name.boundingBox())!.y >= question.y + question.height);
    await workbench.page.keyboard.press('Escape');

    await workbench.closeEditors();
    await workbench.runCommand('Logbench: Open Overview');
    const overview = workbench.webview();
    await overview.getByRole('button', { name: 'Spread Load' }).click();
    await overview.getByText(/^\d+ of \d+ selected$/).click();
    await overview
      .getByText(/^Region 1[2-9]/)
      .first()
      .click();
    await overview.getByText(/^1 of \d+ selected$/).waitFor();
    await workbench.screenshot('spread-load');
    await overview.getByRole('button', { name: 'Create 1 Draft' }).click();
    await workbench.notifications.toast('1 draft was created.').waitFor();
    await queries.removeNamed(...Array.from({ length: 12 }, (_, index) => `Region ${index + 10}`));
  });

  it('shows a version of a detection rule, runs its query, publishes a draft of it, and undoes that', async () => {
    const { baseUrl, key } = platform;
    const { editor, notifications } = workbench;
    const form = {
      ...{ name: `Logon failures ${Date.now()}`, priority: 'HIGH', schedule: '*/10 * * * *' },
      ...{ query: `json "{'user':'kim'}"`, msg: 'Check the user' },
    };
    await call(baseUrl, 'POST /api/core/batch-rules', { key, form });
    await workbench.closeEditors();
    await workbench.runCommand('Logbench: Refresh');
    await explorer.collapse(/^Scheduled Queries/);
    await explorer.expand(/^Detection Rules/);
    await explorer.expand(new RegExp(form.name));
    await explorer.click(/^Version 1/);
    await eventually(async () => /# Version 1[^]*Check the user[^]*json/.test(await editor.text()));
    await workbench.screenshot('rule-version');
    await editor.lens('Run Query').click();
    await workbench.webview().getByText('Finished').waitFor();

    await explorer.click(new RegExp(`^${form.name}`));
    await editor.lens('Version 1').waitFor();
    await editor.replace(`---\nname: ${form.name}\npriority: LOW\n---\njson "{}"\n`);
    await editor.save();
    await workbench.page.keyboard.press('Control+Alt+Enter');
    await notifications.toast('It is now version 2.').waitFor();
    await notifications.response(`Published ${form.name}`, 'Undo');
    await notifications.toast('It is now version 3.').waitFor();
    await explorer.collapse(/^Detection Rules/);
    await explorer.expand(/^Scheduled Queries/);
  });

  describe('The deletion of many', function () {
    this.timeout(240_000);
    /** One more than two requests take. */
    const names = Array.from({ length: 401 }, (_, index) => `Idle ${String(index).padStart(3, '0')}`);

    // Each, because another try finds some of them deleted.
    beforeEach(async () => {
      await workbench.closeEditors();
      await queries.removeAll();
      for (const name of names) await queries.create(name, { enabled: 'false' });
      await workbench.runCommand('Logbench: Refresh');
      await explorer.row(/^Scheduled Queries, 401/).waitFor();
      // While a list is read, the earlier rows stay.
      await explorer
        .row(/^Idle 000/)
        .and(workbench.page.locator('[aria-setsize="401"]'))
        .waitFor();
    });

    it('is canceled after the first request, and reports what was deleted and what was not', async () => {
      let deletions = 0;
      proxy.interference = (exchange) => {
        if (exchange.method !== 'DELETE') return passOn(exchange);
        deletions += 1;
        // The second request gets no response.
        return deletions === 1 ? passOn(exchange) : undefined;
      };
      await explorer.selectAllBeside(/^Idle 000/);
      await explorer.pickFromMenu(/^Idle 000/, 'Delete Scheduled Queries…');
      const { notifications } = workbench;
      await notifications.dialog.getByText('Delete 401 scheduled queries on Lab (Staging)?').waitFor();
      await notifications.dialog.getByText('“Idle 008” and 392 more').waitFor();
      await workbench.screenshot('delete-many');
      await notifications.pressDialogButton('Show All');
      await eventually(async () => /^“Idle 011”$/m.test(await workbench.editor.text()));
      await workbench.screenshot('delete-all-names');
      await workbench.quickInput.pick('Delete');
      await notifications.toast('200 of 401').waitFor();
      await workbench.screenshot('delete-progress');
      await notifications.response('Delete Scheduled Queries', 'Cancel');
      await notifications.response('Lab: 200 deleted, 200 unknown, 1 not sent', 'Show Results');

      await workbench.editor.tab(/Delete Scheduled Queries/).waitFor();
      await eventually(async () => /^deleted +Idle 000/m.test(await workbench.editor.text()));
      // Up first: a document that has just opened may be scrolled until only the blank line at its end is in sight.
      await eventually(async () => {
        await workbench.editor.focus();
        for (const key of ['Control+Home', 'Control+End']) await workbench.page.keyboard.press(key);
        return /^not sent +Idle 400/m.test(await workbench.editor.text());
      });
      assert.match(
        await workbench.editor.text(),
        /^unknown +Idle 399 .*Canceled while the request was in progress\. It may have taken effect/m,
      );
      await workbench.screenshot('delete-canceled');
      assert.equal((await queries.list()).length, 201);
      assert.equal(deletions, 2);
      await explorer.row(/^Scheduled Queries, 201/).waitFor();
    });
  });

  describe('With a second platform with the strict interface', function () {
    let data: string;
    let rule: string;
    let strict: RunningPlatform;

    before(async () => {
      data = await mkdtemp(path.join(tmpdir(), 'logbench-strict-'));
      // That interface changes batch rules, but creates none.
      const full = await startPlatform({ data });
      const form = { name: 'Beaconing', priority: 'HIGH', query: 'json "{}"' };
      const { body } = await full.call('POST /api/core/batch-rules', { form });
      rule = (body as { readonly guid: string }).guid;
      await full.kill();
      strict = await full.restart({ extra: ['--strict-interface'] });
      const { quickInput } = workbench;
      // The other connection has more rows than fit.
      await explorer.collapse(/^Lab/);
      const respond = async (prompt: string, text: string): Promise<void> => {
        await quickInput.message.getByText(prompt).waitFor();
        await quickInput.type(text);
        await quickInput.accept();
      };
      await workbench.runCommand('Logbench: Add Connection…');
      await respond('Display name of the connection', 'Old');
      await respond('Address of the platform', strict.baseUrl);
      await quickInput.pick('Production');
      await respond('Product segment', 'core');
      await quickInput.pick('Nothing');
      await respond('API key', strict.key);
      await explorer.row(/^Old, Production, locked/).waitFor();
    });

    after(async () => {
      await strict[Symbol.asyncDispose]();
      await rm(data, { recursive: true, force: true });
    });

    it('compares the draft of a detection rule opened by its GUID, and publishes it after it is unlocked', async () => {
      const { editor, notifications, quickInput } = workbench;
      await workbench.closeEditors();
      const text = `table fw_seoul | limit ${Date.now()}`;
      await workbench.runCommand('Logbench: Open Detection Rule…');
      await quickInput.pick('Old');
      await quickInput.pick('Batch');
      await quickInput.message.getByText('GUID of the rule').waitFor();
      await quickInput.type(rule);
      await quickInput.accept();
      await editor.focused(/Beaconing/).waitFor();
      await editor.replace(`---\nname: Beaconing\npriority: HIGH\n---\n${text}\n`);
      await editor.save();
      await editor.scrollToTop();
      await editor.lens('locked: unlock to publish').waitFor();
      await editor.lens('Compare').click();
      await editor.tab('Beaconing: Old ↔ your draft').waitFor();
      await workbench.runCommand('View: Close Editor');

      await editor.focused(/Beaconing/).waitFor();
      await workbench.page.keyboard.press('Control+Alt+Enter');
      await notifications.dialog.getByText('Writes to Old are locked.').waitFor();
      assert.match(await ruleText(), /"json \\"{}\\""/, 'nothing is sent to a locked platform');
      await notifications.pressDialogButton('Unlock Writes…');
      await quickInput.pick('5 minutes');
      await notifications.dialog.getByText('Changes: query').waitFor();
      await workbench.screenshot('rule-strict');
      await notifications.pressDialogButton('Publish');
      await quickInput.message.getByText('Type its name, Old, to continue.').waitFor();
      await quickInput.type('Old');
      await quickInput.accept();

      await notifications.toast('Published Beaconing to Old.').waitFor();
      assert.ok((await ruleText()).includes(text));
      await workbench.runCommand('Logbench: Unlock Writes…');
      await quickInput.pick('Lock now');
    });

    async function ruleText(): Promise<string> {
      const { body } = await strict.call(`GET /api/core/batch-rules/${rule}`);
      return JSON.stringify(body);
    }

    it('shows the last run from the record, and explains that the platform lists no runs', async () => {
      const there = new StoredQueries(strict, everyFiveMinutes);
      await there.removeAll();
      await there.create('Old misses', { query: 'table missing_table', cron_schedule: '* * * * * *' });
      await eventually(async () => (await there.find('Old misses'))?.['result_state'] === 'failed');
      await workbench.closeEditors();
      await explorer.collapse(/^Lab/);
      await explorer.expand(/^Old/);
      await explorer.expand(/^Scheduled Queries/);
      await explorer.pickFromMenu(/^Old misses/, 'Show Runs');
      const page = workbench.webview();
      await page.getByText('This platform does not list runs').waitFor();
      await page.getByText(/^Failing since/).waitFor();
      await page.locator('.changes li', { hasText: 'admin' }).first().waitFor();
      await workbench.screenshot('runs-strict');
      await there.removeAll();
    });

    it('receives a copy of a scheduled query, and another one after a comparison', async () => {
      const { notifications, quickInput } = workbench;
      const there = new StoredQueries(strict, everyFiveMinutes);
      await there.removeAll();
      await queries.removeAll();
      await queries.create('Beacon hunting', { query: 'json "{}"' });
      await workbench.closeEditors();
      await explorer.collapse(/^Old/);
      await workbench.runCommand('Logbench: Refresh');
      await explorer.expand(/^Lab/);
      await explorer.expand(/^Scheduled Queries/);
      await explorer.pickFromMenu(/^Beacon hunting/, 'Copy Scheduled Query to Connection…');
      await notifications.dialog.getByText('Create “Beacon hunting” on Old (Production)?').waitFor();
      await notifications.pressDialogButton('Create Disabled');
      await unlockAndType('Old');
      await notifications.toast('Old: “Beacon hunting” was created').waitFor();

      await queries.replace('Beacon hunting', { query: 'json "{ }"' });
      await explorer.pickFromMenu(/^Beacon hunting/, 'Copy Scheduled Query to Connection…');
      await quickInput.entry('Overwrite').waitFor();
      await workbench.editor.tab(/Beacon hunting.*Old \(Production\) ↔ Lab \(Staging\)/).waitFor();
      await workbench.screenshot('copy-query');
      assert.equal((await there.find('Beacon hunting'))?.query, 'json "{}"', 'comparing sends nothing');
      await quickInput.pick('Overwrite');
      await quickInput.message.getByText('Type its name, Old, to continue.').waitFor();
      await quickInput.type('Old');
      await quickInput.accept();
      await notifications.toast('Old: “Beacon hunting” was overwritten').waitFor();
      const copied = await there.find('Beacon hunting');
      assert.deepEqual([copied?.query, copied?.enabled], ['json "{ }"', false]);
    });

    /** Production: its name is typed, and then its lock is opened, the first time. */
    async function unlockAndType(name: string): Promise<void> {
      const { notifications, quickInput } = workbench;
      await quickInput.message.getByText(`Type its name, ${name}, to continue.`).waitFor();
      await quickInput.type(name);
      await quickInput.accept();
      await notifications.pressDialogButton('Unlock Writes');
      await quickInput.pick('60 minutes');
    }

    it('receives a copy of a detection rule, created disabled', async () => {
      const { baseUrl, key } = platform;
      const name = `Beaconing ${Date.now()}`;
      const form = { name, priority: 'HIGH', source_type: 'LOGGER', commands: '[]', enabled: 'true' };
      await call(baseUrl, 'POST /api/core/stream-rules', { key, form });
      await workbench.closeEditors();
      await explorer.collapse(/^Old/);
      // VS Code does not tell a command its row while the list is read again, so nothing is shown that would be.
      await explorer.collapse(/^Lab/);
      await workbench.runCommand('Logbench: Refresh');
      await explorer.expand(/^Lab/);
      await explorer.expand(/^Detection Rules/);
      // Nothing is read again after the count of the section is shown.
      await explorer.row(/^Detection Rules, \d/).waitFor();
      await explorer.pickFromMenu(new RegExp(name), 'Copy Rule to Connection…');
      await workbench.notifications.dialog.getByText(`Create “${name}” on Old (Production)?`).waitFor();
      await workbench.screenshot('copy-rule');
      await workbench.notifications.pressDialogButton('Create Disabled');
      await workbench.quickInput.message.getByText('Type its name, Old, to continue.').waitFor();
      await workbench.quickInput.type('Old');
      await workbench.quickInput.accept();
      await workbench.notifications.toast(`Old: “${name}” was created`).waitFor();
    });
  });
});
