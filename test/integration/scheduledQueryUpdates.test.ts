import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { eventually } from '../support/eventually';
import { connectedPlatform } from './support/connected';
import { untilLens } from './support/lenses';
import { saveDraft, typed } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { selection, sharedQueries } from './support/scheduledQueries';
import { inNewest as test } from './support/vscodes';

function fileOf(guid: string, name: string): vscode.Uri {
  const path = pathOf({ connection: 'Test', guid }, name);
  return vscode.Uri.from({ scheme: 'logbench', path });
}

function comparedTexts(): readonly string[] {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff)) return [];
  return [input.original, input.modified].map(
    (side) =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === side.toString())?.getText() ?? '',
  );
}

describe('Scheduled queries in this window', () => {
  const stored = sharedQueries();

  describe('A change made in this window', () => {
    test('updates the CodeLens above the open query at once: a new schedule', async () => {
      const guid = await stored.create('Moved', { enabled: 'true' });
      const uri = fileOf(guid, 'Moved');
      await vscode.window.showTextDocument(uri);
      await untilLens(uri, /at 03:00/);

      await runCommand(
        'logbench.scheduledQuery.edit',
        [
          ...[{ pick: 'Schedule' }, { pick: 'On a schedule' }, { input: '0 5 * * *' }],
          ...[{ pick: 'Apply to' }, { notice: 'was updated' }],
        ],
        uri,
      );

      await untilLens(uri, /at 05:00/, /at 03:00/);
    });

    test('updates the CodeLens above the open query at once: a stop, and then a deletion', async () => {
      const guid = await stored.createRunning('Ends');
      const uri = fileOf(guid, 'Ends');
      await vscode.window.showTextDocument(uri);
      await untilLens(uri, /^running$/);
      // It must not begin again before the window has been looked at.
      await stored.change(guid, { cron_schedule: '0 3 * * *' });

      await runCommand(
        'logbench.scheduledQuery.stop',
        [{ confirm: 'Stop' }, { notice: 'stopped' }],
        ...selection(await stored.lines('Ends')),
      );
      await untilLens(uri, /^Published$/, /^running$/);

      await runCommand(
        'logbench.scheduledQuery.delete',
        [{ confirm: 'Delete' }, { notice: 'deleted' }],
        ...selection(await stored.lines('Ends')),
      );
      await untilLens(uri, /^Deleted on the platform$/, /^Published$/);
    });

    test('can be undone from the CodeLens after a deletion, without a draft, and links the dependents again', async () => {
      const guid = await stored.create('Head');
      const dependent = await stored.createAfter('Tail', guid);
      const uri = fileOf(guid, 'Head');
      await vscode.window.showTextDocument(uri, { preview: false });
      await runCommand(
        'logbench.scheduledQuery.delete',
        [{ confirm: 'Delete' }, { notice: 'deleted' }],
        ...selection(await stored.lines('Head')),
      );
      await untilLens(uri, /^Re-create$/);

      const script = await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Create' }], uri);

      assert.match(script.seen.join('\n'), /Linked again: “Tail”/);
      const made = await stored.find('Head');
      assert.notEqual(made?.guid, guid);
      assert.equal((await stored.read(dependent))?.preceding_guid, made?.guid);
      const tabs = (): readonly string[] =>
        vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
      await eventually(() => tabs().join() === 'Head · Test');
    });

    test('updates at once who made the last change', async () => {
      await using connected = await connectedPlatform();
      const form = { name: 'Whose', query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      const { body } = await connected.platform.call('admin', 'POST /api/core/scheduled-queries', { form });
      const uri = fileOf(z.object({ guid: z.string() }).parse(body).guid, 'Whose');
      await saveDraft(uri, 'table mine');
      await untilLens(uri, /^changed by admin/);

      await runCommand('logbench.scheduledQuery.publish', [], uri);

      await untilLens(uri, /^changed by master/, /^changed by admin/);
    });

    test('updates an open comparison at once', async () => {
      const guid = await stored.create('Compared', { query: 'table before' });
      const uri = fileOf(guid, 'Compared');
      await saveDraft(uri, 'table after');
      await runCommand('logbench.scheduledQuery.compare', [], uri);
      await eventually(() => comparedTexts().join() === 'table before,table after');

      await runCommand('logbench.scheduledQuery.publish', [], uri);

      await eventually(() => comparedTexts().join() === 'table after,table after');
    });
  });

  describe('A comparison that ignores layout', () => {
    test('uses the query of the active comparison, with the focus on either side', async () => {
      const uri = fileOf(await stored.create('In front', { query: 'table a' }), 'In front');
      await saveDraft(uri, 'table a | limit 1');
      await runCommand('logbench.scheduledQuery.compare', [], uri);
      await eventually(() => comparedTexts().join('↔') === 'table a↔table a | limit 1');
      await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
      await eventually(() => vscode.window.activeTextEditor?.document.getText() === 'table a');

      await runCommand('logbench.scheduledQuery.compareContent');

      await eventually(() => comparedTexts().join('↔') === 'table a↔table a\n| limit 1');
    });

    test('shows the problems of the draft only in the editor of the draft', async () => {
      const uri = fileOf(await stored.create('Wrong', { query: 'table a' }), 'Wrong');
      await saveDraft(uri, 'table a | limti 1');
      await runCommand('logbench.scheduledQuery.compareContent', [], uri);
      await eventually(() => comparedTexts()[1]?.includes('limti') === true);

      const { document } = await typed('table b | limti 1');
      const withProblems = (): readonly string[] =>
        vscode.languages.getDiagnostics().flatMap(([{ scheme, path }, problems]) => {
          const isOfTest = path.includes('Wrong') || path === document.uri.path;
          return isOfTest && problems.length > 0 ? [scheme] : [];
        });
      // The documents are checked one after the other, the two sides before the last one.
      await eventually(() => ['logbench', 'untitled'].every((scheme) => withProblems().includes(scheme)));
      assert.ok(!withProblems().includes('logbench-platform'));
    });
  });
});
