import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stopScheduledQueries } from '../../src/core/api/operations/scheduledQueries';
import * as vscode from 'vscode';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { queryUri } from '../../src/extension/ui/documents/queryUri';
import { documentUri } from '../../src/extension/ui/documents/readOnlyDocuments';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { lab } from '../support/labConnection';
import { someGuid } from '../support/scheduledQueries';
import { temporaryFolder } from '../support/temporaryFolder';
import { TestedConnections } from './support/connectionParts';
import { ScriptedPrompts } from './support/scriptedPrompts';
import type { PromptResponse } from './support/scriptedPrompts';
import { withSettings } from './support/settings';
import { replacing } from './support/replacing';
import { inOldest as test } from './support/vscodes';

const plant = { ...lab, name: 'Plant', baseUrl: 'https://plant.example' };
const live = { ...lab, name: 'Live', baseUrl: 'https://live.example', environment: 'production' } as const;
const local = { ...lab, name: 'Local', environment: 'local', found: true } as const;

async function set(...connections: readonly Connection[]): Promise<AsyncDisposable> {
  return withSettings({ 'logbench.connections': connections });
}

function configured(): unknown {
  return vscode.workspace.getConfiguration('logbench').inspect('connections')?.globalValue;
}

/** A platform that rejects keys that begin with `wrong`, and notes all. It does not tell whose they are. */
async function platform(): Promise<HttpServer> {
  return HttpServer.start(({ headers }, response) => {
    if (headers.authorization?.startsWith('Bearer wrong') === true) response.statusCode = 401;
    response.end('{"total_count":0,"tables":[]}');
  });
}

/** The keys that tests of connections have sent. */
function testedKeys({ seen }: HttpServer): readonly unknown[] {
  return seen.filter(({ url }) => url.includes('/tables')).map(({ headers }) => headers.authorization);
}

/** Where VS Code stores the key of a connection. */
function secretOf({ name, baseUrl }: Connection): string {
  return `logbench.connectionKey:${JSON.stringify([name, new URL(baseUrl).origin])}`;
}

describe('The API key of a connection', () => {
  test('set in another window repeats the rejected requests of this window once', async () => {
    await using _ = await set(lab);
    using tested = new TestedConnections();
    const changes: string[] = [];
    tested.open.platforms.onDidChange((change) => changes.push(change));
    const key = secretOf(lab);
    assert.equal(await tested.open.readKey(lab), undefined);
    tested.secrets.set(key, 'set elsewhere');
    for (const changed of [key, key, 'something else']) tested.secretsChanged.fire({ key: changed });
    await eventually(() => changes.length > 0);
    assert.equal(await tested.open.readKey(lab), 'set elsewhere');
    assert.deepEqual([changes, tested.renewed], [['connections'], 1]);
  });

  test('can be removed after the address was edited, and is removed with its connection', async () => {
    await using _ = await set(lab, plant);
    const script = new ScriptedPrompts([{ notice: 'still stored', press: 'Remove API Key' }]);
    using tested = new TestedConnections(script);
    for (const one of [lab, plant]) tested.secrets.set(secretOf(one), 'k3y');
    await set({ ...lab, baseUrl: 'https://moved.example' }, plant);
    await eventually(() => !tested.secrets.has(secretOf(lab)));
    script.assertFinished();
    await tested.run('remove', [{ confirm: 'Remove' }], plant);
    assert.equal(tested.secrets.size, 0);
  });
});

