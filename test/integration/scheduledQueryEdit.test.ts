import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAllTabs } from './support/closeAllTabs';
import { textInFront } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import type { PromptResponse, ScriptedPrompts } from './support/scriptedPrompts';
import { selection, sharedQueries } from './support/scheduledQueries';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

describe('The properties of scheduled queries', () => {
  const stored = sharedQueries();

  describe('Editing the schedule and properties of a scheduled query', () => {
    async function edit(name: string, ...responses: readonly PromptResponse[]): Promise<ScriptedPrompts> {
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

    test('shows the new name on its dependents', async () => {
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

    test('shows a cron expression as text with the next runs while it is typed', async () => {
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

    test('runs a query after another one', async () => {
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

    test('keeps unapplied changes until they are applied or discarded, and lists them', async () => {
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

    test('rejects a predecessor that would create a loop, and asks again', async () => {
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

    test('returns to the overview from a prompt, and writes nothing when it is closed', async () => {
      await stored.create('A');

      await edit('A', { pick: 'Name' }, 'back', { pick: 'Description' }, 'cancel', 'cancel');

      assert.deepEqual(await stored.names(), ['A']);
    });

    test('asks what to do with unapplied changes when it is closed', async () => {
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

    test('returns to the overview when the name is taken', async () => {
      await stored.create('Taken');
      const guid = await stored.create('A');

      const script = await edit(
        'A',
        ...[{ pick: 'Name' }, { input: 'Taken' }],
        { pick: 'Apply to' },
        ...[{ pick: 'Name: Taken' }, { input: 'Free' }],
        ...[{ pick: 'Apply to' }, { notice: 'was updated' }],
      );

      assert.match(script.notices.join(), /Test: The name “Taken” is already in use. Enter another name./);
      assert.equal((await stored.read(guid))?.name, 'Free');
    });

    describe('when another user changes it at the same time', () => {
      /** The change has the same length: nothing but its content tells. */
      async function interfere(guid: string): Promise<void> {
        await stored.change(guid, { description: 'theirs' });
      }

      async function editWhile(
        ...responses: readonly PromptResponse[]
      ): Promise<{ guid: string; seen: string }> {
        const guid = await stored.create('A', { description: 'before' });
        const script = await edit(
          'A',
          { pick: 'Description' },
          { meanwhile: () => interfere(guid) },
          ...responses,
        );
        return { guid, seen: script.seen.join('\n') };
      }

      test('shows all three values and overwrites on confirmation', async () => {
        const { guid, seen } = await editWhile(
          { input: 'yours!' },
          { pick: 'Apply to' },
          { confirm: 'Show Details' },
          { pick: 'Overwrite' },
          { notice: 'was updated' },
        );
        assert.match(seen, /Description\\nOriginal: “before”\\nTheirs: “theirs”\\nYours: “yours!”/);
        assert.match(textInFront(), /Theirs:\n {4}theirs/);
        assert.equal((await stored.read(guid))?.description, 'yours!');
      });

      test('writes nothing when it is closed, and keeps the change for the next time', async () => {
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

      test('asks again if there was a third change while Overwrite was selected', async () => {
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

      test('reports that it was deleted, and keeps no change of it', async () => {
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

      test('starts again with the other user’s values after a reload', async () => {
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
    test('is created step by step and shown', async () => {
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

      assert.equal(textInFront(), 'table duration=1d auth');
      const [name] = await stored.names();
      assert.equal(name, 'Nightly');
      const [line] = await stored.lines('Nightly');
      assert.equal(line?.description, 'at 02:00, server time');
      assert.match(line.contextValue, /^scheduledQuery\.enabled/);
    });

    test('is created from the unchanged text of any editor', async () => {
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

    test('keeps the input after a step back, and all input when the name is taken', async () => {
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

    test('is not created with a problem before the user has seen it, and can be corrected before', async () => {
      const script = await runCommand(command, [
        ...[{ input: 'Walk' }, { text: 'Walk test' }, { pick: 'On a schedule' }, { input: '0 2 * * *' }],
        ...[{ confirm: 'Show Problem' }, { text: 'json "{}"' }],
        ...[{ confirm: 'Create and Enable' }, { notice: 'was created' }],
      ]);

      const asked = script.seen.find((question) => question.includes('Create “Walk”')) ?? '';
      assert.match(asked, /problems?, .*line 1: .*"buttons":\[\{"label":"Show Problem"/);
      assert.equal((await stored.find('Walk'))?.query, 'json "{}"');
    });

    test('is created from another one, with everything but its name', async () => {
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
  });
});
