import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { FaultProxy, passOn, send } from '../support/faultProxy';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { connectTo } from './support/connected';
import type { Connected } from './support/connected';
import { responding, runCommand } from './support/runCommand';
import { selection, StoredQueries } from './support/scheduledQueries';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

/** What is told of a change when the service goes away right after it has made it, or before. */
describe('A change on a service that goes away', () => {
  let platform: RunningApp;
  let proxy: FaultProxy;
  let connected: Connected;
  let queries: StoredQueries;

  before(async () => {
    platform = await startApp();
    proxy = await FaultProxy.start(platform.baseUrl);
    connected = await connectTo({ baseUrl: proxy.baseUrl, key: platform.keys.master });
    const call: Connected['call'] = async (operation, options) => platform.call('master', operation, options);
    queries = new StoredQueries({ connected: { ...connected, call } });
  });

  afterEach(() => {
    proxy.interference = passOn;
  });

  after(async () => {
    await connected[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  /** From the first write on, nothing can be read any more. */
  function loseReadsAfterWrite(): void {
    let isWritten = false;
    proxy.interference = async ({ method, response, forward, socket }) => {
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

  test('is done: a stop', async () => {
    await queries.createRunning('Stopped');
    const lines = await queries.lines('Stopped');
    loseReadsAfterWrite();

    const { notices } = await runCommand(
      'logbench.scheduledQuery.stop',
      [{ confirm: 'Stop' }],
      ...selection(lines),
    );

    assert.deepEqual(notices, ['Test: “Stopped” stopped.']);
  });

  test('is done: a new query', async () => {
    const { node } = await lineAt('Test', 'Scheduled Queries');
    loseReadsAfterWrite();

    const script = await runCommand(
      'logbench.scheduledQuery.create',
      [
        ...[{ input: 'Made' }, { text: 'json "{}"' }, { pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ confirm: 'Create Disabled' }, { notice: 'Test: “Made” was created.' }],
      ],
      node,
    );
    assert.doesNotMatch(
      script.seen.find((one) => one.includes('was created')) ?? '',
      /Open/,
      'its address is not known',
    );

    assert.ok((await queries.names()).includes('Made'));
  });

  test('is done: a switched and a restored rule', async () => {
    const guid = await ruleGuid('Switched');
    const form = { name: 'Switched', query: 'table b', priority: 'LOW' };
    await queries.connected.call(`PUT /api/core/batch-rules/${guid}`, { form });
    await runCommand('logbench.explorer.refresh');
    const rule = await lineAt('Test', 'Detection Rules', 'Switched');
    const version = await lineAt('Test', 'Detection Rules', 'Switched', 'Version 1');
    loseReadsAfterWrite();

    const switching = await runCommand('logbench.rule.enable', [{ confirm: 'Enable' }], rule.node);
    proxy.interference = passOn;
    loseReadsAfterWrite();
    const restoring = await runCommand('logbench.rule.restore', [{ confirm: 'Restore' }], version.node);

    assert.deepEqual(switching.notices, ['Test: “Switched” enabled.']);
    assert.deepEqual(restoring.notices, ['Version 1 of “Switched” was restored on Test (Development).']);
  });

  test('is not lost: what was entered for a new query is sent when the service is back', async () => {
    const { node } = await lineAt('Test', 'Scheduled Queries');
    proxy.interference = (exchange) => {
      if (exchange.method === 'GET') return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };
    const back = (): Promise<void> => {
      proxy.interference = passOn;
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

  test('is not lost: what was entered for a new query is there again after nobody wanted to retry', async () => {
    const { node } = await lineAt('Test', 'Scheduled Queries');
    proxy.interference = (exchange) => {
      if (exchange.method === 'GET') return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };
    const form = [
      { input: `Left ${Date.now()}` },
      { text: 'json "{}"' },
      { pick: 'On a schedule' },
      { input: '0 2 * * *' },
    ];
    const responses = [...form, { confirm: 'Create Disabled' }, 'cancel'] as const;
    await runCommand('logbench.scheduledQuery.create', responses, node);
    proxy.interference = passOn;

    const { seen } = await runCommand(
      'logbench.scheduledQuery.create',
      [...form, { confirm: 'Create Disabled' }, { notice: 'was created' }],
      node,
    );

    assert.match(seen[0] ?? '', /"value":"Left \d+"/);
  });

  test('is not undone over the change of another user, although its version could not be read', async () => {
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
      proxy.interference = passOn;
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

  test('is not lost: what was changed in a query comes back with the overview', async () => {
    const guid = await queries.create('Edited');
    const [line] = await queries.lines('Edited');
    proxy.interference = (exchange) => {
      if (exchange.method !== 'PUT') return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };
    const back = (): Promise<void> => {
      proxy.interference = passOn;
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
