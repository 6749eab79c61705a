import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';
import { closeAllTabs } from './support/closeAllTabs';
import { runCommand, testApi } from './support/runCommand';
import type { ResponseBody, ScriptedPrompts } from './support/scriptedPrompts';
import { selection, sharedQueries, StoredQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

function openText(): string {
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}

describe('The properties of scheduled queries', () => {
  const stored = sharedQueries();

  describe('Editing the schedule and properties of a scheduled query', () => {
    async function edit(name: string, ...responses: readonly ResponseBody[]): Promise<ScriptedPrompts> {
      const [line] = await stored.lines(name);
      return runCommand('logbench.scheduledQuery.edit', responses, line?.node);
    }

    test('changes one property and keeps all others', async () => {
      const changes = { enabled: 'true', description: 'kept', node_types: 'data', output_parameter: 'true' };
      const guid = await stored.create('Old name', changes);

      await edit(
        'Old name',
        { pick: 'Name' },
        { input: 'New name' },
        { pick: 'Apply to' },
        { notice: 'was updated' },
      );

      const { name, enabled, description, node_types, output_parameter, query } =
        (await stored.read(guid)) ?? {};
      assert.deepEqual(
        { name, enabled, description, node_types, output_parameter, query },
        {
          name: 'New name',
          enabled: true,
          description: 'kept',
          node_types: ['data'],
          output_parameter: true,
          query: 'json "{}"',
        },
      );
      assert.deepEqual(await stored.shownNames(), ['New name']);
    });

    test('shows the new name on those that come after', async () => {
      await stored.createAfter('Second', await stored.create('First'));

      await edit(
        'First',
        { pick: 'Name' },
        { input: 'Renamed' },
        { pick: 'Apply to' },
        { notice: 'was updated' },
      );

      assert.equal((await stored.lines('Second'))[0]?.description, 'after Renamed succeeded');
    });

    test('says a cron expression in words with the next runs while it is typed', async () => {
      const guid = await stored.create('A');

      const script = await edit(
        'A',
        { pick: 'Schedule: at 03:00, server time' },
        { pick: 'On a schedule' },
        { input: '*/15 * * * *' },
        { pick: 'Apply to' },
        { notice: 'was updated' },
      );

      assert.match(script.seen.join('\n'), /every 15 minutes\. Next runs: (?:[^·]+ · ){4}[^·]+"/);
      assert.equal((await stored.read(guid))?.cron_schedule, '*/15 * * * *');
      assert.equal((await stored.lines('A'))[0]?.description, 'every 15 minutes');
    });

    test('puts a query after another one', async () => {
      const first = await stored.create('First');
      const guid = await stored.create('Second');

      await edit(
        'Second',
        { pick: 'Schedule' },
        { pick: 'After another query' },
        { search: 'Fir', select: 'First' },
        { pick: '…failed' },
        { pick: 'Apply to' },
        { notice: 'was updated' },
      );

      const { trigger_type, preceding_guid, preceding_action, cron_schedule } =
        (await stored.read(guid)) ?? {};
      assert.deepEqual(
        { trigger_type, preceding_guid, preceding_action, cron_schedule },
        { trigger_type: 'workflow', preceding_guid: first, preceding_action: 'failed', cron_schedule: null },
      );
    });

    test('keeps unapplied changes until they are applied or discarded, in the words of the list', async () => {
      const guid = await stored.create('A');
      const changes = [
        ...[{ pick: 'Description' }, { input: 'for the night shift' }],
        ...[{ pick: 'Schedule' }, { pick: 'On a schedule' }, { input: '0 4 * * *' }],
      ];
      // The window is closed while it asks what to do with them.
      const closed = ['cancel', 'cancel'] as const;
      await edit('A', ...changes, ...closed);
      assert.equal((await stored.read(guid))?.description, null);

      const discarding = await edit('A', { pick: 'Discard Changes' }, 'cancel');
      assert.match(discarding.seen[0] ?? '', /Not applied yet: Description, Schedule"/);
      await edit('A', ...changes, ...closed);
      await edit(
        'A',
        { pick: 'Continue with 2 Unapplied Changes' },
        { pick: 'Apply to' },
        { notice: 'was updated' },
      );
      const { description, cron_schedule } = (await stored.read(guid)) ?? {};
      assert.deepEqual([description, cron_schedule], ['for the night shift', '0 4 * * *']);
      await edit('A', 'cancel');
    });

    test('rejects a predecessor that would make a loop, and asks again', async () => {
      const first = await stored.create('First');
      await stored.createAfter('Second', first);

      const script = await edit(
        'First',
        { pick: 'Schedule' },
        { pick: 'After another query' },
        { search: '', select: 'Second' },
        'cancel',
        'cancel',
      );

      assert.match(script.notices.join(), /would create a loop: First → Second → First/);
      // It is not offered itself.
      const offered = script.seen.findLast((text) => text.startsWith('[[')) ?? '';
      assert.match(offered, /^\[\["Second",[^[\]]*\]\]$/);
      // The title names the connection once.
      assert.match(script.seen.join('\n'), /search: \{"title":"First · Test [^:"]*"/);
      assert.equal((await stored.read(first))?.trigger_type, 'cron');
    });

    test('changes a description of several lines, state, node types and output parameter in one write', async () => {
      const guid = await stored.create('A', { description: 'one\ntwo\n\nfour' });

      await edit(
        'A',
        ...[{ pick: 'Description' }, { text: 'one\ntwo\n\nfour!' }],
        ...[{ pick: 'Enabled: no' }, { pick: 'Enabled' }],
        ...[{ pick: 'Node types' }, { pickMany: ['Control nodes', 'Data nodes'] }],
        ...[{ pick: 'Passes on its last row' }, { pick: 'Yes' }],
        ...[{ pick: 'Apply to' }, { notice: 'was updated' }],
      );

      const { description, enabled, node_types, output_parameter } = (await stored.read(guid)) ?? {};
      assert.deepEqual(
        { description, enabled, node_types, output_parameter },
        {
          description: 'one\ntwo\n\nfour!',
          enabled: true,
          node_types: ['control', 'data'],
          output_parameter: true,
        },
      );
    });

    test('shows the whole request before it is sent', async () => {
      await stored.create('A', { output_parameter: 'true' });

      await edit('A', { pick: 'Name' }, { input: 'B' }, { pick: 'Show Request' }, 'cancel', {
        confirm: 'Discard Changes',
      });

      assert.match(openText(), /curl -X PUT/);
      assert.match(openText(), /output_parameter=true/);
      assert.ok(!openText().includes(stored.connected.key));
      assert.deepEqual(await stored.names(), ['A']);
    });

    test('gets back to the overview from a question, and writes nothing when it is left', async () => {
      await stored.create('A');

      await edit('A', { pick: 'Name' }, 'back', { pick: 'Description' }, 'cancel', 'cancel');

      assert.deepEqual(await stored.names(), ['A']);
    });

    test('asks what to do with changes before it is left with them', async () => {
      const guid = await stored.create('A');
      const change = [{ pick: 'Name' }, { input: 'B' }] as const;

      const kept = await edit('A', ...change, 'cancel', { confirm: 'Keep Editing' }, 'cancel', {
        confirm: 'Discard Changes',
      });
      assert.match(kept.seen.join('\n'), /Apply the changes to “A” on Test\?.*Not applied yet: Name/);
      assert.equal((await stored.read(guid))?.name, 'A');

      await edit('A', ...change, 'cancel', { confirm: 'Apply to Test' }, { notice: 'was updated' });
      assert.equal((await stored.read(guid))?.name, 'B');
    });

    test('comes back to the overview when the name is taken', async () => {
      await stored.create('Taken');
      const guid = await stored.create('A');

      const script = await edit(
        'A',
        ...[{ pick: 'Name' }, { input: 'Taken' }],
        { pick: 'Apply to' },
        ...[{ pick: 'Name: Taken' }, { input: 'Free' }],
        ...[{ pick: 'Apply to' }, { notice: 'was updated' }],
      );

      assert.match(script.notices.join(), /Test: The name “Taken” is already in use. Choose another one./);
      assert.equal((await stored.read(guid))?.name, 'Free');
    });

    test('starts from the editor tab of the query', async () => {
      const guid = await stored.create('A');
      const uri = vscode.Uri.from({ scheme: 'logbench', path: `/Test/scheduled-queries/${guid}/A.lq` });

      await runCommand(
        'logbench.scheduledQuery.edit',
        [{ pick: 'Name: A' }, { input: 'B' }, { pick: 'Apply to' }, { notice: 'was updated' }],
        uri,
      );

      assert.deepEqual(await stored.names(), ['B']);
    });

    test('says so when another user has deleted it', async () => {
      const guid = await stored.create('Gone');
      const [line] = await stored.lines('Gone');
      await stored.remove(guid);

      const script = await runCommand('logbench.scheduledQuery.edit', [], line?.node);

      assert.match(script.notices.join(), /“Gone” no longer exists/);
      assert.deepEqual(await stored.shownNames(), ['No items.']);
    });

    describe('when another user changes it meanwhile', () => {
      /** The change has the same length: nothing but its content tells. */
      async function meddle(guid: string): Promise<void> {
        await stored.change(guid, { description: 'theirs' });
      }

      async function editWhile(
        ...responses: readonly ResponseBody[]
      ): Promise<{ guid: string; seen: string }> {
        const guid = await stored.create('A', { description: 'before' });
        const script = await edit(
          'A',
          { pick: 'Description' },
          { meanwhile: () => meddle(guid) },
          ...responses,
        );
        return { guid, seen: script.seen.join('\n') };
      }

      test('shows all three values and overwrites on demand', async () => {
        const { guid, seen } = await editWhile(
          { input: 'yours!' },
          { pick: 'Apply to' },
          { confirm: 'Show Details' },
          { pick: 'Overwrite' },
          { notice: 'was updated' },
        );
        assert.match(seen, /Description\\nOriginal: “before”\\nTheirs: “theirs”\\nYours: “yours!”/);
        assert.match(openText(), /Theirs:\n {4}theirs/);
        assert.equal((await stored.read(guid))?.description, 'yours!');
      });

      test('writes nothing when it is left, and keeps the change for the next time', async () => {
        const { guid } = await editWhile({ input: 'yours!' }, { pick: 'Apply to' }, 'cancel');
        assert.equal((await stored.read(guid))?.description, 'theirs');

        const script = await edit(
          'A',
          ...[{ pick: 'Continue with 1 Unapplied Change' }, { pick: 'Apply to' }],
          ...[{ confirm: 'Overwrite' }, { notice: 'was updated' }],
        );
        assert.match(script.seen.join('\n'), /Theirs: “theirs”\\nYours: “yours!”/);
        assert.equal((await stored.read(guid))?.description, 'yours!');
        await edit('A', 'cancel');
      });

      test('asks again if a third change came while Overwrite was selected', async () => {
        const guid = await stored.create('A', { description: 'before' });
        const change = (description: string): (() => Promise<void>) => {
          return () => stored.change(guid, { description });
        };
        const script = await edit(
          'A',
          ...[{ pick: 'Description' }, { meanwhile: change('theirs') }, { input: 'yours!' }],
          ...[{ pick: 'Apply to' }, { meanwhile: change('third') }, { confirm: 'Overwrite' }],
          ...[{ confirm: 'Overwrite' }, { notice: 'was updated' }],
        );
        assert.match(script.seen.join('\n'), /Original: “theirs”\\nTheirs: “third”\\nYours: “yours!”/);
        assert.equal((await stored.read(guid))?.description, 'yours!');
      });

      test('says that it was deleted, and keeps no change of it', async () => {
        const guid = await stored.create('A');
        const remove = (): Promise<void> => stored.remove(guid);
        const responses = [
          { pick: 'Description' },
          { meanwhile: remove },
          { input: 'x' },
          { pick: 'Apply to' },
        ];
        const script = await edit('A', ...responses);
        assert.match(script.notices.join(), /“A” no longer exists/);
        assert.deepEqual(await stored.shownNames(), ['No items.']);
      });

      test('starts again from theirs after a reload', async () => {
        const { guid } = await editWhile(
          { input: 'yours!' },
          { pick: 'Apply to' },
          { confirm: 'Reload' },
          { pick: 'Description: theirs' },
          { input: 'agreed' },
          { pick: 'Apply to' },
          { notice: 'was updated' },
        );
        assert.equal((await stored.read(guid))?.description, 'agreed');
      });

      test('keeps both changes if they are of different fields', async () => {
        const { guid } = await editWhile(
          'back',
          ...[{ pick: 'Enabled: no' }, { pick: 'Enabled' }],
          ...[{ pick: 'Apply to' }, { confirm: 'Keep Both Changes' }, { notice: 'was updated' }],
        );
        const { description, enabled } = (await stored.read(guid)) ?? {};
        assert.deepEqual({ description, enabled }, { description: 'theirs', enabled: true });
      });
    });
  });

  describe('A new scheduled query', () => {
    const command = 'logbench.scheduledQuery.create';
    test('is asked for step by step, created and shown', async () => {
      await stored.shownNames();

      await runCommand(
        command,
        [
          ...[{ input: 'Nightly' }, { text: 'table duration=1d auth' }],
          ...[{ pick: 'On a schedule' }, { input: '0 2 * * *' }],
          { confirm: 'Create and Enable' },
          { notice: 'Test: “Nightly” was created.', press: 'Open' },
        ],
        (await lineAt('Test', 'Scheduled Queries')).node,
      );

      assert.equal(openText(), 'table duration=1d auth');
      const [name] = await stored.names();
      assert.equal(name, 'Nightly');
      const [line] = await stored.lines('Nightly');
      assert.equal(line?.description, 'at 02:00, server time');
      assert.match(line.contextValue, /^scheduledQuery\.enabled/);
    });

    test('is made of the text of any editor, as it is', async () => {
      const content = 'table duration=1d auth\n| stats count by user\n';
      const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
      await vscode.window.showTextDocument(document);

      await runCommand('logbench.query.schedule', [
        ...[{ input: 'From an editor' }, { pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ confirm: 'Create Disabled' }, { notice: '“From an editor” was created.' }],
      ]);

      assert.equal((await stored.find('From an editor'))?.query, content);
      await closeAllTabs();
    });

    test('goes back a step with the answer still there, and keeps everything when the name is taken', async () => {
      const take = async (): Promise<void> => {
        await stored.create('Taken');
      };

      const script = await runCommand(command, [
        ...[{ input: 'First' }, 'back' as const, { input: 'Taken' }, { text: 'json "{}"' }],
        ...[{ pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ meanwhile: take }, { confirm: 'Create Disabled' }],
        ...[{ input: 'Free' }, { text: 'json "{}"' }],
        ...[{ pick: 'On a schedule' }, { input: '0 2 * * *' }, { confirm: 'Create Disabled' }],
        { notice: 'was created' },
      ]);

      assert.match(script.notices.join(), /The name “Taken” is already in use/);
      assert.match(script.seen.join('\n'), /"value":"Taken"/);
      assert.deepEqual(await stored.names(), ['Free', 'Taken']);
    });

    test('is asked for another name at once when the first one is taken', async () => {
      await stored.create('Taken');

      const script = await runCommand(command, [
        ...[{ input: 'Taken' }, { input: 'Free' }, { text: 'json "{}"' }],
        ...[{ pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ confirm: 'Create Disabled' }, { notice: 'was created' }],
      ]);

      assert.equal(script.notices.length, 1);
      assert.deepEqual(await stored.names(), ['Free', 'Taken']);
    });

    test('is not created with a problem before the user has read it, and can be corrected on the way', async () => {
      const script = await runCommand(command, [
        ...[{ input: 'Walk' }, { text: 'Walk test' }, { pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ confirm: 'Show Problem' }, { text: 'json "{}"' }],
        ...[{ confirm: 'Create and Enable' }, { notice: 'was created' }],
      ]);

      const asked = script.seen.find((question) => question.includes('Create “Walk”')) ?? '';
      assert.match(asked, /problems?, .*line 1: .*"buttons":\[\{"label":"Show Problem"/);
      assert.equal((await stored.find('Walk'))?.query, 'json "{}"');
    });

    test('is made of another one, with everything but its name', async () => {
      await stored.create('Model', {
        query: 'table a\n| limit 1',
        cron_schedule: '7 * * * *',
        description: 'D',
      });

      await runCommand(
        'logbench.scheduledQuery.duplicate',
        [
          { input: 'Model' },
          { input: 'Twin' },
          { confirm: 'Create Disabled' },
          { notice: '“Twin” was created' },
        ],
        ...selection(await stored.lines('Model')),
      );

      const twin = await stored.find('Twin');
      assert.deepEqual(
        [twin?.query, twin?.cron_schedule, twin?.description],
        ['table a\n| limit 1', '7 * * * *', 'D'],
      );
    });

    test('is copied to another connection, compared there and overwritten', async () => {
      await using platform = await startApp();
      const { connection } = stored.connected;
      const live = {
        ...connection,
        name: 'Live',
        environment: 'production',
        baseUrl: platform.baseUrl,
      } as const;
      await using _ = await withSettings({ 'logbench.connections': [connection, live] });
      const { node } = await lineAt(live.name);
      await runCommand('logbench.connection.setApiKey', [{ input: platform.keys.master }], node);
      const call: (typeof stored.connected)['call'] = async (operation, options) =>
        platform.call('master', operation, options);
      const there = new StoredQueries({ connected: { ...stored.connected, call } });
      const firstThere = await there.create('First');
      const second = await stored.createAfter('Second', await stored.create('First'));
      const copy = async (...responses: readonly ResponseBody[]): Promise<ScriptedPrompts> => {
        const [line] = await stored.lines('Second');
        return runCommand('logbench.scheduledQuery.copyToConnection', responses, line?.node);
      };

      // Its lock is opened only when there is something to send.
      const created = await copy(
        ...[{ confirm: 'Create Disabled' }, { input: 'Live' }],
        ...[{ confirm: 'Unlock Writes…' }, { pick: '5 minutes' }, { notice: 'Live: “Second” was created' }],
      );
      assert.match(created.seen.join(), /Create “Second” on Live \(Production\)\?.*after First succeeded/);
      assert.equal((await there.find('Second'))?.preceding_guid, firstThere);

      await runCommand('logbench.connection.unlockWrites', [{ pick: 'Lock now' }], node);
      await copy({ notice: '“Second” already exists with the same content' });
      await stored.change(second, { query: 'json "{ }"', enabled: 'true' });
      await copy(
        ...[{ pick: 'Overwrite' }, { input: 'Live' }],
        ...[
          { confirm: 'Unlock Writes…' },
          { pick: '5 minutes' },
          { notice: 'Live: “Second” was overwritten' },
        ],
      );

      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const [before, after] = await Promise.all(
        [input.original, input.modified].map(async (uri) =>
          (await vscode.workspace.openTextDocument(uri)).getText(),
        ),
      );
      assert.match(before ?? '', /Preceding query: First\n[^]*---\njson "\{\}"\n$/);
      assert.match(after ?? '', /Preceding query: First\n[^]*---\njson "\{ \}"\n$/);
      const overwritten = await there.find('Second');
      assert.deepEqual([overwritten?.query, overwritten?.enabled], ['json "{ }"', false]);
    });

    test('rejects a cron expression that is none', async () => {
      await assert.rejects(
        runCommand(command, [
          ...[{ input: 'A' }, { text: 'json "{}"' }, { pick: 'On a schedule' }, { input: 'tomorrow' }],
        ]),
        /A cron expression has five fields/,
      );
      assert.deepEqual(await stored.names(), []);
    });

    test('leaves a receipt without the key in the log', async () => {
      await runCommand(command, [
        ...[{ input: 'Noted' }, { text: 'json "{}"' }, { pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ confirm: 'Create Disabled' }, { notice: 'was created' }],
      ]);

      const log = await eventually(async () => {
        const text = await readLog();
        return text.includes('"Noted"') && text;
      });
      assert.match(log, /\[change\] Test \(development\) create scheduled query: "Noted" -> created/);
      assert.ok(!log.includes(stored.connected.key));
    });
  });
});

async function readLog(): Promise<string> {
  const { logUri } = await testApi();
  const files = await readdir(logUri.fsPath, { recursive: true });
  const texts = files
    .filter((file) => file.endsWith('.log'))
    .map(async (file) => readFile(path.join(logUri.fsPath, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}
