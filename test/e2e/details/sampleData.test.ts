import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import * as z from 'zod/mini';
import { disposedAfter } from '../../support/ofSuite';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import { startPlatform } from '../../support/platform';
import type { RunningPlatform } from '../../support/platform';
import { sampleStore } from '../../support/sampleStore';
import type { TemporaryFolder } from '../../support/temporaryFolder';
import { StoredQueries } from '../../support/storedQueries';
import { AuditPanel } from '../pages/auditPanel';
import type { TreeView } from '../pages/treeView';
import type { Workbench } from '../pages/workbench';
import { InstalledVscode } from '../support/installedVscode';

/** The first rule of the sample data: its oldest version refers to deleted items. */
const retired = 'Port scan from one source';
const restored = 'Large outbound transfer';

describe('The sample data in the window', function () {
  this.timeout(120_000);
  let data: TemporaryFolder;
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(240_000);
    data = await sampleStore();
    platform = await startPlatform({ demo: true, data: data.path });
    await hasRunningQuery();
    vscode = await InstalledVscode.connectedTo(platform);
    // High enough for all rows of a section: only visible ones exist.
    workbench = await vscode.open({ size: { width: 1100, height: 1600 } });
    explorer = workbench.tree(/Explorer/);
    await workbench.openContainer('Logbench');
    await explorer.row(/^Lab/).waitFor();
  });

  disposedAfter(() => [vscode, platform, data]);

  async function hasRunningQuery(): Promise<void> {
    await new StoredQueries(platform).create('Endless', {
      query: `json "{'n':1}" | repeat count=100000 over=600s`,
      cron_schedule: '* * * * * *',
      enabled: 'true',
    });
    const { key, baseUrl } = platform;
    await eventually(async () => {
      const { body } = await call(baseUrl, 'GET /api/core/scheduled-queries?keywords=Endless', { key });
      return JSON.stringify(body).includes('"running"');
    });
  }

  /** What a screen reader receives, as the browser computes it, on the way that the keyboard takes. */
  describe('The explorer with a screen reader', () => {
    const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);

    it('is reached and expanded by keyboard, and announces its position', async () => {
      // With its rows: a tree that is still empty passes the focus to its message.
      await workbench.runCommand('Logbench: Focus on Explorer View');
      await explorer.focused().waitFor();
      // VS Code forgets a key that comes while it draws the rows again: then a user presses it again.
      await eventually(async () => {
        await press('Home');
        await press('ArrowRight');
        await explorer.row(/^Scheduled Queries, 31/).waitFor({ timeout: 3_000 });
        return true;
      });
      await explorer.row(/^Tables, 42/).waitFor();
      await press('ArrowDown');
      await press('ArrowRight');
      await explorer
        .row(/, disabled, /)
        .first()
        .waitFor();

      const lines = await snapshot();
      assert.match(lines, /^- tree "Logbench: Explorer|^- tree ".*Explorer.*"/);
      assert.match(lines, /treeitem "Lab, Staging" \[expanded\] \[level=1\]/);
      assert.match(lines, /treeitem "Scheduled Queries, 31[^"]*" \[expanded\]/);
      assert.match(lines, /treeitem "Tables, 42" (?!\[expanded\])/);
    });

    for (const [state, pattern] of Object.entries({
      enabled: /treeitem "[^"]+, enabled, (every|at|after)[^"]+" /,
      disabled: /treeitem "[^"]+, disabled, (every|at|after)[^"]+"/,
      running: /treeitem "[^"]+, running, (every|at|after)[^"]+"/,
      'last run failed': /treeitem "[^"]+, last run failed, (every|at|after)[^"]+"/,
    })) {
      it(`announces that a scheduled query is ${state}, and when it runs`, async () => {
        assert.match(await snapshot(), pattern);
      });
    }

    it('announces for tables what their icons show', async () => {
      await explorer.expand(/^Tables/);
      await explorer.expand(/^Firewall/);
      await explorer.row(/^fw_vpn/).waitFor();
      const lines = await snapshot();

      assert.match(lines, /treeitem "fw_vpn, encrypted, [^"]*retention: /);
      assert.match(lines, /treeitem "fw_legacy, (?!encrypted)[^"]*, [^"]*retention: /);
    });

    it('has the fields of a table below it', async () => {
      await explorer.toggle(/^fw_vpn/);
      await explorer.row(/^src_ip, text$/).waitFor();
      await explorer.row(/^bytes, number$/).waitFor();
      await explorer.toggle(/^fw_vpn/);
      await explorer.row(/^bytes, number$/).waitFor({ state: 'hidden' });
    });

    it('opens a query over the last day with rows when a table has been silent', async () => {
      await explorer.pickFromMenu(/^fw_legacy/, 'Query This Table');
      await workbench.editor.focused(/Untitled/).waitFor();
      await press('Control+Enter');
      const results = workbench.webview();
      await results.getByText('Finished').waitFor({ timeout: 60_000 });
      await results.locator('[data-row="0"]:not([aria-busy])').waitFor();
      await press('Control+1');
      // A new document asks whether to be saved when all are closed.
      await workbench.runCommand('View: Revert and Close Editor');
      await workbench.runCommand('View: Close All Editors');
    });

    it('narrows a query to the events of a drag, and widens it again by its time', async () => {
      await explorer.pickFromMenu(/^fw_legacy/, 'Query This Table');
      await workbench.editor.focused(/Untitled/).waitFor();
      await press('Control+Enter');
      const results = workbench.webview();
      await results.getByText('Finished').waitFor({ timeout: 60_000 });
      await results.getByText('Events over time').click();
      const slider = results.getByRole('slider', { name: /^Events over time/ });
      await slider.waitFor({ timeout: 60_000 });
      await workbench.screenshot('events-over-time');
      const { x, y, width } = (await slider.boundingBox())!;
      const { mouse } = workbench.page;
      await mouse.move(x + width * 0.4, y + 40);
      await mouse.down();
      await mouse.move(x + width * 0.6, y + 40, { steps: 4 });
      await results.getByText(/ to .*: [\d,]+$/).waitFor();
      await workbench.screenshot('events-dragged');
      await mouse.up();
      const reads = (text: RegExp): Promise<unknown> =>
        eventually(async () => text.test(await workbench.editor.text()));
      await press('Control+1');
      await reads(/^table\s+from=\d{14}\s+to=\d{14}\s+fw_legacy/);
      await results.getByRole('button', { name: / – / }).click();
      await workbench.screenshot('time-picker');
      await results.getByRole('menuitem', { name: 'All time' }).click();
      await press('Control+1');
      await reads(/^table\s+fw_legacy/);
      await results.getByText('Finished').waitFor({ timeout: 60_000 });
      await workbench.runCommand('View: Revert and Close Editor');
      await workbench.runCommand('View: Close All Editors');
    });

    it('announces for rules and versions what their icons show', async () => {
      await explorer.expand(/^Detection Rules/);
      await explorer.toggle(/^Repeated logon failures/);
      await explorer.row(/^Version 1\b/).waitFor();
      const lines = await snapshot();

      assert.match(lines, /treeitem "Repeated logon failures, enabled, Batch, /);
      assert.match(lines, /treeitem "[^"]+, disabled, (Batch|Stream), /);
      assert.match(lines, /treeitem "Version \d+, current · /);
    });

    it('has a name and a level for every row', async () => {
      const rows = (await snapshot()).split('\n').filter((line) => line.includes('treeitem'));

      assert.ok(rows.length > 40, `${rows.length} rows`);
      assert.deepEqual(
        rows.filter((row) => !/treeitem "[^"]{3,}".*\[level=\d\]/.test(row)),
        [],
      );
    });

    async function snapshot(): Promise<string> {
      return workbench.sideBar.getByRole('tree').ariaSnapshot();
    }
  });

  describe('Detection rules by mouse and keyboard', () => {
    before(async () => {
      await explorer.expand(/^Lab/);
      for (const other of [/^Scheduled Queries/, /^Tables/]) await explorer.collapse(other);
      await explorer.expand(/^Detection Rules/);
      await explorer.collapse(/^Repeated logon failures/);
      await workbench.resize(1280, 800);
    });

    // Not after each: a window that crashed has nothing to clear, and a hook that fails ends the suite.
    beforeEach(() => workbench.runCommand('Notifications: Clear All Notifications'));

    async function pathOf(name: string): Promise<string> {
      const rules = z.object({ rules: z.array(z.looseObject({ guid: z.string(), name: z.string() })) });
      const { body } = await platform.call('GET /api/core/batch-rules?limit=100', {});
      const rule = rules.parse(body).rules.find((each) => each.name === name);
      return `/api/core/batch-rules/${rule?.guid ?? ''}/versions`;
    }

    async function versionsOf(name: string): Promise<number> {
      const versions = await platform.call(`GET ${await pathOf(name)}`);
      return z.object({ total_count: z.number() }).parse(versions.body).total_count;
    }

    /** The version that each try begins with. */
    let original: number | undefined;

    it('restore a version from its node, and undo that, which updates the open comparison at once', async () => {
      original ??= await versionsOf(restored);
      if ((await versionsOf(restored)) > original) {
        const operation = `POST ${await pathOf(restored)}/${original}/restore`;
        await call(platform.baseUrl, operation, { key: platform.key });
      }
      const before = await versionsOf(restored);
      await explorer.collapse(new RegExp(`^${restored}`));
      await explorer.toggle(new RegExp(`^${restored}`));
      await explorer.pickFromMenu(/^Version 1\b/, 'Restore Rule Version…');
      await workbench.notifications.dialog
        .getByText(`Restore version 1 of “${restored}” on Lab (Staging)?`)
        .waitFor();
      await workbench.notifications.dialog.getByText('priority: HIGH → LOW').waitFor();
      const difference = workbench.page.locator('.monaco-diff-editor .line-insert').first();
      await difference.waitFor();
      await workbench.screenshot('rules-preview');
      await workbench.notifications.pressDialogButton('Restore');
      await workbench.notifications.toast(`It is now version ${before + 1}.`).waitFor();
      assert.equal(await versionsOf(restored), before + 1);
      await difference.waitFor({ state: 'hidden' });

      await workbench.notifications.response('was restored', 'Undo');

      await workbench.notifications.toast(`It is now version ${before + 2}.`).waitFor();
      await explorer.row(new RegExp(`^Version ${before + 2}\\b`)).waitFor();
      await difference.waitFor();
      assert.equal(await versionsOf(restored), before + 2);
    });

    it('explain why a version cannot be restored, and do not change the rule', async () => {
      const before = await versionsOf(retired);
      await workbench.runCommand('Logbench: Restore Rule Version…');
      await workbench.quickInput.type(retired);
      // By key: a click may fall between the list before and the list after the search.
      await workbench.quickInput.marked(retired).waitFor();
      await workbench.quickInput.accept();
      await workbench.quickInput.pick(/^Version 1\b/);
      await workbench.notifications.pressDialogButton('Restore');

      await workbench.notifications.toast(/was not restored/).waitFor();
      const reason = 'The address group “Old branch offices” no longer exists.';
      await eventually(async () => (await workbench.editor.text()).includes(reason));
      await workbench.screenshot('rules-rejected');
      assert.equal(await versionsOf(retired), before);

      // Its problems go with its tab.
      await workbench.page.getByRole('button', { name: 'Errors: 2' }).waitFor();
      await workbench.runCommand('View: Close Editor');
      await workbench.page.getByRole('button', { name: 'No Problems' }).waitFor();
    });

    it('are shown in the editor', async () => {
      await workbench.runCommand('View: Close All Editors');
      await explorer.row(new RegExp(`^${restored}`)).click();
      await workbench.editor.tab(new RegExp(restored)).waitFor();
      await workbench.page.locator('.part.editor .view-line').first().waitFor();
      await workbench.screenshotInThemes('rules');
    });
  });

  // In a group of its own: mocha runs the tests beside groups before them, and the groups above need a high window.
  describe('The results of a query', () => {
    it('draws the largest series of a chart and the sum of the others, and the series that are selected', async () => {
      await workbench.resize(1280, 800);
      await workbench.closeEditors();
      await workbench.runCommand('Logbench: New Query');
      await workbench.editor.replace('table duration=1d win_security | timechart span=1h count by user');
      await workbench.page.keyboard.press('Control+Enter');
      const results = workbench.webview();
      await results.getByText('Finished').waitFor({ timeout: 60_000 });
      const legend = results.locator('.legend');
      await legend.getByText(/^\d+ series are not shown$/).waitFor();
      await results.getByRole('combobox', { name: 'Chart type' }).click();
      await results.getByRole('option', { name: 'Stacked bars' }).click();
      await legend.getByText(/^Other \(\d+ series\)$/).waitFor();
      await workbench.screenshotInThemes('chart-series');
      await results.getByRole('button', { name: 'Select Series…' }).click();
      await workbench.quickInput.focused();
      const row = (name: string): Locator =>
        workbench.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: name });
      // Those that are drawn are checked.
      await row('jkim').click();
      await row('tmori').click();
      await workbench.quickInput.accept();
      await eventually(async () => {
        const drawn = await legend.getByRole('button').allInnerTexts();
        return drawn.includes('tmori') && !drawn.includes('jkim') && drawn.includes('Other (5 series)');
      });
      await workbench.closeEditors();
    });
  });

  /** No viewer of a shared screen may read one of these, anywhere in the window. */
  describe('The privacy switch', () => {
    const table = 'fw_seoul_core';
    const people = /\b(jkim|slee|mpark|hchoi|dkang|yjung|schen|awong|tmori|rsmith|svc-backup)\b/g;
    const addresses = /\b(10\.20|203\.0\.113|198\.51\.100|192\.0\.2)\.\d+/g;

    before(async () => {
      await workbench.resize(1280, 800);
      await AuditPanel.open(workbench);
      await workbench.runCommand('Logbench: Query This Table');
      await workbench.quickInput.type(table);
      await workbench.quickInput.marked(table).waitFor();
      await workbench.quickInput.accept();
      await workbench.editor.focused(/Untitled/).waitFor();
      await workbench.page.keyboard.press('Control+Enter');
      await results().getByText('Finished').waitFor({ timeout: 60_000 });
      await eventually(async () => (await unmasked()).length > 20);
    });

    after(() => workbench.runCommand('View: Close All Editors'));

    const item = (): Locator => workbench.page.getByRole('button', { name: /are masked in Logbench/ });
    const results = (): ReturnType<Workbench['webview']> => workbench.webview();

    it('hides every sample value by one key, in every frame of the window', async () => {
      await workbench.page.keyboard.press('Control+Alt+H');
      await item().waitFor();
      await results().getByText('-masked').first().waitFor();
      assert.deepEqual(await unmasked(), []);
      await workbench.screenshotInThemes('privacy-results');
    });

    it('hides them in a panel that was in the background', async () => {
      await workbench.editor.tab(/Audit/).click();
      await eventually(async () => /user\d+-masked/.test(await everything()));
      assert.deepEqual(await unmasked(), []);
      await workbench.screenshot('privacy-audit');
    });

    it('hides a name that was masked before in results without a column of names, and people in rules', async () => {
      await run('table limit=300 win_security');
      await run(
        'table limit=300 win_security | rex field=line "^[^ ]+ [^ ]+ (?<u2>[^ ]+)" | fields u2, line',
      );
      await results().getByRole('columnheader', { name: 'u2' }).waitFor();
      await eventually(async () => /user\d+-masked/.test(await everything()));
      assert.deepEqual(await unmasked(), []);
      await workbench.screenshot('privacy-derived');

      await workbench.resize(1280, 1600);
      await explorer.expand(/^Lab/);
      await explorer.expand(/^Detection Rules/);
      await explorer.row(new RegExp(`^${restored}`)).click();
      await workbench.editor.tab(new RegExp(restored)).waitFor();
      await eventually(async () => /user\d+-masked/.test(await workbench.editor.text()));
      assert.doesNotMatch(
        await everything(),
        /김지훈|Rachel Smith|이서연|Alan Wong|박민준|Sophie Chen|최하은/,
      );
      await workbench.screenshot('privacy-rule');
    });

    async function run(query: string): Promise<void> {
      await workbench.editor.tab(/• Untitled/).click();
      await workbench.editor.replace(query);
      await workbench.page.keyboard.press('Control+Enter');
      await results().getByText('Finished').waitFor({ timeout: 60_000 });
    }

    it('shows them again by a click on the status bar', async () => {
      // A second try finds it hidden.
      if (await item().isVisible()) await item().click();
      await item().waitFor({ state: 'hidden' });
      await eventually(async () => {
        const text = await everything();
        return text.includes('data-row="0"') && !/user\d+-masked/.test(text);
      });
    });

    async function unmasked(): Promise<readonly string[]> {
      const text = await everything();
      return [...(text.match(people) ?? []), ...(text.match(addresses) ?? [])];
    }

    /** The documents of all frames, with what is in shadow roots and fields. */
    async function everything(): Promise<string> {
      const texts = workbench.page
        .frames()
        .map(async (frame) => String(await frame.evaluate(wholeDocument).catch(() => '')));
      return (await Promise.all(texts)).join(' ');
    }
  });
});

/** Runs in each frame. As text, because the compiler of the tests adds helpers that a page does not have. */
const wholeDocument = `(() => {
  const read = (node) => [...node.querySelectorAll('*')].map((each) =>
    (each.value ?? '') + (each.shadowRoot ? each.shadowRoot.innerHTML + read(each.shadowRoot) : '')).join(' ');
  return document.documentElement.outerHTML + read(document);
})()`;