describe('A connection found on this machine', () => {
  test('cannot be edited or removed, and is not listed for either', async () => {
    await using _ = await set(lab);
    using tested = new TestedConnections();
    tested.found = [local];
    for (const command of ['edit', 'remove']) {
      await assert.rejects(tested.run(command, [], local), { name: 'ExplainedError' });
    }
    await tested.run('remove', [{ confirm: 'Remove' }]);
    assert.deepEqual(configured(), []);
    await assert.rejects(tested.run('edit', []), { name: 'CanceledError' });
  });

  test('uses the key that its platform announces first, and shares it with no other connection', async () => {
    await using _ = await set(lab);
    using tested = new TestedConnections();
    tested.found = [{ ...local, key: 'announced' }];
    assert.equal(await tested.open.readKey(local), 'announced');
    assert.equal(await tested.open.readKey(lab), undefined);
    for (const one of [lab, local]) tested.secrets.set(secretOf(one), 'set');
    assert.equal(await tested.open.readKey(local), 'announced');
    assert.equal(await tested.open.readKey(lab), 'set');
    tested.found = [local];
    assert.equal(await tested.open.readKey(local), 'set');
  });

  test('has a unique name, is not exported, and appears and disappears automatically', async () => {
    await using _ = await set(lab);
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'connections.json');
    using tested = new TestedConnections();
    const changes: string[] = [];
    tested.open.platforms.onDidChange((change) => changes.push(change));
    tested.found = [{ ...local, name: 'Lab' }, local];
    tested.foundChanged.fire();
    assert.deepEqual(
      tested.open.platforms.all().map(({ name }) => name),
      ['Lab', 'Local'],
    );
    assert.deepEqual([changes, tested.renewed], [['connections'], 1]);
    await assert.rejects(tested.run('add', [{ input: 'Local' }]), { name: 'CanceledError' });
    await tested.run('export', [{ pickMany: ['Lab'] }, { file }]);
    await assert.rejects(tested.run('export', [{ pickMany: ['Local'] }]), /not among: Lab/);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { connections: [lab] });
  });
});

describe('Invalid connection settings', () => {
  test('are reported once, and again when they become invalid again, with a button to open them', async () => {
    const wrong = { name: 'Typo', baseUrl: 'nowhere' } as Connection;
    await using settings = await set(wrong);
    assert.ok(settings);
    const opened: unknown[] = [];
    const { executeCommand } = vscode.commands;
    using _ = replacing(vscode.commands, 'executeCommand', async (id: string, ...args: unknown[]) =>
      id.startsWith('workbench.') ? Promise.resolve(opened.push(id)) : executeCommand(id, ...args),
    );
    const start = new ScriptedPrompts([{ notice: 'Typo', press: 'Open Settings' }]);
    using tested = new TestedConnections(start);
    await eventually(() => opened.length === 1);
    start.assertFinished();
    const script = tested.respond([]);
    const reported = async (...connections: readonly Connection[]): Promise<number> => {
      await set(...connections);
      return script.notices.splice(0).length;
    };
    assert.equal(await reported(wrong, lab), 0);
    assert.equal(await reported(wrong, { ...wrong, name: 'Other' }), 1);
    for (const time of ['first', 'second']) {
      assert.equal(await reported(lab), 0, time);
      assert.equal(await reported(wrong), 1, time);
    }
    assert.equal(opened.length, 1);
  });
});

