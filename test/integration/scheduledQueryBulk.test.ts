import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { eventually } from '../support/eventually';
import { connectedPlatform } from './support/connected';
import { lockDuringPrompt } from './support/lockDuringPrompt';
import { textInFront } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { selection, sharedQueries, ShownQueries } from './support/scheduledQueries';
import type { StoredQuery } from '../support/storedQueries';
import type { ScriptedPrompts } from './support/scriptedPrompts';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

/** What a user has decided about a query. */
function definition(query: StoredQuery | undefined): unknown {
  const { name, description, enabled, query: text, cron_schedule: schedule } = query ?? {};
  return { name, description, enabled, text, schedule };
}

describe('Several scheduled queries', () => {
  const stored = sharedQueries();

  describe('Deleting scheduled queries', () => {
    const command = 'logbench.scheduledQuery.delete';
    test('can be undone: creates them again unchanged, and links their dependents again', async () => {
      const first = await stored.create('First', {
        query: 'table a\n| limit 1',
        description: 'D',
        enabled: 'true',
      });
      const second = await stored.createAfter('Second', first);
      const third = await stored.createAfter('Third', second);
      const before = await stored.read(first);
      const shown = (guid: string): vscode.Uri =>
        vscode.Uri.from({ scheme: 'logbench', path: pathOf({ connection: 'Test', guid }, 'First') });
      await vscode.window.showTextDocument(shown(first), { preview: false });

      const script = await runCommand(
        command,
        [
          ...[{ confirm: 'Delete' }, { notice: 'Test: 2 deleted.', press: 'Re-create' }],
          ...[{ confirm: 'Re-create' }, { notice: 'Test: 2 re-created.' }],
        ],
        ...selection(await stored.lines('Second', 'First')),
      );

      assert.match(script.seen.join('\n'), /Linked again: “Third”/);
      assert.deepEqual(await stored.shownNames(), ['First', 'Second', 'Third']);
      const made = await stored.find('First');
      const after = await stored.find('Second');
      assert.notEqual(made?.guid, first);
      assert.deepEqual(definition(made), definition(before));
      assert.equal(after?.preceding_guid, made?.guid);
      assert.equal((await stored.read(third))?.preceding_guid, after?.guid);
      const tabs = (): readonly string[] =>
        vscode.window.tabGroups.all
          .flatMap((group) => group.tabs)
          .flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri.toString() : []));
      await eventually(() => tabs().includes(shown(made?.guid ?? '').toString()));
      await eventually(() => !tabs().includes(shown(first).toString()));
    });

    test('can be undone later, without the message or an open tab', async () => {
      const first = await stored.create('First', { query: 'table a\n| limit 1', description: 'D' });
      const second = await stored.createAfter('Second', first);
      const third = await stored.createAfter('Third', second);
      const before = await stored.read(first);
      await runCommand(
        command,
        [{ confirm: 'Delete' }, { notice: 'Test: 2 deleted.' }],
        ...selection(await stored.lines('First', 'Second')),
      );
      const recreate = async (name: string): Promise<ScriptedPrompts> =>
        runCommand(
          'logbench.scheduledQuery.recreate',
          [{ pickMany: [name] }, { confirm: 'Re-create' }, { notice: `“${name}” re-created.` }],
          (await lineAt('Test', 'Scheduled Queries')).node,
        );

      const script = await recreate('First');
      await recreate('Second');

      assert.match(script.seen[0] ?? '', /"label":"First","description":"deleted just now"/);
      const [made, after] = [await stored.find('First'), await stored.find('Second')];
      assert.deepEqual(definition(made), definition(before));
      assert.equal(after?.preceding_guid, made?.guid);
      assert.equal((await stored.read(third))?.preceding_guid, after?.guid);
      await assert.rejects(recreate('First'));
    });

    test('shows the skipped one as running in the tree', async () => {
      await stored.create('Idle');
      const guid = await stored.create('Busy');
      const [line] = await stored.lines('Busy');
      assert.equal(line?.contextValue, 'scheduledQuery.disabled.stopped');
      const query = `json "{'n':1}" | repeat count=100000 over=600s | stats count`;
      await stored.change(guid, { query, cron_schedule: '* * * * * *', enabled: 'true' });
      await stored.untilRunning(guid);

      const { seen } = await runCommand(
        command,
        [{ confirm: 'Delete' }, { notice: 'skipped because running' }],
        ...selection(await stored.lines('Busy', 'Idle')),
      );
      assert.match(seen[0] ?? '', /"message":"Delete 1 of 2 scheduled queries on /, 'what the button does');

      assert.equal((await stored.lines('Busy'))[0]?.contextValue, 'scheduledQuery.enabled.running');
    });

    test('offers to stop the running ones if nothing else was selected, instead of doing nothing', async () => {
      await stored.createRunning('Busy');

      const script = await runCommand(
        command,
        [{ confirm: 'Stop and Delete' }, { notice: '“Busy” deleted.' }],
        ...selection(await stored.lines('Busy')),
      );

      assert.match(script.seen[0] ?? '', /Running, will be stopped before deletion: “Busy”/);
      assert.doesNotMatch(script.seen[0] ?? '', /Running"/);
      assert.deepEqual(await stored.names(), []);
    });

    test('re-creates them once from the document of the results, also if it was canceled before', async () => {
      await stored.create('Once');
      await runCommand(
        command,
        [{ confirm: 'Delete' }, { notice: 'deleted', press: 'Show Results' }],
        ...selection(await stored.lines('Once')),
      );
      const act = 'logbench.document.act';
      await runCommand(act, [{ pick: 'Re-create' }, 'cancel']);
      await runCommand(act, [{ pick: 'Re-create' }, { confirm: 'Re-create' }, { notice: 're-created' }]);
      await runCommand(act, [{ pick: 'Re-create' }, { notice: '“Re-create” was already done' }]);
      assert.deepEqual(await stored.shownNames(), ['Once']);
    });

    it('reports one that another user deleted, in a document with a line for each', async () => {
      await stored.create('Here');
      const deleted = await stored.create('Deleted');
      const lines = await stored.lines('Here', 'Deleted');
      await stored.remove(deleted);

      await runCommand(
        command,
        [{ confirm: 'Delete' }, { notice: '1 deleted, 1 not found', press: 'Show Results' }],
        ...selection(lines),
      );

      assert.match(textInFront(), /^deleted +Here/m);
      assert.match(textInFront(), /^not found +Deleted/m);
      await runCommand('logbench.document.act', [{ pick: 'Copy as CSV' }]);
      assert.match(await vscode.env.clipboard.readText(), /^Test,development,delete,not found,Deleted,/m);
      assert.deepEqual(await stored.shownNames(), ['No items.']);
    });

    test('shows the exact request without the key before anything is sent', async () => {
      const guid = await stored.create('A');

      await runCommand(
        command,
        [{ confirm: 'Show Request' }, 'cancel'],
        ...selection(await stored.lines('A')),
      );

      const request = textInFront();
      assert.match(request, /curl -X DELETE/);
      assert.ok(request.includes(guid) && request.includes('policy=skip'), request);
      assert.ok(!request.includes(stored.connected.key));
      assert.deepEqual(await stored.names(), ['A']);
    });

    test('searches on the platform for the typed text when it is called from the palette', async () => {
      for (const name of ['apple', 'apricot', 'banana']) await stored.create(name);

      const script = await runCommand(command, [
        { search: 'ap', select: ['apple', 'apricot'] },
        { confirm: 'Delete' },
        { notice: '2 deleted' },
      ]);

      assert.ok(!script.seen[1]?.includes('banana'), script.seen[1]);
      assert.deepEqual(await stored.names(), ['banana']);
    });

    test('requires the name of a production system, and the unlock before and after the confirmation', async () => {
      await using connected = await connectedPlatform({ environment: 'production', name: 'Prod' });
      const stored = new ShownQueries({ connected });
      await stored.create('A');
      const lines = await stored.lines('A');

      const unlock = [{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }];
      const confirm = [{ confirm: 'Delete' }, { input: 'Prod' }];

      await runCommand(command, ['cancel'], ...selection(lines));
      const late = [...unlock, ...(await lockDuringPrompt('Prod')), ...confirm, 'cancel'] as const;
      await runCommand(command, late, ...selection(lines));
      assert.deepEqual(await stored.names(), ['A']);

      const script = await runCommand(
        command,
        [...unlock, ...confirm, { notice: 'deleted' }],
        ...selection(lines),
      );
      assert.match(script.seen.join('\n'), /Prod \(Production\)/);
      assert.deepEqual(await stored.names(), []);
    });
  });

  describe('Stopping scheduled queries', () => {
    const command = 'logbench.scheduledQuery.stop';
    test('reports which were stopped and which already were', async () => {
      const busy = await stored.createRunning('Busy');
      await stored.create('Idle');
      await stored.change(busy, { cron_schedule: '0 3 * * *' });

      await runCommand(
        command,
        [{ confirm: 'Stop' }, { notice: '1 stopped, 1 already stopped', press: 'Show Results' }],
        ...selection(await stored.lines('Busy', 'Idle')),
      );

      assert.match(textInFront(), /^stopped +Busy/m);
      assert.match(textInFront(), /^already stopped +Idle/m);
      assert.equal((await stored.read(busy))?.running_state, 'stopped');
      assert.match((await stored.lines('Busy'))[0]?.contextValue ?? '', /^scheduledQuery\.enabled\.stopped/);
    });

    test('sends the selected force parameter', async () => {
      await stored.create('A');

      await runCommand(
        command,
        [
          { confirm: 'Force' },
          { confirm: 'Show Request' },
          { pick: 'Force Stop' },
          { notice: 'already stopped' },
        ],
        ...selection(await stored.lines('A')),
      );

      assert.match(textInFront(), /force=true/);
    });
  });

  describe('Enabling and disabling scheduled queries', () => {
    test('writes the whole record, and only if it changes something', async () => {
      const off = await stored.create('Off', {
        description: 'kept',
        node_types: 'data',
        output_parameter: 'true',
      });
      await stored.create('On', { enabled: 'true' });
      const lines = await stored.lines('Off', 'On');
      // What another user changed since the tree was drawn is not undone.
      await stored.change(off, { cron_schedule: '30 4 * * *', node_types: 'data' });

      await runCommand(
        'logbench.scheduledQuery.enable',
        [{ confirm: 'Enable' }, { notice: '1 enabled, 1 already enabled' }],
        ...selection(lines),
      );

      const { enabled, description, node_types, output_parameter, cron_schedule } =
        (await stored.read(off)) ?? {};
      assert.deepEqual(
        { enabled, description, node_types, output_parameter, cron_schedule },
        {
          enabled: true,
          description: 'kept',
          node_types: ['data'],
          output_parameter: true,
          cron_schedule: '30 4 * * *',
        },
      );
      assert.match((await stored.lines('Off'))[0]?.contextValue ?? '', /^scheduledQuery\.enabled/);
    });

    test('disables a scheduled query that is enabled', async () => {
      const guid = await stored.create('On', { enabled: 'true' });

      await runCommand(
        'logbench.scheduledQuery.disable',
        [{ confirm: 'Disable' }, { notice: '“On” disabled.' }],
        ...selection(await stored.lines('On')),
      );

      assert.equal((await stored.read(guid))?.enabled, false);
    });
  });
});
