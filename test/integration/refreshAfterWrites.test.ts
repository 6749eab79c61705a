import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { passOn, send } from '../support/faultProxy';
import { proxiedPlatform } from './support/connected';
import { responding, runCommand } from './support/runCommand';
import { ShownQueries } from './support/scheduledQueries';
import { lineAt } from './support/tree';
import { inOldest as test } from './support/vscodes';

/** What is reported of a change when the platform becomes unreachable right after it, or before. */
describe('A change on a platform that becomes unreachable', () => {
  const shared = proxiedPlatform();
  const queries = new ShownQueries(shared);

  /** From the first write on, nothing can be read any more. */
  function loseReadsAfterWrite(): void {
    let isWritten = false;
    shared.proxy.interference = async ({ method, response, forward, socket }) => {
      if (method === 'GET' && isWritten) socket.destroy();
      else {
        isWritten ||= method !== 'GET';
        send(response, await forward());
      }
    };
  }

  async function ruleGuid(name: string): Promise<string> {
    const form = { name, query: 'table a', priority: 'LOW' };
    const { body } = await queries.connected.call('POST /api/core/batch-rules', { form });
    return z.object({ guid: z.string() }).parse(body).guid;
  }

  test('is reported as done: an enabled and a restored rule', async () => {
    const guid = await ruleGuid('Switched');
    const form = { name: 'Switched', query: 'table b', priority: 'LOW' };
    await queries.connected.call(`PUT /api/core/batch-rules/${guid}`, { form });
    await runCommand('logbench.explorer.refresh');
    const rule = await lineAt('Test', 'Detection Rules', 'Switched');
    const version = await lineAt('Test', 'Detection Rules', 'Switched', 'Version 1');
    loseReadsAfterWrite();

    const switching = await runCommand('logbench.rule.enable', [{ confirm: 'Enable' }], rule.node);
    shared.proxy.interference = passOn;
    loseReadsAfterWrite();
    const restoring = await runCommand('logbench.rule.restore', [{ confirm: 'Restore' }], version.node);

    assert.deepEqual(switching.notices, ['Test: “Switched” enabled.']);
    assert.deepEqual(restoring.notices, ['Version 1 of “Switched” was restored on Test (Development).']);
  });

  test('is not lost: the input of a new query is sent when the platform is reachable again', async () => {
    const { node } = await lineAt('Test', 'Scheduled Queries');
    shared.proxy.interference = (exchange) => {
      if (exchange.method === 'GET') return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };
    const back = (): Promise<void> => {
      shared.proxy.interference = passOn;
      return Promise.resolve();
    };

    const { seen } = await runCommand(
      'logbench.scheduledQuery.create',
      [
        ...[{ input: 'Kept' }, { text: 'json "{}"' }, { pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ confirm: 'Create Disabled' }, { meanwhile: back }, { confirm: 'Retry' }],
        { notice: 'Test: “Kept” was created.' },
      ],
      node,
    );

    assert.match(seen.join(), /What you entered is kept/);
    assert.ok((await queries.names()).includes('Kept'));
  });

  test('does not undo the change of another user, although its version could not be read', async () => {
    // Another attempt needs another name.
    const name = `Undone ${Date.now()}`;
    const guid = await ruleGuid(name);
    const change = async (query: string): Promise<void> => {
      const form = { name, query, priority: 'LOW' };
      await queries.connected.call(`PUT /api/core/batch-rules/${guid}`, { form });
    };
    await change('table b');
    await runCommand('logbench.explorer.refresh');
    const { node } = await lineAt('Test', 'Detection Rules', name, 'Version 1');
    const script = await responding([
      { confirm: 'Restore' },
      { notice: 'was restored on Test (Development).', press: 'Undo' },
      'cancel',
    ]);
    const notify = script.notify.bind(script);
    script.notify = async (notice) => {
      shared.proxy.interference = passOn;
      await change('table c');
      return notify(notice);
    };
    loseReadsAfterWrite();

    await vscode.commands.executeCommand('logbench.rule.restore', node);

    script.assertFinished();
    assert.match(script.seen.join(), /“Undone \d+” was changed again/);
    const { body } = await queries.connected.call(`GET /api/core/batch-rules/${guid}`);
    assert.match(JSON.stringify(body), /table c/);
  });

  test('is not lost: the edited properties of a query are kept in the overview', async () => {
    const guid = await queries.create('Edited');
    const [line] = await queries.lines('Edited');
    shared.proxy.interference = (exchange) => {
      if (exchange.method !== 'PUT') return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };
    const back = (): Promise<void> => {
      shared.proxy.interference = passOn;
      return Promise.resolve();
    };

    await runCommand(
      'logbench.scheduledQuery.edit',
      [
        ...[{ pick: 'Description' }, { input: 'typed' }, { pick: 'Apply to' }],
        ...[{ meanwhile: back }, { pick: 'Apply to' }, { notice: 'was updated' }],
      ],
      line?.node,
    );

    assert.equal((await queries.read(guid))?.description, 'typed');
  });
});
