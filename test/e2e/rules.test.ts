import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { startPlatform, type RunningPlatform } from '../support/platform';
import { InstalledVscode } from './support/installedVscode';
import { type Theme, themes, type Workbench } from './pages/workbench';

/** The first rule of the sample data: its oldest version refers to what is gone. */
const retired = 'Port scan from one source';
const restored = 'Large outbound transfer';

describe('Detection rules, by mouse and keyboard', function () {
  this.timeout(120_000);
  let platform: RunningPlatform;
  let vscode: InstalledVscode;
  let workbench: Workbench;

  before(async function () {
    this.timeout(240_000);
    platform = await startPlatform({ demo: true });
    vscode = await InstalledVscode.connectedTo(platform);
    workbench = await vscode.open({ size: { width: 1280, height: 800 } });
    await workbench.openContainer('Logbench');
    await explorer().expand('Lab');
    await explorer().expand(/^Detection Rules/);
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('rules-failure');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  const explorer = (): ReturnType<Workbench['tree']> => workbench.tree(/Explorer/);

  async function versionsOf(name: string): Promise<number> {
    const rules = z.object({ rules: z.array(z.looseObject({ guid: z.string(), name: z.string() })) });
    const { body } = await call(platform.baseUrl, 'GET /api/core/batch-rules?limit=100', {
      key: platform.key,
    });
    const rule = rules.parse(body).rules.find((each) => each.name === name);
    const versions = await call(platform.baseUrl, `GET /api/core/batch-rules/${rule?.guid ?? ''}/versions`, {
      key: platform.key,
    });
    return z.object({ total_count: z.number() }).parse(versions.body).total_count;
  }

  it('restore a version from its node, and take it back', async () => {
    const before = await versionsOf(restored);
    await explorer().toggle(new RegExp(`^${restored}`));
    await explorer().chooseFromMenu(/^Version 1\b/, 'Restore Rule Version…');
    await workbench.notifications.dialog
      .getByText(`Restore version 1 of “${restored}” on Lab (Staging)?`)
      .waitFor();
    await workbench.screenshot('rules-rehearsal');
    await workbench.notifications.answerDialog('Restore');
    await workbench.notifications.toast(`It is now version ${before + 1}.`).waitFor();
    assert.equal(await versionsOf(restored), before + 1);

    await workbench.notifications.answer('is restored', 'Undo');

    await workbench.notifications.toast(`It is now version ${before + 2}.`).waitFor();
    await explorer()
      .row(new RegExp(`^Version ${before + 2}\\b`))
      .waitFor();
    assert.equal(await versionsOf(restored), before + 2);
  });

  it('say why a version cannot be restored, and leave the rule as it is', async () => {
    const before = await versionsOf(retired);
    await workbench.runCommand('Logbench: Restore Rule Version…');
    await workbench.quickInput.type(retired);
    // By key: a click may fall between the list before and the list after the search.
    await workbench.quickInput.marked(retired).waitFor();
    await workbench.quickInput.accept();
    await workbench.quickInput.choose(/^Version 1\b/);
    await workbench.notifications.answerDialog('Restore');

    await workbench.notifications.toast(/was not restored/).waitFor();
    assert.match(await workbench.editor.text(), /The address group “Old branch offices” no longer exists\./);
    await workbench.screenshot('rules-refused');
    assert.equal(await versionsOf(retired), before);
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`are drawn in ${themes[theme]}`, async () => {
      await workbench.runCommand('View: Close All Editors');
      await workbench.useTheme(theme);
      await explorer()
        .row(new RegExp(`^${restored}`))
        .click();
      await workbench.editor.tab(new RegExp(restored)).waitFor();
      await workbench.page.locator('.part.editor .view-line').first().waitFor();
      await workbench.screenshot(`rules-${theme}`);
    });
  }
});
