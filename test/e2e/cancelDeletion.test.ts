import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { FaultProxy, passOn } from '../support/faultProxy';
import { type RunningPlatform, startPlatform } from '../support/platform';
import type { TreeView } from './pages/treeView';
import type { Workbench } from './pages/workbench';
import { createScheduledQuery } from './support/createScheduledQuery';
import { InstalledVscode } from './support/installedVscode';

/** One more than two requests take. */
const names = Array.from({ length: 401 }, (_, index) => `Idle ${String(index).padStart(3, '0')}`);
const path = '/api/core/scheduled-queries';

describe('The deletion of many scheduled queries', function () {
  this.timeout(240_000);
  let platform: RunningPlatform;
  let proxy: FaultProxy;
  let vscode: InstalledVscode;
  let workbench: Workbench;
  let explorer: TreeView;

  before(async function () {
    this.timeout(240_000);
    platform = await startPlatform();
    proxy = await FaultProxy.start(platform.baseUrl);
    for (const name of names) await createScheduledQuery(platform, { name });
    const service = { baseUrl: proxy.baseUrl, key: platform.key };
    vscode = await InstalledVscode.connectedTo(service, { 'logbench.explorer.pageSize': 500 });
    workbench = await vscode.open({ size: { width: 1100, height: 720 } });
    await workbench.openContainer('Logbench');
    explorer = workbench.tree(/Explorer/);
    await explorer.expand('Lab');
    await explorer.expand('Scheduled Queries');
  });

  after(async () => {
    await vscode[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  async function remaining(): Promise<number> {
    const { body } = await call(platform.baseUrl, `GET ${path}`, { key: platform.key });
    return z.object({ scheduled_queries: z.array(z.unknown()) }).parse(body).scheduled_queries.length;
  }

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
    await notifications.answer('Lab: 200 deleted, 200 failed, 1 not sent', 'Show Results');

    await workbench.editor.tab(/Delete Scheduled Queries/).waitFor();
    await eventually(async () => /^deleted +Idle 000/m.test(await workbench.editor.text()));
    await workbench.editor.focus();
    await workbench.page.keyboard.press('Control+End');
    await eventually(async () => /^not sent +Idle 400/m.test(await workbench.editor.text()));
    assert.match(
      await workbench.editor.text(),
      /^failed +Idle 399 .*Cancelled while the request was under way: it may have taken effect/m,
    );
    await workbench.screenshot('delete-cancelled');
    assert.equal(await remaining(), 201);
    assert.equal(deletions, 2);
    await explorer.row(/^Scheduled Queries, 201/).waitFor();
  });
});
