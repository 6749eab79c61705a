import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ConnectedPlatforms } from '../../src/extension/features/connections/connectedPlatforms';
import type { Connections } from '../../src/extension/features/connections/connections';
import { KnownNames } from '../../src/extension/features/connections/knownNames';
import { Redactor } from '../../src/core/privacy/redact';
import type { Connection } from '../../src/extension/ui/connections/connection';
import type { Log } from '../../src/extension/ui/log';
import type { PanelConnections } from '../../src/extension/ui/panels/panelConnections';
import { onDidChangeSettings, readSettings } from '../../src/extension/ui/settings/settings';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { JsonMemory } from '../support/jsonMemory';
import { lab } from '../support/labConnection';
import { ScriptedPrompts } from './support/scriptedPrompts';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';
import { listTables } from '../../src/core/api/operations/tables';
import { listRules } from '../../src/core/api/operations/rules';

/** Platforms whose connections the test changes. */
class TestedPlatforms {
  all: readonly Connection[];
  readonly changed = new vscode.EventEmitter<void>();
  readonly memory = new JsonMemory();
  readonly logged: string[] = [];
  readonly platforms: ConnectedPlatforms;

  constructor(...all: readonly Connection[]) {
    this.all = all;
    const connections = {
      onDidChange: this.changed.event,
      all: () => this.all,
      readKey: async () => Promise.resolve('k3y'),
    } as unknown as Connections;
    this.platforms = new ConnectedPlatforms(
      connections,
      new ScriptedPrompts([]),
      new KnownNames(this.memory),
      new Redactor(),
      {} as PanelConnections,
      { info: (message: string) => this.logged.push(message) } as unknown as Log,
      '1',
    );
  }
}

const plant = { ...lab, name: 'Plant' };

describe('The platforms of a window', () => {
  test('forget their missing operations, for the user and for assistants', async () => {
    const { platforms } = new TestedPlatforms(lab, plant);
    const forgotten: string[] = [];
    for (const connection of [lab, plant]) {
      for (const [who, client] of [
        ['person', await platforms.clientFor(connection)],
        ['assistant', await platforms.assistantClientFor(connection)],
      ] as const) {
        client.forgetMissingOperations = () => forgotten.push(`${connection.name} ${who}`);
      }
    }
    platforms.forgetMissingOperations(plant);
    await eventually(() => forgotten.length === 2);
    assert.deepEqual(forgotten.splice(0), ['Plant person', 'Plant assistant']);
    platforms.forgetMissingOperations();
    await eventually(() => forgotten.length === 4);
    platforms.dispose();
  });

  test('end their requests, locks and event listeners when the window closes', async () => {
    let ended = 0;
    await using server = await HttpServer.start((_request, response) => {
      response.once('close', () => (ended += 1));
    });
    const live = { ...lab, baseUrl: server.origin, environment: 'production' } as const;
    const tested = new TestedPlatforms(live);
    const { platforms } = tested;
    platforms.locks.unlock(live, 5);
    const clients = [await platforms.clientFor(live), await platforms.assistantClientFor(live)];
    for (const client of clients) void client.send(listTables({})).catch(() => undefined);
    await eventually(() => server.seen.length === 2);
    const remembered = JSON.stringify(tested.memory);

    platforms.dispose();

    await eventually(() => ended === 2);
    assert.equal(platforms.isLocked(live), true);
    tested.all = [plant];
    tested.changed.fire();
    assert.equal(JSON.stringify(tested.memory), remembered);
  });

  test('send nothing with the key of another account when a connection is removed', async () => {
    const guest = { ...lab, name: 'Guest' };
    const tested = new TestedPlatforms(guest, lab);
    const { platforms } = tested;
    tested.all = [lab];
    tested.changed.fire();
    assert.equal(platforms.current(guest), undefined);
    assert.equal(platforms.find('Guest'), undefined);
    await assert.rejects(platforms.clientFor(guest), /was removed or has another address now/);
    const renamed = { ...lab, name: 'Renamed' };
    tested.all = [renamed];
    tested.changed.fire();
    assert.equal(platforms.current(lab), renamed);
    platforms.dispose();
  });

  test('reject responses to assistants that are larger than the limit', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-length': String(16 * 1_048_576 + 1) });
      response.flushHeaders();
    });
    const connection = { ...lab, baseUrl: server.origin };
    const { platforms } = new TestedPlatforms(connection);
    const client = await platforms.assistantClientFor(connection);
    await assert.rejects(client.send(listTables({})), /larger than the limit of 16 MB/);
    platforms.dispose();
  });

  test('send nothing for a view whose connection was removed or has another address, and accept other changes', async () => {
    const tested = new TestedPlatforms(lab, plant);
    const { platforms } = tested;
    const before = await platforms.clientFor(plant);
    const renamed = { ...plant, name: 'Works', environment: 'production' } as const;
    const moved = { ...lab, baseUrl: 'https://elsewhere.example' };
    tested.all = [moved, { ...renamed, baseUrl: 'https://works.example' }];
    tested.changed.fire();
    for (const removed of [lab, plant]) {
      assert.equal(platforms.current(removed), undefined);
      assert.equal(platforms.isLocked(removed), true);
      await assert.rejects(platforms.clientFor(removed), /was removed or has another address now/);
      await assert.rejects(platforms.assistantClientFor(removed), { name: 'ExplainedError' });
      await assert.rejects(platforms.ensureWritable(removed), { name: 'ExplainedError' });
    }
    tested.all = [renamed];
    tested.changed.fire();
    assert.deepEqual([platforms.current(plant), platforms.isLocked(plant)], [renamed, true]);
    assert.notEqual(await platforms.clientFor(plant), before);
    assert.equal(await platforms.clientFor(plant), await platforms.clientFor(renamed));
    platforms.dispose();
  });

  test('log once which operations they do not support', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<h1>Not found</h1>');
    });
    const tested = new TestedPlatforms({ ...lab, baseUrl: server.origin });
    const client = await tested.platforms.clientFor({ ...lab, baseUrl: server.origin });
    for (let times = 0; times < 2; times++) await assert.rejects(client.send(listRules('batch', {})));
    assert.equal(tested.logged.length, 1);
    assert.match(tested.logged[0] ?? '', /^Lab: /);
    tested.platforms.dispose();
  });
});

describe('The settings', () => {
  it('report a change of their own or of the network settings, not of others, and are read again', () => {
    let read = readSettings();
    const changes = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>();
    const received: string[] = [];
    const change = (section: string): readonly string[] => {
      changes.fire({ affectsConfiguration: (asked) => asked === section });
      return received.splice(0);
    };
    using _ = replacing(vscode.workspace, 'onDidChangeConfiguration', changes.event as never);
    const listening = onDidChangeSettings(() => {
      received.push(readSettings() === read ? 'old' : 'changed');
      read = readSettings();
    });
    assert.deepEqual(['logbench', 'http', 'editor'].map(change), [['changed'], ['changed'], []]);
    listening.dispose();
    assert.deepEqual(change('logbench'), []);
  });
});
