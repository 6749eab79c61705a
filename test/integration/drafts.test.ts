import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DraftStore } from '../../src/extension/features/drafts/draftStore';
import { withDraft } from '../../src/extension/features/drafts/storedQuery';
import { platformOf } from '../../src/extension/ui/connections/connection';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { startApp } from '../support/startApp';
import { closeAllTabs } from './support/closeAllTabs';
import { connectedPlatform, connectTo, sharedPlatform } from './support/connected';
import type { Connected } from './support/connected';
import { saveDraft, typeInto } from './support/queryDocuments';
import { replacing } from './support/replacing';
import { runCommand, testApi } from './support/runCommand';
import { withSettings } from './support/settings';
import { inNewest as test } from './support/vscodes';

const initialText = 'table duration=1h web_access | stats count';

interface StoredRecord {
  readonly guid: string;
  readonly query: string;
  readonly enabled: boolean;
  readonly cron_schedule: string;
  readonly output_parameter: boolean;
  readonly node_types: readonly string[] | null;
  readonly description: string | null;
}

/** Makes a scheduled query by plain HTTP and returns its address. */
async function scheduledQuery(connected: Connected, name: string): Promise<QueryFile> {
  const { body } = await connected.call('POST /api/core/scheduled-queries', {
    form: {
      name,
      query: initialText,
      enabled: 'true',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
      output_parameter: 'true',
      node_types: 'data',
      description: 'kept as it is',
    },
  });
  const { guid } = z.object({ guid: z.string() }).parse(body);
  const address = { connection: connected.connection.name, guid };
  return { guid, uri: vscode.Uri.from({ scheme: 'logbench', path: pathOf(address, name) }) };
}

interface QueryFile {
  readonly guid: string;
  readonly uri: vscode.Uri;
}

async function recordOf(connected: Connected, guid: string): Promise<StoredRecord | null> {
  const { body } = await connected.call('GET /api/core/scheduled-queries');
  const { scheduled_queries: all } = body as { scheduled_queries: StoredRecord[] };
  return all.find((record) => record.guid === guid) ?? null;
}

async function saveAsOtherUser(connected: Connected, guid: string, query: string): Promise<void> {
  const { status } = await connected.call(`PUT /api/core/scheduled-queries/${guid}`, {
    form: {
      name: `changed ${guid}`,
      query,
      enabled: 'true',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
    },
  });
  assert.equal(status, 200);
}

