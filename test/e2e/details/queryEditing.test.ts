import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import * as z from 'zod/mini';
import { disposedAfter } from '../../support/ofSuite';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { holds } from '../../support/holds';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { StoredQueries } from '../../support/storedQueries';
import { fileMark } from '../pages/fileMark';
import type { TreeView } from '../pages/treeView';
import { themes } from '../pages/workbench';
import type { Theme, Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

const peopleBy = (field: string): string => `json "[{'${field}':'ann','n':3},{'${field}':'=bob','n':5}]"`;
const people = peopleBy('who');
const endless = `json "{'n':1}" | repeat count=100000 over=600s`;
/** A dot in a name must not cut the name of its tab. */
const changed = 'Logins of v1.2 agents';
const untouched = 'Nightly totals';

const longNotebook = [
  '---\nconnection: Lab\n---\n',
  '```lq\ntable later\n```\n',
  `\`\`\`lq\njson "[{'found':'after the reload'}]" | repeat count=2 over=15s\n\`\`\`\n`,
].join('\n');

describe('Scheduled queries in the editor', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let queries: StoredQueries;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(240_000);
    platform = await startPlatform();
    queries = new StoredQueries(platform);
    await queries.create('People', { query: people });
    await queries.create('Endless', { query: endless });
    await queries.create(untouched, { enabled: 'true' });
    await createFailed(changed);
    await platform.call('POST /api/core/tables', {
      form: { table: 'web_logs' },
    });
    vscode = await InstalledVscode.connectedTo(platform);
    const workspace = path.join(vscode.dataFolder, 'workspace');
    await mkdir(workspace);
    await writeFile(path.join(workspace, 'long.lq.md'), longNotebook);
    workbench = await vscode.open({ size: { width: 1280, height: 800 }, timeZone: 'Asia/Kathmandu' });
    explorer = workbench.tree(/Explorer/);
    // The palette knows the commands once the view is there.
    await workbench.openContainer('Logbench');
    await explorer.row(/^Lab/).first().waitFor({ timeout: 60_000 });
  });

  disposedAfter(() => [vscode, platform]);

  /** One that runs at night like the others, and whose last run failed. */
  async function createFailed(name: string): Promise<void> {
    const failing = { query: 'table nowhere', cron_schedule: '* * * * * *', enabled: 'true' };
    const guid = await queries.create(name, failing);
    const operation = `/api/core/scheduled-queries/${guid}`;
    const { key } = platform;
    await eventually(async () =>
      JSON.stringify((await call(platform.baseUrl, `GET ${operation}`, { key })).body).includes('"failed"'),
    );
    const form = {
      name,
      query: 'json "{}"',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
      enabled: 'true',
    };
    await call(platform.baseUrl, `PUT ${operation}`, { key, form });
  }

  async function open(name: string): Promise<void> {
    await workbench.runCommand('Logbench: Open Scheduled Query…');
    await workbench.quickInput.pick(name);
    await workbench.editor.tab(name).waitFor();
  }

  describe('Editing and running a query by keyboard', () => {
    async function publishedText(name: string): Promise<string | undefined> {
      return (await queries.find(name))?.query;
    }

    /** The queries that the platform runs or holds results of, as text. */
    async function heldQueries(): Promise<string> {
      const operation = 'GET /api/core/query?q=system%20queries&format=json-single';
      return JSON.stringify((await call(platform.baseUrl, operation, { key: platform.key })).body);
    }

    it('keeps saved text without publishing it', async () => {
      await open('People');
      await workbench.editor.replace(`${people} | sort n`);
      await workbench.editor.save();
      await workbench.page.getByText('Publish', { exact: true }).first().waitFor();
      // Away from the word, whose suggestions would take the next keys.
      await workbench.page.keyboard.press('Control+Home');

      assert.equal(await publishedText('People'), people);
    });

    it('runs by a keyboard shortcut and shows the rows', async () => {
      await workbench.page.keyboard.press('Control+Enter');
      const results = workbench.webview();
      await results.getByText('Finished').waitFor({ timeout: 60_000 });
      await results.getByText('=bob').first().waitFor();
      await workbench.screenshotInThemes('query-results');
    });

    it('shows times in the zone of the window, which is not that of the machine', async () => {
      await workbench.page.keyboard.press('Control+1');
      await workbench.editor.lens('changed by').filter({ hasText: '+0545' }).waitFor();
    });

    it('shows the next runs of a typed schedule in the zone of the window and in that of the server', async () => {
      const { quickInput } = workbench;
      await workbench.runCommand('Logbench: Edit Schedule and Properties…');
      await quickInput.pick('Schedule:');
      await quickInput.pick('On a schedule');
      await quickInput.message.getByText('Next runs').waitFor();
      await quickInput.type('0 4 * * *');
      await quickInput.message.getByText(/Next runs: .*09:45\+0545, on the server .*04:00\+0000/).waitFor();
      await workbench.screenshot('edit-cron-zones');
      // First back to the properties, of which none has changed.
      await workbench.page.keyboard.press('Escape');
      await quickInput.entry('Schedule:').waitFor();
      await quickInput.cancel();
    });

    it('exports the shown rows, safe for a spreadsheet, and opens the file', async () => {
      const file = await newFile('people.csv');
      // A failed try leaves the file in front of them.
      await workbench.editor.tab(/^Results: People/).click();
      const results = workbench.webview();
      await results.getByRole('toolbar').getByText('Export', { exact: true }).click();
      await results.getByRole('menuitem', { name: 'Export as CSV…' }).click();
      await workbench.quickInput.pickPath(file);
      await workbench.notifications.response('2 rows were written', 'Open');
      await workbench.editor.focused(/people\.csv/).waitFor({ state: 'attached' });
      await eventually(async () => /ann[^]*'=bob/.test(await workbench.editor.text()));
      await workbench.runCommand('View: Close Editor');
    });

    it('publishes by a keyboard shortcut, which updates an open comparison at once', async () => {
      // Another try finds what the one before has published.
      const text = `${(await publishedText('People')) ?? ''} | sort n`;
      await workbench.editor.tab(/^People · Lab/).click();
      await workbench.editor.replace(text);
      await workbench.runCommand('Logbench: Compare with Platform');
      const difference = workbench.page.locator('.monaco-diff-editor .line-insert').first();
      await difference.waitFor();
      await workbench.page.locator('.editor.modified .view-lines:not(.line-delete)').click();
      await workbench.page.keyboard.press('Control+Alt+Enter');
      await eventually(async () => (await publishedText('People')) === text, { within: 30_000 });
      await difference.waitFor({ state: 'hidden' });
      await workbench.runCommand('View: Close Editor');
    });

    it('runs in the tab of its results, although the suggest widget is open', async () => {
      await workbench.page.keyboard.press('Control+1');
      await workbench.editor.replace(`${people} | `);
      await workbench.page.keyboard.type('sort');
      await workbench.page.locator('.suggest-widget.visible').getByText('sort').first().waitFor();
      await workbench.screenshot('suggestions-of-commands');
      await workbench.page.keyboard.press('Control+Enter');

      await workbench.notifications.pressDialogButton('Run Anyway');
      // Rejected, since it has no field: what matters is that it ran, in the one tab that there is.
      const results = workbench.webview();
      await results.getByText('“sort” requires a field name').first().waitFor({ timeout: 30_000 });
      await workbench.page.locator('.suggest-widget.visible').waitFor({ state: 'hidden' });
      await workbench.screenshot('query-rejected');
      // No line was added.
      await workbench.page
        .locator('.part.statusbar')
        .getByText(/^Ln 1, /)
        .waitFor();
      assert.equal(await workbench.editor.tab(/^Results: People/).count(), 1);
    });

    it('is not published with a problem before the user has seen it', async () => {
      const published = await publishedText('People');
      await workbench.editor.tab(/^People · Lab/).click();
      await workbench.editor.focus();
      await workbench.page.keyboard.press('Control+Alt+Enter');
      await workbench.notifications.dialog
        .getByText('1 problem, line 1: “sort” requires a field name.')
        .waitFor();
      await workbench.screenshot('publish-problem');
      // The question moves above the request. With the focus back in the text, the same key asks again.
      await workbench.notifications.pressDialogButton('Show Request');
      await workbench.quickInput.entry('Publish Anyway').waitFor();
      await workbench.editor.focus();
      await workbench.page.keyboard.press('Control+PageUp');
      await workbench.editor.focused(/People/).waitFor({ state: 'attached' });
      await workbench.page.keyboard.press('Control+Alt+Enter');
      await workbench.notifications.pressDialogButton('Show Problem');

      await workbench.editor.focused(/People/).waitFor({ state: 'attached' });
      assert.equal(await publishedText('People'), published);
    });

    it('cancels a long-running query', async () => {
      await workbench.runCommand('View: Close All Editors');
      await open('Endless');
      await workbench.editor.focus();
      await workbench.page.keyboard.press('Control+Enter');
      const results = workbench.webview();
      await results.getByText('Running').waitFor({ timeout: 60_000 });
      await workbench.screenshot('query-running');
      await results.getByRole('textbox', { name: 'Filter rows' }).fill('1');
      await results.locator('.loaded').getByText('match').waitFor();
      await results.getByRole('button', { name: 'Cancel Query' }).click();
      await results.getByText('Canceled').waitFor({ timeout: 30_000 });
      // No more rows are shown than there are.
      const counts = (await results.locator('.loaded').innerText()).match(/[\d,]+/g) ?? [];
      const [first, ...others] = counts.map((count) => Number(count.replaceAll(',', '')));
      assert.ok(first !== undefined && others.every((count) => first <= count), counts.join(' of '));
      await results.getByText('Rows may be missing').waitFor();
      await workbench.screenshot('query-canceled');
      assert.equal(await results.getByText('went wrong').count(), 0);
      assert.ok(!(await heldQueries()).includes('repeat count=100000'));
      assert.deepEqual(await rejectedStatuses(), []);
    });

    it('shows how many rows are sorted until all are, and starts the next query unsorted', async () => {
      const rows = `json "{'a':1}" | repeat count=2500 | eval n = rand(100)`;
      await runText(rows);
      const results = workbench.webview();
      await results.getByText('2,500 rows').waitFor({ timeout: 60_000 });
      // The columns get their widths, and so their positions, from the first rows.
      await results.getByRole('gridcell', { name: '1', exact: true }).first().waitFor();
      await results.getByRole('columnheader', { name: /^n/ }).click();
      await results.getByText('Sorted 2,000 of 2,500 rows').waitFor();
      await results.getByText('Sort All').click();
      await results.getByText('All rows are sorted').waitFor();

      await runText(`${rows} | stats count by n`);
      await results.getByRole('columnheader', { name: /^count/ }).waitFor({ timeout: 60_000 });
      await results.locator('[aria-sort]').waitFor({ state: 'detached' });
    });

    it('charts the filtered rows, and accepts every letter in the filter after an arrow key at the edge of the grid', async () => {
      const results = workbench.webview();
      const filter = results.getByRole('textbox', { name: 'Filter rows' });
      await filter.fill('');
      const chart = results.getByRole('switch', { name: 'Chart' });
      if ((await chart.getAttribute('aria-checked')) !== 'true') await chart.click();
      await results.locator('[data-row="0"] [role=gridcell]').first().click();
      await workbench.page.keyboard.press('ArrowLeft');
      await filter.click();
      await workbench.page.keyboard.type('zzz', { delay: 20 });
      assert.equal(await filter.inputValue(), 'zzz');
      await results.getByText('No loaded row contains “zzz”.').waitFor();
      await filter.fill('99');
      await results.getByText('1 of 100 rows match').waitFor();
      await results.locator('[role=slider][aria-valuemax="0"]').waitFor();

      await results.getByRole('toolbar').getByText('Export', { exact: true }).click();
      await results.getByRole('menuitem', { name: /All Rows as CSV \(Unfiltered, Unsorted\)/ }).waitFor();
      await results.getByRole('menuitem', { name: 'Export Rows Shown (1) as CSV…' }).click();
      await workbench.quickInput.pickPath(await newFile('shown.csv'));
      await workbench.notifications.toast('1 row was written to').waitFor();
    });

    it('collects diagnostics without hosts and names, and shows them before they are saved', async () => {
      await workbench.runCommand('Logbench: Collect Diagnostics…');
      await workbench.quickInput.pick('Replace Hosts and Connection Names');
      await workbench.editor.tab(/^logbench-diagnostics · Diagnostics/).waitFor({ timeout: 60_000 });
      await workbench.editor.lens('Save As…').waitFor();
      await workbench.screenshot('diagnostics');
      // The beginning: VS Code draws only the visible lines.
      const text = await workbench.editor.text();
      await workbench.runCommand('View: Close Editor');
      assert.match(text, /# Logbench diagnostics/);
      assert.match(text, /\| Remote \| host-1\b/);
      assert.doesNotMatch(text, /127\\?\.0|Lab\b/);
    });

    it('selects all rows and none with the keys of a list', async () => {
      const results = workbench.webview();
      await results.getByRole('textbox', { name: 'Filter rows' }).fill('');
      await results.locator('[data-row="0"] [role=gridcell]').first().click();
      await workbench.page.keyboard.press('Control+A');
      await results.locator('[data-row="3"][aria-selected=true]').waitFor();
      await workbench.page.keyboard.press('Escape');
      await results.locator('[data-row="3"][aria-selected=true]').waitFor({ state: 'detached' });
    });

    it('shows the active row next to the grid, and fits a column by a double click', async () => {
      const field = newField();
      await runText(peopleBy(field));
      const results = workbench.webview();
      // A column of this name keeps its width for the next results.
      const heading = results.getByRole('columnheader', { name: field });
      await heading.waitFor({ timeout: 60_000 });
      await results.getByRole('gridcell', { name: 'ann' }).dblclick({ timeout: 60_000 });
      const pane = results.getByRole('region', { name: 'Row' });
      await pane.getByText('ann').waitFor();
      await results.getByRole('gridcell', { name: '=bob' }).click();
      await pane.getByText('=bob').waitFor();
      await workbench.page.keyboard.press('ArrowUp');
      await pane.getByText('ann').waitFor();
      await workbench.page.keyboard.press('Escape');
      await pane.waitFor({ state: 'detached' });

      const width = async (): Promise<number> => (await heading.boundingBox())?.width ?? 0;
      const fitting = await width();
      await heading.click();
      for (let press = 0; press < 4; press++) await workbench.page.keyboard.press('Shift+ArrowRight');
      await eventually(async () => (await width()) > fitting + 50);
      await heading.locator('.grid-resizer').dblclick();
      await eventually(async () => Math.abs((await width()) - fitting) < 20);
    });

    it('pins a column, finds a text, and copies a value, a column and rows as Markdown', async () => {
      const field = newField();
      await runText(peopleBy(field));
      const results = workbench.webview();
      const heading = (name: string): Locator =>
        results.getByRole('columnheader', { name: new RegExp(`^${name}\\b`) });
      await heading(field).waitFor({ timeout: 60_000 });
      const pick = async (from: Locator, item: string): Promise<void> => {
        await from.click({ button: 'right', timeout: 60_000 });
        await results.getByRole('menuitem', { name: item, exact: true }).click();
      };
      const left = async (name: string): Promise<number> => (await heading(name).boundingBox())!.x;
      assert.ok((await left(field)) < (await left('n')));
      await pick(heading('n'), 'Pin Column');
      await eventually(async () => (await left('n')) < (await left(field)));

      await results.getByRole('gridcell', { name: 'ann' }).click();
      await workbench.page.keyboard.press('Control+F');
      await results.getByRole('textbox', { name: 'Find', exact: true }).fill('BOB');
      await results.getByText('1 of 1', { exact: true }).waitFor();
      await results.locator('.grid-cell.found[data-active]').filter({ hasText: '=bob' }).waitFor();
      await workbench.page.keyboard.press('Escape');

      const pastes = (text: RegExp): Promise<unknown> =>
        eventually(async () => {
          await workbench.page.keyboard.press('Control+1');
          await workbench.editor.focus();
          await workbench.page.keyboard.press('Control+A');
          await workbench.page.keyboard.press('Control+V');
          return text.test(await workbench.editor.text());
        });
      await pick(results.getByRole('gridcell', { name: '=bob' }), 'Copy Value');
      await pastes(/^=bob$/);
      await pick(heading(field), 'Copy Column');
      await pastes(/^ann\n=bob$/);
      await pick(results.getByRole('gridcell', { name: 'ann' }), 'Copy Rows as Markdown');
      await pastes(new RegExp(`^\\| ${field} \\| n \\|\\n\\| --- \\| --- \\|\\n\\| ann \\| 3 \\|$`));
    });

    it('adds a value to the query without running it, excludes one, and keeps only one, from the menu of its cell and in the open row', async () => {
      const field = newField();
      await runText(peopleBy(field));
      const results = workbench.webview();
      await results.getByRole('columnheader', { name: field }).waitFor({ timeout: 60_000 });
      const pick = async (value: string, item: string): Promise<void> => {
        await results.getByRole('gridcell', { name: value }).click({ button: 'right', timeout: 60_000 });
        await results.getByRole('menuitem', { name: item }).click();
      };
      const added = `${peopleBy(field)} | search ${field} == "ann"`;
      await pick('ann', 'Add to Query');
      await workbench.editor.focused(/Endless/).waitFor();
      await holdsText(added);

      // Still there, because what was added was not run.
      const bob = results.getByRole('gridcell', { name: '=bob' });
      await pick('=bob', 'Exclude “=bob”');
      await bob.waitFor({ state: 'detached', timeout: 60_000 });
      await workbench.page.keyboard.press('Control+1');
      await holdsText(`${added} | search not(${field} == "=bob")`);

      await runText(peopleBy(field));
      await bob.waitFor({ timeout: 60_000 });
      await results.getByRole('gridcell', { name: 'ann' }).dblclick();
      await results.getByRole('button', { name: `Actions for ${field}` }).click();
      await results.getByRole('menuitem', { name: 'Keep Only “ann”' }).click();
      await bob.waitFor({ state: 'detached', timeout: 60_000 });
      await workbench.page.keyboard.press('Control+1');
      await holdsText(added);
    });

    it('offers a fix for a misspelled command, and suggests the most common command first, with a trailing blank', async () => {
      await workbench.editor.replace('json "{}" | serch');
      // A warning that is still shown may be that of the text before, which has no such fix.
      await eventually(async () => {
        await workbench.page.keyboard.press('Control+.');
        await workbench.page
          .locator('.action-widget')
          .getByText('Change to “search”')
          .click({ timeout: 3_000 });
        return true;
      });
      await eventually(async () => (await workbench.editor.text()).endsWith('| search'));

      await workbench.editor.replace('json "{}" | ');
      await workbench.page.keyboard.press('Control+Space');
      const suggestions = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
      await suggestions.first().getByText('search').waitFor();
      await suggestions.and(workbench.page.locator('.focused')).getByText('search').waitFor();
      await workbench.page.keyboard.press('Enter');
      await eventually(async () => (await workbench.editor.text()).endsWith('| search '));
    });

    it('reports a table that the platform does not have, in the editor and before it is published', async () => {
      await workbench.page.keyboard.press('Control+1');
      await workbench.editor.replace('table duration=1h web_log | stats count');
      await workbench.page.locator('.squiggly-warning').first().waitFor();
      await workbench.editor.save();
      await workbench.page.keyboard.press('Control+Alt+Enter');
      await workbench.notifications.dialog
        .getByText('1 problem, line 1: The table “web_log” does not exist. Did you mean “web_logs”?')
        .waitFor();
      await workbench.screenshot('publish-missing-table');
      await workbench.page.keyboard.press('Escape');
      assert.equal(await publishedText('Endless'), endless);
    });

    it('shows only differences in content when a comparison ignores the layout', async () => {
      const { editor, page } = workbench;
      await editor.tab(/^Endless · Lab/).click();
      await editor.replace(`${endless} | limit 7`);
      await workbench.runCommand('Format Document');
      await eventually(async () => (await editor.text()).endsWith('\n| limit 7'));
      await editor.focused(/Endless/).waitFor();
      await workbench.runCommand('Logbench: Compare with Platform, Ignoring Layout');
      await editor.tab(/layout ignored/).waitFor();
      const comparison = page.locator('.monaco-diff-editor');
      await comparison.locator('.line-insert').first().waitFor();
      await workbench.screenshot('compare-ignoring-layout');
      // The text on the platform is one line, so none of its commands would be on a line of its own.
      assert.equal(await comparison.locator('.line-delete').count(), 0);
      await workbench.runCommand('View: Close Editor');
    });

    /** A path that no file has, so that nothing asks whether to overwrite it. */
    async function newFile(name: string): Promise<string> {
      const file = path.join(vscode.dataFolder, name);
      await rm(file, { force: true });
      return file;
    }

    let fields = 0;

    /** A name that no results had before. */
    function newField(): string {
      fields += 1;
      return `who${fields}`;
    }

    /** Waits until this is in the editor, however its lines are wrapped. */
    async function holdsText(text: string): Promise<void> {
      const label = (written: string): string => written.replaceAll(/\s/g, '');
      await holds(async () => {
        assert.equal(label(await workbench.editor.text()), label(text));
      });
    }

    async function runText(text: string): Promise<void> {
      await workbench.page.keyboard.press('Control+1');
      await workbench.editor.replace(text);
      await workbench.page.keyboard.press('Control+Enter');
    }

    /** What the audit log has of queries that were asked about after their end. */
    async function rejectedStatuses(): Promise<unknown> {
      const operation = 'GET /api/core/audit-logs?keywords=cannot%20access';
      const { body } = await call(platform.baseUrl, operation, { key: platform.key });
      return z.object({ audit_logs: z.unknown() }).parse(body).audit_logs;
    }
  });

  describe('Drafts in the window', () => {
    before(async () => {
      await workbench.runCommand('View: Close All Editors');
      await explorer.expand(/^Lab/);
      await explorer.expand(/^Scheduled Queries/);
      for (const name of [untouched, changed]) await open(name);
    });

    it('have tabs with the name of the query and its connection, including dots', async () => {
      await workbench.editor.tab(`${changed}.lq · Lab`).waitFor();
      await workbench.editor.tab(`${untouched} · Lab`).waitFor();
    });

    it('have a badge on the tab and in the tree, and a label for screen readers', async () => {
      await workbench.editor.append(' | limit 1');
      await workbench.editor.save();
      await explorer
        .row(/^Logins of v1\.2 agents, last run failed, at 03:00, server time, Draft, not published$/)
        .waitFor();

      for (const locator of [workbench.editor.tab(changed), explorer.row(changed)]) {
        await eventually(async () => (await fileMark(locator.first())).badge === 'D');
      }
      for (const location of [workbench.editor.tab(untouched), explorer.row(untouched)]) {
        assert.equal((await fileMark(location.first())).badge, '');
      }
    });

    for (const theme of Object.keys(themes) as Theme[]) {
      it(`differ in color from the others, and show their state, in the theme ${theme}`, async () => {
        await workbench.useTheme(theme);
        await workbench.screenshot(`drafts-${theme}`);
        const [draft, other] = [explorer.row(changed), explorer.row(untouched)].map((row) => row.first());

        assert.ok(draft && other);
        const [marked, plain] = [await fileMark(draft), await fileMark(other)];
        assert.notEqual(marked.color, plain.color);
        // Its last run failed: neither the color of a draft nor that of all text may hide it.
        assert.notEqual(marked.iconColor, marked.color);
        assert.notEqual(marked.iconColor, plain.color);
      });
    }

    it('lose their badge, label and text when they are discarded from the tree', async () => {
      // Another try finds it discarded.
      await workbench.editor.append(' | limit 1');
      await workbench.editor.save();
      await explorer.row(/^Logins of v1\.2 agents.*Draft, not published$/).waitFor();
      await explorer.pickFromMenu(changed, 'Discard Draft');
      await workbench.notifications.pressDialogButton('Discard Draft');
      await explorer.row(/^Logins of v1\.2 agents, last run failed, at 03:00, server time$/).waitFor();

      for (const locator of [workbench.editor.tab(changed), explorer.row(changed)]) {
        await eventually(async () => (await fileMark(locator.first())).badge === '');
      }
      await eventually(async () => (await workbench.editor.text()) === 'json "{}"');
    });

    it('show the differing part if another user has changed the query, and merge it', async () => {
      const { page, editor, notifications } = workbench;
      const text = `json "{}" | search ${'a == 1 and '.repeat(12)}b == 2 | limit 10`;
      const name = `Contested ${Date.now()}`;
      const guid = await queries.create(name, { query: text });
      await workbench.runCommand('Logbench: Refresh');
      await open(name);
      await eventually(async () => (await editor.text()).startsWith('json "{}" | search'));
      await editor.replace(text.replace('b == 2', 'b == 3'));
      await editor.save();
      await editor.lens(/Publish$/).waitFor();
      const form = {
        ...{ name, trigger_type: 'cron', cron_schedule: '0 3 * * *' },
        query: text.replace('limit 10', 'limit 20'),
      };
      await platform.call(`PUT /api/core/scheduled-queries/${guid}`, { form });
      await workbench.runCommand('Logbench: Publish to Platform');
      for (const part of [/Theirs: “….*limit 20”/, /Yours: “….*b == 3/])
        await notifications.dialog.getByText(part).waitFor();
      await workbench.screenshot('conflict');
      await notifications.pressDialogButton('Merge');
      await editor.tab(/Merging/).waitFor();
      await page.getByText('1 Conflict Remaining').waitFor();
      await workbench.screenshot('merge');
      await workbench.runCommand('View: Revert and Close Editor');
      // VS Code asks unless the merge is already reverted.
      const close = notifications.dialog.getByRole('button', { name: 'Close with Conflicts' });
      await eventually(async () => {
        if (await close.isVisible()) await close.click();
        return (await editor.tab(/Merging/).count()) === 0;
      });
      await workbench.runCommand('Logbench: Discard Draft');
      await notifications.pressDialogButton('Discard Draft');
    });
  });

  describe('Writing a query', () => {
    before(async () => {
      const { key } = platform;
      const rows = `[{'user':'jkim','status':200},{'user':'jkim','status':200},{'user':'lee','status':404}]`;
      const filling = `json "${rows}" | import web_users | stats count`;
      await call(platform.baseUrl, 'POST /api/core/tables', { key, form: { table: 'web_users' } });
      await call(platform.baseUrl, `GET /api/core/query?q=${encodeURIComponent(filling)}`, { key });
    });

    it('knows fields and values: warns, completes, explains an empty result, and schedules the text', async () => {
      const { page, editor, quickInput } = workbench;
      await page.keyboard.press('Control+K');
      await page.keyboard.press('N');
      const untitled = editor.focused(/Untitled/);
      await untitled.waitFor();
      // Completion reads the fields of the table.
      await page.keyboard.insertText('table web_users | search ');
      await page.keyboard.press('Control+Space');
      const suggestions = page.locator('.suggest-widget.visible .monaco-list-row');
      await suggestions.getByText('status', { exact: true }).waitFor({ timeout: 60_000 });
      await page.keyboard.press('Escape');
      await page.keyboard.insertText('usr == "kim"');
      await page.locator('.squiggly-warning').first().waitFor();
      await workbench.screenshot('unknown-field');
      await page.keyboard.press('Control+Enter');
      await workbench.webview().getByText('No row has the field “usr”.').waitFor({ timeout: 60_000 });
      await workbench.screenshot('empty-result');

      await page.keyboard.press('Control+1');
      await untitled.waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText('table web_users | search user == ');
      await page.keyboard.press('Control+Space');
      await suggestions.first().getByText('jkim').waitFor({ timeout: 60_000 });
      await suggestions.nth(1).getByText('lee').waitFor();
      await workbench.screenshot('values');
      await page.keyboard.press('Enter');
      await holds(async () => {
        assert.equal(await editor.text(), 'table web_users | search user == "jkim"');
      });

      await workbench.runCommand('Logbench: Schedule This Query…');
      await quickInput.message.getByText('Name (must be unique)').waitFor();
      // An earlier attempt may have created it.
      const name = `Of an editor ${Date.now()}`;
      await quickInput.type(name);
      await quickInput.accept();
      await quickInput.pick('On a schedule');
      await quickInput.type('0 3 * * *');
      await quickInput.accept();
      await workbench.notifications.pressDialogButton('Create Disabled');
      await workbench.notifications.toast(`“${name}” was created.`).waitFor();
    });

    it('shows on the tab that the results are of a selection', async () => {
      const { page, editor } = workbench;
      await workbench.closeEditors();
      await workbench.runCommand('Logbench: New Query');
      await editor.replace('json "{}" | nothing');
      await page.keyboard.press('Control+Home');
      for (const _ of 'json "{}"') await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Control+Enter');
      await editor.tab(/Selection in Untitled/).waitFor({ timeout: 60_000 });
      await workbench.webview().getByText('Finished').waitFor({ timeout: 60_000 });
    });

    it('returns to a query that ran when the window was reloaded', async () => {
      await workbench.closeEditors();
      await open('Endless');
      // Its draft may be another one.
      await workbench.editor.replace(endless);
      await workbench.page.keyboard.press('Control+Enter');
      const results = workbench.webview();
      await results.getByText('Running').waitFor({ timeout: 60_000 });
      await workbench.stored(/openCursors\W+connection/);
      await workbench.reload();
      await results.getByRole('button', { name: 'Cancel Query' }).click({ timeout: 60_000 });
      await results.getByText('Rows may be missing').waitFor({ timeout: 60_000 });
    });

    it('lists earlier queries after a reload, with failures, and runs one again', async () => {
      const { quickInput } = workbench;
      await workbench.reload();
      await workbench.runCommand('Logbench: Show Query History…');
      await quickInput.type('usr ==');
      // Until the search has its response, all queries are listed, and the one to pick moves.
      await eventually(async () => (await quickInput.labels()).every((label) => label.includes('usr ==')));
      await workbench.screenshot('history');
      await quickInput.pick('table web_users');
      await quickInput.pick('Run Again on Lab');
      await workbench.webview().getByText('No row has the field “usr”.').waitFor({ timeout: 60_000 });
    });

    it('returns to the query of a notebook that ran when the window was reloaded, and retries one that failed', async () => {
      await workbench.closeEditors();
      await workbench.openFile('long.lq.md');
      await workbench.page.locator('.kernel-label').getByText('Lab').waitFor();
      await workbench.page.getByRole('button', { name: 'Run All' }).first().click();
      const running =
        'system queries | search query_string == "*over=15s" and not(query_string == "system*") | stats count';
      const list = `GET /api/core/query?q=${encodeURIComponent(running)}`;
      await eventually(async () => {
        const { body } = await call(platform.baseUrl, list, { key: platform.key });
        return JSON.stringify(body) === '{"count":1}';
      });
      await workbench.stored(/notebookQueries\W+file:/);
      await workbench.reload();
      const outputs = workbench.webview();
      await outputs.getByText('after the reload').first().waitFor({ timeout: 60_000 });
      await platform.call('POST /api/core/tables', { form: { table: 'later' } });
      await outputs.getByRole('button', { name: 'Retry' }).click();
      await outputs.getByText('The query returned no rows.').waitFor({ timeout: 60_000 });
    });
  });
});