describe('The key of a connection', () => {
  const variable = 'LOGBENCH_API_KEY_SHARED';
  const shared = { ...lab, name: 'Shared' };

  afterEach(() => {
    Reflect.deleteProperty(process.env, variable);
  });

  async function imported(tested: TestedConnections, ...connections: readonly Connection[]): Promise<void> {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'connections.json');
    await writeFile(file, JSON.stringify({ connections }));
    const names = connections.map(({ name }) => name);
    await tested.run('import', [{ file }, { pickMany: names }, { notice: `imported: ${names.length}` }]);
  }

  test('is not part of an imported connection, however many are imported', async () => {
    await using _ = await set(plant);
    using tested = new TestedConnections();
    const moved = { ...plant, product: 'other' };
    await imported(tested, moved, shared, live);
    assert.deepEqual(configured(), [moved, shared, live]);
    await vscode.workspace
      .getConfiguration('logbench')
      .update('connections', 'no list', vscode.ConfigurationTarget.Global);
    tested.respond([]);
    await imported(tested, shared);
    assert.deepEqual([configured(), tested.secrets.size], [[shared], 0]);
  });

  test('from an environment variable is not sent to an imported address before the user agrees', async () => {
    process.env[variable] = 'from-outside';
    await using server = await platform();
    await using _ = await set();
    using tested = new TestedConnections();
    const there = { ...shared, baseUrl: server.origin };
    await imported(tested, there);
    assert.equal(await tested.open.readKey(there), undefined);
    const changes: string[] = [];
    tested.open.platforms.onDidChange((change) => changes.push(change));
    const script = await tested.run(
      'setApiKey',
      [{ pick: 'Use the API key in LOGBENCH_API_KEY_SHARED' }, { notice: 'accepts' }],
      there,
    );
    assert.match(script.seen.join(), /This connection was imported/);
    assert.equal(await tested.open.readKey(there), 'from-outside');
    assert.deepEqual(changes, ['connections']);
  });

  test('from an environment variable is not used when the user enters another', async () => {
    process.env[variable] = 'from-outside';
    await using server = await platform();
    await using _ = await set();
    using tested = new TestedConnections();
    const there = { ...shared, baseUrl: server.origin };
    await imported(tested, there);
    const changes: string[] = [];
    tested.open.platforms.onDidChange((change) => changes.push(change));
    const responses = [{ pick: 'Enter' }, { input: ' another ' }, { notice: 'not the one in LOGBENCH' }];
    await tested.run('setApiKey', responses, there);
    assert.deepEqual(changes, ['connections'], 'rejected requests are sent again');
    assert.equal(await tested.open.readKey(there), 'another');
    await assert.rejects(tested.run('setApiKey', ['cancel'], there), { name: 'CanceledError' });
    assert.equal(await tested.open.readKey(there), 'another');
  });

  test('is requested again after the input was canceled, for each connection separately', async () => {
    await using server = await platform();
    const [one, two] = ['One', 'Two'].map((name) => ({ ...lab, name, baseUrl: server.origin }));
    assert.ok(one && two);
    await using _ = await set(one, two);
    using tested = new TestedConnections();
    await assert.rejects(tested.run('setApiKey', ['cancel'], one), { name: 'CanceledError' });
    const script = tested.respond([{ input: 'k' }, { input: 'k' }]);
    const ask = async (connection: Connection): Promise<void> => {
      const { ConnectionNode } = await import('../../src/extension/ui/explorer/explorerSection');
      await tested.commands.run('logbench.connection.setApiKey', new ConnectionNode(connection));
    };
    await Promise.all([ask(one), ask(two), ask(one)]);
    script.assertFinished();
    assert.equal(testedKeys(server).length, 2);
  });

  test('is requested if an edited address has none, and tested if it has one', async () => {
    await using server = await platform();
    await using _ = await set(plant);
    using tested = new TestedConnections();
    const form = (baseUrl: string): { input: string }[] => [{ input: 'Plant' }, { input: baseUrl }];
    const rest = [{ pick: 'Staging' }, { input: 'core' }, { pick: 'Read and write' }, { pick: 'Names' }];
    const edited = [...form(server.origin), ...rest, { input: 'its-key' }, { notice: 'accepts' }];
    await tested.run('edit', edited, plant);
    const moved = { ...plant, baseUrl: server.origin };
    assert.deepEqual(configured(), [moved]);
    await tested.run('edit', [...form(server.origin), ...rest, { notice: 'accepts' }], moved);
    assert.deepEqual(testedKeys(server), ['Bearer its-key', 'Bearer its-key']);
  });

  test('may be entered later, and then nothing is sent', async () => {
    await using server = await platform();
    await using _ = await set();
    using tested = new TestedConnections();
    const script = await tested.run('add', [
      { input: 'New' },
      { input: server.origin },
      { pick: 'Production' },
      { input: 'core' },
      { pick: 'Nothing' },
      { input: '  ' },
    ]);
    assert.deepEqual([server.seen.length, script.notices, tested.secrets.size], [0, [], 0]);
  });

  test('is kept when the removal of its connection is canceled', async () => {
    await using _ = await set(plant);
    using tested = new TestedConnections();
    tested.secrets.set(secretOf(plant), 'set');
    await assert.rejects(tested.run('remove', ['cancel'], plant), { name: 'CanceledError' });
    assert.deepEqual(configured(), [plant]);
    assert.equal(await tested.open.readKey(plant), 'set');
  });
});