describe('Drafts', () => {
  const shared = sharedPlatform();

  describe('A scheduled query in an editor tab', () => {
    it('opens with the platform’s text, is saved as a draft without being sent, and is restored when the draft is discarded', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'draft');
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.getText(), initialText);
      assert.equal(document.languageId, 'logbench-query');

      await saveDraft(uri, 'table a');
      assert.equal(document.isDirty, false);
      assert.equal((await recordOf(connected, guid))?.query, initialText);
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), 'table a');

      await runCommand('logbench.scheduledQuery.revert', ['cancel'], uri);
      assert.equal(document.getText(), 'table a');
      await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }], uri);
      await eventually(() => document.getText() === initialText);
    });

    it('is not published by auto-save', async () => {
      const { connected } = shared;
      await using _ = await withSettings({ 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 20 });
      const { uri, guid } = await scheduledQuery(connected, 'auto-save');

      const document = await typeInto(uri, 'table half ty');
      await eventually(() => !document.isDirty);

      assert.equal((await recordOf(connected, guid))?.query, initialText);
    });

    test('is published while another save of it is in progress', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'saved meanwhile');
      for (const text of ['table d', 'table e', 'table f']) {
        await typeInto(uri, text);
        const saving = vscode.commands.executeCommand('workbench.action.files.save');

        await runCommand('logbench.scheduledQuery.publish', [], uri);

        await saving;
        assert.equal((await recordOf(connected, guid))?.query, text);
      }
    });

    test('reports that there is nothing to publish when there is no draft', async () => {
      const { connected } = shared;
      const { uri } = await scheduledQuery(connected, 'nothing');
      await vscode.window.showTextDocument(uri);
      const reported: string[] = [];
      using _ = replacing(vscode.window, 'setStatusBarMessage', (text: string) => reported.push(text));

      await runCommand('logbench.scheduledQuery.publish', [], uri);

      assert.deepEqual(reported, ['$(check) nothing has no draft, so there is nothing to publish.']);
    });

    it('shows another user’s newer text when it is opened again and there is no draft', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'newer');
      await saveAsOtherUser(connected, guid, 'table newer');

      await runCommand('logbench.scheduledQuery.open', [], uri);

      await eventually(() => vscode.window.activeTextEditor?.document.getText() === 'table newer');
    });

    test('shows what another user wrote while it was closed when it is opened again', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'reopened');
      const shows = (text: string): boolean => vscode.window.activeTextEditor?.document.getText() === text;
      await vscode.commands.executeCommand('vscode.open', uri);
      await eventually(() => shows(initialText));
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await saveAsOtherUser(connected, guid, 'table newer');

      await vscode.commands.executeCommand('vscode.open', uri);

      await eventually(() => shows('table newer'));
    });
  });

  describe('Publishing over another user’s change', () => {
    const theirs = initialText.replace('1h', '9h');

    async function conflict(connected: Connected, name: string): Promise<QueryFile> {
      const file = await scheduledQuery(connected, name);
      await saveDraft(file.uri, 'table mine');
      await saveAsOtherUser(connected, file.guid, theirs);
      return file;
    }

    test('is detected although the change has the same length, and names the other user', async () => {
      const { connected } = shared;
      const { uri, guid } = await conflict(connected, 'same length');
      assert.equal(theirs.length, initialText.length);

      const script = await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Keep Draft' }], uri);

      assert.match(script.seen.join(), /master changed/);
      assert.equal((await recordOf(connected, guid))?.query, theirs);
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), 'table mine');
    });

    test('keeps a draft of what was typed while it was being published', async () => {
      const { connected } = shared;
      const { uri, guid } = await conflict(connected, 'typed on');
      const typeOn = async (): Promise<void> => {
        await saveDraft(uri, 'table mine | limit 1');
      };

      await runCommand(
        'logbench.scheduledQuery.publish',
        [{ meanwhile: typeOn }, { confirm: 'Overwrite' }],
        uri,
      );

      assert.equal((await recordOf(connected, guid))?.query, 'table mine');
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), 'table mine | limit 1');
      await runCommand('logbench.scheduledQuery.publish', [], uri);
      assert.equal((await recordOf(connected, guid))?.query, 'table mine | limit 1');
    });

    it('opens the diff editor on Compare', async () => {
      const { connected } = shared;
      const { uri } = await conflict(connected, 'compare');

      await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Compare' }], uri);

      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const left = await vscode.workspace.openTextDocument(input.original);
      assert.equal(left.getText(), theirs);
      assert.equal(input.modified.toString(), uri.toString());
      const labels = vscode.window.tabGroups.activeTabGroup.tabs.map(({ label }) => label);
      assert.ok(
        labels.some((label) => label.startsWith('compare: properties on Test')),
        labels.join(),
      );
    });
  });

  describe('Merging with another user’s change', () => {
    const isMerging = ({ label }: vscode.Tab): boolean => label.startsWith('Merging');
    const mergeTabs = (): number =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isMerging)).length;

    /** A draft and a change of the same line, in the merge editor. */
    async function merging(connected: Connected, name: string): Promise<QueryFile> {
      const file = await scheduledQuery(connected, name);
      await saveDraft(file.uri, 'table mine');
      await saveAsOtherUser(connected, file.guid, 'table theirs');
      await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Merge' }], file.uri);
      await eventually(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Merging'));
      return file;
    }

    /** In the merge editor: the draft's own editor does not show what is merged. */
    async function write(uri: vscode.Uri, text: string): Promise<void> {
      const document = await vscode.workspace.openTextDocument(uri);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      await vscode.workspace.applyEdit(edit);
      // A save does not count if the merge editor changes the text meanwhile.
      await eventually(async () => document.save());
    }

    test('asks whether a merge without the other user’s text is finished, not one with it, and closes its tab', async () => {
      const { connected } = shared;
      const { uri, guid } = await merging(connected, 'merge');
      const document = await vscode.workspace.openTextDocument(uri);
      await eventually(async () => document.save());
      await runCommand('logbench.scheduledQuery.publish', ['cancel'], uri);
      assert.equal((await recordOf(connected, guid))?.query, 'table theirs');
      assert.equal(mergeTabs(), 1);

      await write(uri, 'table mine, theirs');
      await runCommand('logbench.scheduledQuery.publish', [], uri);
      assert.equal((await recordOf(connected, guid))?.query, 'table mine, theirs');
      await eventually(() => mergeTabs() === 0);
      await closeAllTabs();
    });

    test('is finished with the text of one side after one question, and closes its tab', async () => {
      const { connected } = shared;
      const { uri, guid } = await merging(connected, 'one side');
      await write(uri, 'table mine');
      await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Use This Text' }], uri);
      assert.equal((await recordOf(connected, guid))?.query, 'table mine');
      await eventually(() => mergeTabs() === 0);
      await closeAllTabs();
    });

    test('needs no decision if the changes are in different lines: it is compared, then published', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'different lines');
      await saveDraft(uri, `${initialText}\n| limit 2`);
      await saveAsOtherUser(connected, guid, `# theirs\n${initialText}`);

      await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Merge' }], uri);

      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
      const merged = `# theirs\n${initialText}\n| limit 2`;
      const document = await vscode.workspace.openTextDocument(uri);
      await eventually(() => document.getText() === merged);
      await runCommand('logbench.scheduledQuery.publish', [], uri);
      assert.equal((await recordOf(connected, guid))?.query, merged);
      await closeAllTabs();
    });

    test('starts as a conflict although documents are saved automatically, and keeps the draft', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'automatic');
      await saveDraft(uri, 'table mine');
      await saveAsOtherUser(connected, guid, 'table theirs');
      const document = await vscode.workspace.openTextDocument(uri);
      const draft = async (): Promise<string> => String(Buffer.from(await vscode.workspace.fs.readFile(uri)));
      const merge = async (): Promise<void> => {
        await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Merge' }], uri);
        await eventually(() => !document.isDirty && document.getText() === initialText);
      };
      await using _ = await withSettings({ 'files.autoSave': 'afterDelay' });
      await merge();
      assert.equal(await draft(), 'table mine');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await eventually(async () => (await vscode.workspace.openTextDocument(uri)).getText() === 'table mine');

      await merge();
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), 'table mine, theirs');
      await vscode.workspace.applyEdit(edit);
      await eventually(() => !document.isDirty);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await eventually(async () => (await draft()) === 'table mine, theirs');
      await runCommand('logbench.scheduledQuery.publish', [], uri);
      assert.equal((await recordOf(connected, guid))?.query, 'table mine, theirs');
      await closeAllTabs();
    });
  });

  describe('A draft whose query no longer exists', () => {
    test('can be created again, and sends no request after its tab is closed', async () => {
      await using connected = await connectedPlatform();
      const { uri, guid } = await scheduledQuery(connected, 'deleted');
      await saveDraft(uri, 'table f');
      await connected.call('DELETE /api/core/scheduled-queries', { form: { guids: guid } });
      await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Create' }], uri);
      const { body } = await connected.call('GET /api/core/scheduled-queries?keywords=deleted');
      const [record] = (body as { scheduled_queries: StoredRecord[] }).scheduled_queries;
      assert.deepEqual([record?.query, record?.cron_schedule], ['table f', '0 3 * * *']);
      await closeAllTabs();
      assert.ok(
        vscode.workspace.textDocuments.some((document) => document.uri.path.includes(guid)),
        'VS Code keeps a document for a while',
      );

      // Another platform instead of the first, whose requests are all recorded.
      await using server = await HttpServer.start((_request, response) => {
        response.writeHead(404).end();
      });
      await using _ = await connectTo({ baseUrl: server.origin, key: connected.key });
      await runCommand('logbench.explorer.refresh');

      assert.deepEqual(
        server.seen.filter(({ url }) => url.includes('scheduled-queries')),
        [],
      );
    });
  });

  describe('Two windows', () => {
    it('share a draft: one shows what the other saves', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'windows');
      const document = await saveDraft(uri, 'table here');

      const { storageUri } = await testApi();
      const otherWindow = new DraftStore(path.join(storageUri.fsPath, 'drafts'));
      const stored = await otherWindow.read(platformOf(connected.connection), guid);
      assert.ok(stored);
      await otherWindow.write(guid, withDraft(stored, 'table there'));

      await eventually(() => document.getText() === 'table there');
    });

    test('do not overwrite each other: unsaved text is kept when the other window saves', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'unsaved windows');
      await saveDraft(uri, 'table here');
      const document = await typeInto(uri, 'table here, not saved');

      const { storageUri } = await testApi();
      const otherWindow = new DraftStore(path.join(storageUri.fsPath, 'drafts'));
      const stored = await otherWindow.read(platformOf(connected.connection), guid);
      assert.ok(stored);
      await otherWindow.write(guid, withDraft(stored, 'table there'));
      await eventually(
        async () => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString() === 'table there',
      );

      assert.equal(document.getText(), 'table here, not saved');
      await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }], uri);
    });
  });

  describe('A text with a problem', () => {
    const broken = 'table a\n| search b ==\n| limit 1';
    const problem = '1 problem, line 2: The expression is incomplete.';

    test('is not published before the user has seen its problem, and the problem is selected in the editor', async () => {
      const { connected } = shared;
      const { uri, guid } = await scheduledQuery(connected, 'broken');
      await saveDraft(uri, broken);

      const script = await runCommand('logbench.scheduledQuery.publish', [{ confirm: 'Show Problem' }], uri);

      assert.ok(script.seen.join().includes(problem), script.seen.join());
      assert.equal((await recordOf(connected, guid))?.query, initialText);
      assert.equal(vscode.window.activeTextEditor?.selection.start.line, 1);
    });
  });
});

describe('While the platform is unreachable', () => {
  test('a query opens with its stored text, and a draft can be edited and saved, but not published', async () => {
    const platform = await startApp();
    await using connected = await connectTo({ baseUrl: platform.baseUrl, key: platform.keys.master });
    const drafted = await scheduledQuery(connected, 'offline draft');
    await saveDraft(drafted.uri, 'table h');
    const read = await scheduledQuery(connected, 'offline');
    await vscode.window.showTextDocument(read.uri);
    await closeAllTabs();
    await platform[Symbol.asyncDispose]();

    // Past the document, which VS Code may still hold although its tab is closed.
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(read.uri)).toString(), initialText);
    assert.equal((await vscode.workspace.openTextDocument(read.uri)).getText(), initialText);
    await saveDraft(drafted.uri, 'table i');
    const script = await runCommand('logbench.scheduledQuery.publish', [], drafted.uri);
    assert.equal(script.notices.length, 1);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(drafted.uri)).toString(), 'table i');
  });
});
