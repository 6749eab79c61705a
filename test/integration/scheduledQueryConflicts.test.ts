import assert from 'node:assert/strict';
import type { Memory } from '../../src/extension/ui/memory';
import { passOn, send } from '../support/faultProxy';
import type { Interference } from '../support/faultProxy';
import type { Caller } from '../support/startApp';
import { proxiedPlatform } from './support/connected';
import { lockDuringPrompt } from './support/lockDuringPrompt';
import { runCommand, testApi } from './support/runCommand';
import type { PromptResponse } from './support/scriptedPrompts';
import { selection, ShownQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inOldest as test } from './support/vscodes';

const unlock = [{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }];

/** The values of a user who fills in the form, without those before it is sent. */
function form(name: string): readonly PromptResponse[] {
  return [{ input: name }, { text: 'json "{}"' }, { pick: 'On a schedule' }, { input: '0 2 * * *' }];
}

const reject: Interference = ({ response }) => {
  const body = Buffer.from('{"error_code":"illegal-state","error_msg":"not now"}');
  send(response, { status: 500, headers: { 'content-type': 'application/json' }, body });
};

const drop: Interference = ({ socket }) => void socket.destroy();

/** What earlier tests have deleted is kept as well. */
async function deletedQueries(): Promise<{ readonly memory: Memory; readonly key: string }> {
  const { sharedMemory } = await testApi();
  return { memory: sharedMemory, key: 'logbench.scheduledQueries.deleted' };
}