describe('The keys of two connections to one platform', () => {
  const pair = (baseUrl: string): readonly [Connection, Connection] => [
    { ...lab, name: 'Alpha', baseUrl },
    { ...lab, name: 'Guest', baseUrl },
  ];
  const form = (name: string, baseUrl: string): readonly PromptResponse[] => [
    ...[{ input: name }, { input: baseUrl }, { pick: 'Staging' }, { input: 'core' }],
    ...[{ pick: 'Read and write' }, { pick: 'Names' }],
  ];

  test('are separate: a new connection asks, and gets the key of another one only if it is selected', async () => {
    await using server = await platform();
    const [alpha, guest] = pair(server.origin);
    await using _ = await set(alpha);
    using tested = new TestedConnections();
    await tested.run('setApiKey', [{ input: 'of-alpha' }, { notice: 'accepts' }], alpha);
    await tested.run('add', [...form('Guest', server.origin), { pick: 'Enter' }, { input: '' }]);
    assert.equal(await tested.open.readKey(guest), undefined, 'nothing is shared silently');
    const enters = [{ pick: 'Enter' }, { input: 'of-guest' }, { notice: 'The stored API key is used' }];
    await tested.run('setApiKey', enters, guest);
    assert.equal(await tested.open.readKey(alpha), 'of-alpha');
    const shares = [
      ...form('Third', server.origin),
      { pick: 'Use the API key of Alpha' },
      { notice: 'accepts' },
    ];
    await tested.run('add', shares);
    assert.deepEqual(
      [await tested.open.readKey({ ...alpha, name: 'Third' }), await tested.open.readKey(guest)],
      ['of-alpha', 'of-guest'],
    );
    await tested.run('remove', [{ confirm: 'Remove' }], alpha);
    assert.deepEqual([...tested.secrets.keys()].sort(), [guest, { ...alpha, name: 'Third' }].map(secretOf));
  });

  test('are replaced only by a key that works, or if the user agrees', async () => {
    await using server = await platform();
    const [alpha] = pair(server.origin);
    await using _ = await set(alpha);
    using tested = new TestedConnections();
    await tested.run('setApiKey', [{ input: 'first' }, { notice: 'accepts' }], alpha);
    await assert.rejects(tested.run('setApiKey', [{ input: 'wrong' }], alpha), /previous one is kept/);
    assert.equal(await tested.open.readKey(alpha), 'first');
    await server[Symbol.asyncDispose]();
    const notTested = [{ input: 'second' }, 'cancel'] as const;
    await assert.rejects(tested.run('setApiKey', notTested, alpha), { name: 'CanceledError' });
    assert.equal(await tested.open.readKey(alpha), 'first');
    const agrees = [{ input: 'second' }, { confirm: 'Replace API Key' }];
    await assert.rejects(tested.run('setApiKey', agrees, alpha), { name: 'UnreachableError' });
    assert.equal(await tested.open.readKey(alpha), 'second');
  });

  for (const [change, connections] of [
    ['gets another address', (one: Connection) => [{ ...one, baseUrl: 'http://127.0.0.1:9' }]],
    ['is renamed', (one: Connection) => [{ ...one, name: 'Renamed' }]],
    ['is removed', () => []],
  ] as const) {
    test(`are not set when the connection ${change} while the question is open`, async () => {
      await using server = await platform();
      const [alpha, guest] = pair(server.origin);
      await using _ = await set(alpha, guest);
      using tested = new TestedConnections();
      const meanwhile = async (): Promise<void> => void (await set(...connections(alpha), guest));
      const asking = tested.run('setApiKey', [{ meanwhile }, { input: 'of-alpha' }], alpha);
      await assert.rejects(asking, { name: 'ExplainedError' });
      assert.deepEqual([tested.secrets.size, testedKeys(server).length], [0, 0]);
    });
  }

  test('are not replaced unasked when another window sets one while the question is open', async () => {
    await using server = await platform();
    const [alpha] = pair(server.origin);
    await using _ = await set(alpha);
    using tested = new TestedConnections();
    const meanwhile = async (): Promise<void> =>
      Promise.resolve(void tested.secrets.set(secretOf(alpha), 'elsewhere'));
    const typed = [{ meanwhile }, { input: 'typed' }];
    const keeps = tested.run('setApiKey', [...typed, 'cancel'], alpha);
    await assert.rejects(keeps, { name: 'CanceledError' });
    assert.equal(await tested.open.readKey(alpha), 'elsewhere');
    tested.secrets.clear();
    await tested.run('setApiKey', [...typed, { confirm: 'Replace' }, { notice: 'accepts' }], alpha);
    assert.equal(await tested.open.readKey(alpha), 'typed');
  });

  test('are not used when they were removed while the question was open', async () => {
    await using server = await platform();
    const [alpha, guest] = pair(server.origin);
    await using _ = await set(alpha, guest);
    using tested = new TestedConnections();
    tested.secrets.set(secretOf(alpha), 'of-alpha');
    tested.respond([]);
    const script = [{ pick: 'Use the API key of Alpha' }];
    const get = tested.secrets.get.bind(tested.secrets);
    let reads = 0;
    tested.secrets.get = (name) => (name === secretOf(alpha) && reads++ > 0 ? undefined : get(name));
    await assert.rejects(tested.run('setApiKey', script, guest), /The API key of Alpha was removed/);
  });

  test('move with a rename, are offered after a rename in the settings, and stay with their address', async () => {
    await using server = await platform();
    const [alpha] = pair(server.origin);
    await using _ = await set(alpha);
    using tested = new TestedConnections();
    tested.secrets.set(secretOf(alpha), 'of-alpha');
    await tested.run('edit', [...form('Renamed', server.origin), { notice: 'accepts' }], alpha);
    const renamed = { ...alpha, name: 'Renamed' };
    assert.deepEqual([...tested.secrets], [[secretOf(renamed), 'of-alpha']]);
    await set({ ...alpha, name: 'By hand' });
    const offered = [{ pick: 'Use the API key of Renamed' }, { notice: 'accepts' }];
    await tested.run('setApiKey', offered, { ...alpha, name: 'By hand' });
    await using other = await platform();
    const moved = [...form('By hand', other.origin), { input: 'new' }, { notice: 'accepts' }];
    await tested.run('edit', moved, { ...alpha, name: 'By hand' });
    assert.deepEqual(testedKeys(other), ['Bearer new']);
  });

  test('and settings are not overwritten when another window changes them while a form is open', async () => {
    await using _ = await set(lab, plant);
    using tested = new TestedConnections();
    const changed = { ...lab, baseUrl: 'https://changed.example' };
    const meanwhile = async (): Promise<void> => void (await set(changed, plant));
    const edits = tested.run(
      'edit',
      [{ meanwhile }, ...form('Lab', lab.baseUrl), { pick: 'Certificates' }],
      lab,
    );
    await assert.rejects(edits, { name: 'ExplainedError' });
    assert.deepEqual(configured(), [changed, plant]);
    await set(lab, plant);
    const removes = tested.run('remove', [{ meanwhile }, { confirm: 'Remove' }], lab);
    await assert.rejects(removes, { name: 'ExplainedError' });
    assert.deepEqual(configured(), [changed, plant]);
    const groups = tested.run(
      'moveToGroup',
      [{ pick: 'New group' }, { meanwhile: async () => void (await set(plant)) }, { input: 'G' }],
      lab,
    );
    await assert.rejects(groups, { name: 'ExplainedError' });
    assert.deepEqual(configured(), [plant]);
  });
});

describe('The platform of a connection', () => {
  test('is found by its former name, unless another connection has that name now', async () => {
    await using _ = await set(plant);
    using tested = new TestedConnections();
    const { platforms } = tested.open;
    await set({ ...plant, name: 'New name' }, { ...plant, name: 'Second' }, lab);
    assert.equal(platforms.find('Plant')?.name, 'New name');
    assert.equal(platforms.find('Second')?.name, 'Second');
    assert.deepEqual(platforms.platformOf('Plant'), { address: 'https://plant.example', product: 'core' });
    await set({ ...plant, name: 'New name' }, { ...lab, name: 'Plant' });
    assert.equal(platforms.find('Plant')?.baseUrl, 'https://lab.example');
    assert.equal(platforms.platformOf('Plant')?.address, 'https://lab.example');
    await set();
    assert.deepEqual([platforms.find('Plant'), platforms.find('Never')], [undefined, undefined]);
    assert.equal(platforms.platformOf('Plant')?.address, 'https://lab.example');
    assert.equal(platforms.platformOf('Never'), undefined);
  });

  test('keeps one client until its address changes, and a separate read-only client for assistants', async () => {
    await using _ = await set(lab, plant);
    using tested = new TestedConnections();
    const { platforms, assistantClientFor } = tested.open;
    const [own, assistant] = [await platforms.clientFor(lab), await assistantClientFor(lab)];
    assert.notEqual(own, assistant);
    await set(lab);
    assert.equal(await platforms.clientFor(lab), own);
    assert.equal(await assistantClientFor(lab), assistant);
    const moved = { ...lab, baseUrl: 'https://moved.example' };
    await set(moved);
    assert.notEqual(await platforms.clientFor(moved), own);
    assert.notEqual(await assistantClientFor(moved), assistant);
    await assert.rejects(platforms.clientFor(lab), { name: 'ExplainedError' });
    await assert.rejects(async () => assistant.send(stopScheduledQueries([someGuid])), /Nothing is changed/);
  });

  test('is by default the active one if it is suitable, or else one that is not in production', async () => {
    await using _ = await set(live, lab, plant);
    using tested = new TestedConnections();
    const { platforms } = tested.open;
    const proposed = async (suits?: (connection: Connection) => boolean): Promise<string | undefined> => {
      const offered = suits && { suits, none: 'There is none.' };
      const script = tested.respond(['cancel']);
      await assert.rejects(platforms.pick('Pick', offered), { name: 'CanceledError' });
      const asked = JSON.parse((script.seen[0] ?? '').replace(/^pick: /, '')) as {
        readonly choices: readonly { readonly label: string; readonly picked: boolean }[];
      };
      return asked.choices.find(({ picked }) => picked)?.label;
    };
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(await proposed(), 'Lab');
    tested.panelInFront = 'Live';
    assert.equal(await proposed(), 'Live');
    tested.panelInFront = 'Plant';
    assert.equal(await proposed(({ name }) => name !== 'Plant'), 'Lab');
    tested.panelInFront = 'Removed';
    assert.equal(await proposed(), 'Lab');
    tested.panelInFront = undefined;
    const uris = [
      documentUri(['Live', 'a.txt']),
      queryUri({ address: { connection: 'Live', guid: someGuid }, name: 'a' }),
    ];
    for (const uri of [...uris, vscode.Uri.file('/Live/a.txt')]) {
      const activeTabGroup = { activeTab: { input: new vscode.TabInputText(uri) } };
      using _ = replacing(vscode.window, 'tabGroups', { activeTabGroup });
      assert.equal(await proposed(), uri.scheme === 'file' ? 'Lab' : 'Live', String(uri));
    }
    assert.equal(
      (await platforms.pick('Pick', { suits: ({ name }) => name === 'Plant', none: '' })).name,
      'Plant',
    );
    await tested.run('unlockWrites', [{ pick: '5 minutes' }]);
    assert.deepEqual(
      [live, lab].map((one) => platforms.isLocked(one)),
      [false, false],
    );
  });

  test('is the one that was picked last, which is listed first', async () => {
    await using _ = await set(live, lab, plant);
    using tested = new TestedConnections();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    tested.respond([{ pick: 'Plant' }]);
    await tested.open.platforms.pick('First');
    const script = tested.respond(['cancel']);
    await assert.rejects(tested.open.platforms.pick('Second'), { name: 'CanceledError' });
    assert.match(script.seen.join(), /"choices":\[\{"label":"Plant"[^\]]*?"picked":true\},\{"label":"Live"/);
  });

  test('is offered with what prevents its use, after those that can be used', async () => {
    await using _ = await set(lab, plant, live);
    using tested = new TestedConnections();
    const obstacle = async ({ name }: Connection): Promise<string | undefined> =>
      Promise.resolve(name === 'Lab' ? 'Connection refused' : undefined);
    const script = tested.respond([{ pick: 'Plant' }]);
    const offered = { suits: () => true, none: '', obstacle };
    assert.equal((await tested.open.platforms.pick('Pick', offered)).name, 'Plant');
    const asked = script.seen.join();
    assert.match(
      asked,
      /"label":"Plant".*"picked":true.*"label":"Live".*"label":"Lab","description":"Staging · Connection refused"/,
    );
  });

  test('is none if no connection suits, which is explained in place of an offer to add one', async () => {
    await using _ = await set(live);
    using tested = new TestedConnections();
    tested.respond([{ notice: 'None is locked.' }]);
    const offered = { suits: () => false, none: 'None is locked.' };
    await assert.rejects(tested.open.platforms.pick('Pick', offered), { name: 'CanceledError' });
  });

  test('can be added if there is none, and the command ends', async () => {
    await using settings = await set();
    assert.ok(settings);
    using tested = new TestedConnections();
    const ran: unknown[] = [];
    using _ = replacing(vscode.commands, 'executeCommand', (...all: unknown[]) => ran.push(all));
    tested.respond([{ notice: 'There is no connection' }]);
    await assert.rejects(tested.open.platforms.pick('Pick'), { name: 'CanceledError' });
    assert.deepEqual(ran, []);
    tested.respond([{ notice: 'There is no connection', press: 'Add' }]);
    await assert.rejects(tested.open.platforms.pick('Pick'), { name: 'CanceledError' });
    assert.deepEqual(ran, [['logbench.connection.add']]);
  });

  test('stays locked if no duration was selected, and does not reload documents when it is unlocked', async () => {
    await using _ = await set(live);
    using tested = new TestedConnections();
    const { platforms } = tested.open;
    const changes: string[] = [];
    platforms.onDidChange((change) => changes.push(change));
    tested.respond([{ confirm: 'Unlock' }, 'cancel']);
    await assert.rejects(platforms.ensureWritable(live), { name: 'WritesLockedError' });
    assert.deepEqual([platforms.isLocked(live), changes], [true, []]);
    const script = tested.respond([{ confirm: 'Unlock' }, { pick: '5 minutes' }]);
    await platforms.ensureWritable(live);
    await platforms.ensureWritable(live);
    script.assertFinished();
    assert.deepEqual([platforms.isLocked(live), changes, tested.renewed], [false, ['locks'], 0]);
  });
});