/** What happens between the first prompt about scheduled queries and the last response of the platform. */
describe('Scheduled queries during conflicts and failures', () => {
  const shared = proxiedPlatform();
  const stored = new ShownQueries(shared);

  beforeEach(async () => {
    await stored.clear();
  });

  /** To be used by a test that leaves writes unlocked. */
  async function lockable(): Promise<AsyncDisposable> {
    const locked = [{ ...shared.connected.connection, readOnly: true }];
    const settings = await withSettings({ 'logbench.connections': locked });
    return {
      [Symbol.asyncDispose]: async () => {
        const { node } = await lineAt('Test');
        await runCommand('logbench.connection.unlockWrites', [{ pick: 'Lock now' }], node);
        await settings[Symbol.asyncDispose]();
      },
    };
  }

  const nodeAt = async (...path: readonly string[]): Promise<unknown> =>
    (await lineAt('Test', 'Scheduled Queries', ...path)).node;

  async function setKey(caller: Caller): Promise<void> {
    const { node } = await lineAt('Test');
    await runCommand('logbench.connection.setApiKey', [{ input: shared.platform.keys[caller] }], node);
  }

  /** Writes are lost before the platform sees them. */
  function loseWrites(): void {
    shared.proxy.interference = (exchange) => {
      if (exchange.method === 'GET') return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };
  }

  /** Nothing can be read, from the first write on or at once; what is lost twice takes longer. */
  function failReads(isFailing: boolean, write: Interference = passOn): void {
    let fails = isFailing;
    shared.proxy.interference = (exchange) => {
      fails ||= exchange.method !== 'GET';
      if (exchange.method !== 'GET') return write(exchange);
      return fails ? reject(exchange) : passOn(exchange);
    };
  }

  async function create(responses: readonly PromptResponse[]): Promise<readonly string[]> {
    const { seen } = await runCommand('logbench.scheduledQuery.create', responses, await nodeAt());
    return seen;
  }

  test('changes of properties are kept and not applied if writes were locked before Apply', async () => {
    const guid = await stored.create('A');
    await using _ = await lockable();
    const edit = async (...responses: readonly PromptResponse[]): Promise<unknown> =>
      runCommand('logbench.scheduledQuery.edit', responses, await nodeAt('A'));

    const change = [{ pick: 'Description' }, ...(await lockDuringPrompt()), { input: 'typed' }];
    await edit(...unlock, ...change, { pick: 'Apply to' }, 'cancel');

    assert.equal((await stored.read(guid))?.description, null);
    await edit(...unlock, { pick: 'Continue with 1' }, { pick: 'Apply to' }, { notice: 'was updated' });
    assert.equal((await stored.read(guid))?.description, 'typed');
  });

  test('a new query or a copy is not created if writes were locked before, and the input is kept', async () => {
    await stored.create('Model');
    await using _ = await lockable();
    const locking = [...(await lockDuringPrompt()), { confirm: 'Create Disabled' }];

    await create([...unlock, ...form('Locked'), ...locking, 'cancel']);
    await runCommand(
      'logbench.scheduledQuery.duplicate',
      [...unlock, { input: 'Copy' }, ...locking, 'cancel'],
      await nodeAt('Model'),
    );

    assert.deepEqual(await stored.names(), ['Model']);
    const seen = await create([...unlock, ...form('Locked'), { confirm: 'Create' }, { notice: 'created' }]);
    assert.match(seen.join('\n'), /input: \{[^\n]*"value":"Locked"/);
  });

  test('a form that could not be sent is restored, also while the platform cannot be reached', async () => {
    const back = [{ confirm: 'Create Disabled' }, { confirm: 'Return to Form' }, 'cancel' as const];
    const timesFilled = (seen: readonly string[]): number =>
      seen.filter((asked) => /^input: .*"value":"Kept"/.test(asked)).length;
    failReads(false, drop);

    assert.equal(timesFilled(await create([...form('Kept'), ...back])), 1);
    assert.equal(timesFilled(await create([...form('Kept'), ...back])), 2);
    shared.proxy.interference = passOn;
    await create([...form('Kept'), { confirm: 'Create Disabled' }, { notice: 'was created' }]);
    const next = await create(['cancel']);
    assert.match(next[0] ?? '', /"value":""/, 'the next form is a new one');
  });

  test('a form that could not be sent is not shown again if the key may not create queries', async () => {
    loseWrites();
    await create([...form('Forbidden'), { confirm: 'Create Disabled' }, 'cancel']);
    shared.proxy.interference = passOn;
    const node = await nodeAt();
    await setKey('member');
    try {
      const { notices, seen } = await runCommand('logbench.scheduledQuery.create', [], node);

      assert.match(notices.join(), /requires the role ADMIN or higher/);
      assert.equal(seen.length, 1);
    } finally {
      await setKey('master');
    }
    await create([...form('Allowed'), { confirm: 'Create Disabled' }, { notice: 'was created' }]);
  });

  test('a new form is not shown while the platform cannot be reached', async () => {
    const node = await nodeAt();
    failReads(true);

    const { notices, seen } = await runCommand('logbench.scheduledQuery.create', [], node);

    assert.deepEqual([notices.length, seen.length], [1, 1]);
  });

  test('a query that another user changes or deletes before the confirmation is not enabled', async () => {
    const [changed, deleted] = [await stored.create('Changed'), await stored.create('Deleted')];
    await stored.create('Left');
    const interfere = async (): Promise<void> => {
      await stored.change(changed, { description: 'theirs' });
      await stored.remove(deleted);
    };

    await runCommand(
      'logbench.scheduledQuery.enable',
      [{ meanwhile: interfere }, { confirm: 'Enable' }, { notice: '1 enabled, 1 not found, 1 failed' }],
      ...selection(await stored.lines('Changed', 'Deleted', 'Left')),
    );

    const { enabled, description } = (await stored.read(changed)) ?? {};
    assert.deepEqual([enabled, description], [false, 'theirs']);
    assert.deepEqual(await stored.shownNames(), ['Changed', 'Left']);
  });

  test('a query shows at once that its predecessor was deleted', async () => {
    const first = await stored.create('First');
    const second = await stored.createAfter('Second', first);
    await stored.createAfter('Third', second);
    const lines = await stored.lines('First');

    const script = await runCommand(
      'logbench.scheduledQuery.delete',
      [{ confirm: 'Delete' }, { notice: 'deleted' }],
      ...selection(lines),
    );

    const descriptions = (await stored.lines('Second', 'Third')).map(({ description }) => description);
    assert.deepEqual(descriptions, [`after an unknown query (${first}) succeeded`, 'after Second succeeded']);
    assert.equal(script.notices.length, 1);
  });

  test('the tree shows the result of a deletion whose response was lost', async () => {
    await stored.create('Doomed');
    const lines = await stored.lines('Doomed');
    shared.proxy.interference = async (exchange) => {
      if (exchange.method === 'GET') return passOn(exchange);
      await exchange.forward();
      exchange.socket.destroy();
    };

    await runCommand(
      'logbench.scheduledQuery.delete',
      [{ confirm: 'Delete' }, { notice: 'unknown' }],
      ...selection(lines),
    );

    assert.deepEqual(await stored.shownNames(), ['No items.']);
  });

  test('a query is re-created although it cannot be read or linked afterwards', async () => {
    const first = await stored.create('First');
    const second = await stored.createAfter('Second', first);
    const remove = async (...names: readonly string[]): Promise<void> => {
      const responses = [{ confirm: 'Delete' }, { notice: 'deleted' }];
      await runCommand(
        'logbench.scheduledQuery.delete',
        responses,
        ...selection(await stored.lines(...names)),
      );
    };
    const recreate = async (notice: string): Promise<readonly string[]> => {
      const responses = [{ pickMany: ['First'] }, { confirm: 'Re-create' }, { notice }];
      return (await runCommand('logbench.scheduledQuery.recreate', responses, await nodeAt())).notices;
    };
    await remove('First');
    shared.proxy.interference = (exchange) => (exchange.method === 'PUT' ? drop(exchange) : passOn(exchange));
    assert.match((await recreate('First')).join(), /Not linked again: Second/);
    shared.proxy.interference = passOn;
    assert.equal((await stored.read(second))?.preceding_guid, first);

    await remove('First');
    failReads(false);
    assert.deepEqual(await recreate('re-created'), ['Test: “First” re-created.']);
    shared.proxy.interference = passOn;
    assert.deepEqual(await stored.shownNames(), ['First', 'Second']);
    // It is still offered, because it is unknown which one it became.
    const { notices } = await runCommand('logbench.scheduledQuery.recreate', ['cancel'], await nodeAt());
    assert.deepEqual(notices, []);
  });

  test('deleted queries are offered only if there are any', async () => {
    await stored.create('Once');
    const responses = [
      ...[{ confirm: 'Delete' }, { notice: 'deleted', press: 'Re-create' }],
      ...[{ confirm: 'Re-create' }, { notice: 're-created' }],
    ];
    await runCommand('logbench.scheduledQuery.delete', responses, ...selection(await stored.lines('Once')));
    const { memory, key } = await deletedQueries();
    const kept = memory.get(key);
    await memory.update(key, []);
    for (const args of [[], [await nodeAt()]]) {
      const { notices } = await runCommand('logbench.scheduledQuery.recreate', [], ...args);
      assert.deepEqual(notices, ['There are no deleted queries that can be re-created.']);
    }
    await memory.update(key, kept);
  });

  test('a deletion of what another user deleted is reported as not found, not as running', async () => {
    const guid = await stored.create('Deleted');
    const lines = await stored.lines('Deleted');
    await stored.remove(guid);

    const responses = [{ confirm: 'Delete' }, { notice: '“Deleted” not found' }];
    await runCommand('logbench.scheduledQuery.delete', responses, ...selection(lines));

    assert.deepEqual(await stored.shownNames(), ['No items.']);
  });

  test('a new query and a stopped one are shown although they cannot be read afterwards', async () => {
    await stored.create('Idle');
    const lines = await stored.lines('Idle');
    failReads(false);
    await create([...form('Made'), { confirm: 'Create Disabled' }, { notice: 'was created' }]);
    shared.proxy.interference = passOn;
    assert.deepEqual(await stored.shownNames(), ['Idle', 'Made']);

    await stored.create('Elsewhere');
    failReads(false);
    const responses = [{ confirm: 'Stop' }, { notice: 'Idle' }];
    await runCommand('logbench.scheduledQuery.stop', responses, ...selection(lines));
    shared.proxy.interference = passOn;
    assert.deepEqual(await stored.shownNames(), ['Elsewhere', 'Idle', 'Made']);
  });

  test('a changed query shows its new values although it cannot be read afterwards', async () => {
    await stored.create('Before');
    const node = await nodeAt('Before');
    failReads(false);

    await runCommand(
      'logbench.scheduledQuery.edit',
      [{ pick: 'Name' }, { input: 'After' }, { pick: 'Apply to' }, { notice: '“After” was updated' }],
      node,
    );

    shared.proxy.interference = passOn;
    assert.deepEqual(await stored.shownNames(), ['After']);
  });
});
