import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { referenceKinds } from '../../src/platform/store/references';
import type { ReferenceKind } from '../../src/platform/store/references';
import { filesInTabs } from '../../src/extension/ui/documents/filesInTabs';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { startApp } from '../support/startApp';
import { clickRow, isPreviewTab, shownText } from './support/clickRow';
import { connectedPlatform, connectTo, sharedPlatform, storeKey, wholeInterface } from './support/connected';
import type { Connected } from './support/connected';
import { lockDuringPrompt } from './support/lockDuringPrompt';
import { textInFront } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import type { PromptResponse, ScriptedPrompts } from './support/scriptedPrompts';
import { withSettings } from './support/settings';
import { lineAt, linesBelow, tooltipOf } from './support/tree';
import { inNewest, inOldest } from './support/vscodes';

type Kind = 'batch' | 'stream';

const created = z.object({ guid: z.string() });
const listed = z.object({ rules: z.array(z.object({ guid: z.string(), priority: z.string() })) });
const found = z.object({ rule: z.nullable(z.looseObject({ name: z.string(), enabled: z.boolean() })) });

async function createRule(
  connected: Connected,
  kind: Kind,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const { status, body } = await connected.call(`POST /api/core/${kind}-rules`, { form });
  assert.equal(status, 200, JSON.stringify(body));
  return created.parse(body).guid;
}

async function updateRule(
  connected: Connected,
  kind: Kind,
  guid: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, body } = await connected.call(`PUT /api/core/${kind}-rules/${guid}`, { form });
  assert.equal(status, 200, JSON.stringify(body));
}

async function ruleOf(
  connected: Connected,
  kind: Kind,
  guid: string,
): Promise<z.infer<typeof found>['rule']> {
  return found.parse((await connected.call(`GET /api/core/${kind}-rules/${guid}`)).body).rule;
}

/** A rule with two versions: `first` with `table a`, then `second` with `table b`; further text distinguishes it. */
async function changedRule(connected: Connected, kind: Kind, more = ''): Promise<string> {
  const first = { name: `first${more}`, query: 'table a', priority: 'LOW' };
  const guid = await createRule(connected, kind, first);
  await updateRule(connected, kind, guid, { name: `second${more}`, query: 'table b', priority: 'HIGH' });
  return guid;
}

async function versionNode(rule: string, version: number): Promise<unknown> {
  return (await lineAt('Test', 'Detection Rules', rule, `Version ${version}`)).node;
}

/** The queries of the two sides of the comparison in front, or another line of them. */
async function sides(line = /(?<=^(?:query: )?)table .*$/m): Promise<readonly string[]> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputTextDiff);
  const documents = await Promise.all(
    [input.original, input.modified].map(async (uri) => vscode.workspace.openTextDocument(uri)),
  );
  return documents.map((document) => line.exec(document.getText())?.[0] ?? '');
}

/** The problems of the active document, or of another one. */
function problems(uri = vscode.window.activeTextEditor?.document.uri): readonly string[] {
  assert.ok(uri);
  return vscode.languages.getDiagnostics(uri).map(({ message }) => message);
}

/** Both kinds behave alike in VS Code, so each is tested in one. */
const kinds = [
  ['batch', inNewest],
  ['stream', inOldest],
] as const;

for (const [kind, test] of kinds) {
  describe(`A ${kind} rule in the explorer`, () => {
    let guid: string;
    const shared = sharedPlatform(async (connected) => {
      guid = await changedRule(connected, kind);
    }, wholeInterface);

    test('shows state, priority and kind, and its versions newest first with their authors', async () => {
      const rule = await lineAt('Test', 'Detection Rules', 'second');
      assert.equal(rule.contextValue, `rule.${kind}.disabled`);
      assert.match(rule.description, kind === 'batch' ? /Batch · high priority/ : /Stream · high priority/);
      assert.match(await tooltipOf(rule), /second/);
      const versions = await linesBelow('Test', 'Detection Rules', 'second');
      assert.deepEqual(
        versions.map(({ label }) => label),
        ['Version 2', 'Version 1'],
      );
      assert.match(versions[0]?.description ?? '', /current · master · \d{4}-/);
    });

    test('opens in a preview tab with its properties above its query', async () => {
      await clickRow(await lineAt('Test', 'Detection Rules', 'second'));
      await shownText(
        kind === 'batch' ? /^---\nname: second\n[^]*\n---\ntable b\n$/ : /^---\nname: second\n/,
      );
      assert.ok(isPreviewTab());
      assert.equal(vscode.window.activeTextEditor?.document.languageId, 'logbench-query');
    });

    if (kind === 'batch')
      test('asks once before it runs a query that writes', async () => {
        const form = { name: 'Writing', query: 'table a | import b', priority: 'LOW' };
        await createRule(shared.connected, kind, form);
        await runCommand('logbench.explorer.refresh', []);
        await runCommand('logbench.rule.open', [], await versionNode('Writing', 1));
        await runCommand('logbench.document.act', [{ pick: 'Run Query' }, { confirm: 'Run' }]);
        await eventually(() =>
          vscode.window.tabGroups.all.some(({ tabs }) =>
            tabs.some(({ label }) => label === 'Results: Writing · Test'),
          ),
        );
      });

    test('opens a version in a preview tab', async () => {
      await clickRow(await lineAt('Test', 'Detection Rules', 'second', 'Version 1'));
      await shownText(
        kind === 'batch'
          ? /^---\n# Version 1 · master.*\nname: first\n[^]*\n---\ntable a\n$/
          : /^---\n# Version 1 · master.*\nname: first\n/,
      );
      assert.ok(isPreviewTab());
    });

    test('explains in its tab why it cannot be read, keeps the text that was read, and is read again with the next key', async () => {
      const rule = await lineAt('Test', 'Detection Rules', 'second', 'Version 1');
      await clickRow(rule);
      await shownText(/^---\n# Version 1 /);
      await storeKey(shared.connected.connection, 'a-wrong-key');

      await runCommand('logbench.rule.open', [], rule.node);
      const kept = await shownText(/rejected/);
      await runCommand('logbench.rule.open', [], rule.node);
      assert.equal(textInFront(), kept, 'the failure of before is nothing that was read');
      const { key } = shared.connected;
      await runCommand('logbench.document.act', [{ pick: 'Set API Key…' }, { input: key }]);

      const why = 'Test: The API key was rejected.\nSet a valid key to continue.';
      assert.ok(kept.startsWith(`${why}\n\nPreviously read:\n\n---\n# Version 1 `), kept);
      await shownText(/^---\n# Version 1 /);
    });

    test('is enabled and disabled, and reports when it already was', async () => {
      const { connected } = shared;
      const node = async (): Promise<unknown> => (await lineAt('Test', 'Detection Rules', 'second')).node;

      await runCommand('logbench.rule.enable', [{ confirm: 'Enable' }], await node());
      assert.equal((await ruleOf(connected, kind, guid))?.enabled, true);
      await eventually(
        async () =>
          (await lineAt('Test', 'Detection Rules', 'second')).contextValue === `rule.${kind}.enabled`,
      );
      const again = await runCommand('logbench.rule.enable', [{ confirm: 'Enable' }], await node());
      assert.match(again.notices.join(), /“second” already enabled\./);
      await runCommand('logbench.rule.disable', [{ confirm: 'Disable' }], await node());
      assert.equal((await ruleOf(connected, kind, guid))?.enabled, false);
    });

    test('is copied to another connection, compared there, overwritten, and restored by Undo', async () => {
      await using platform = await startApp();
      const { connection } = shared.connected;
      const other = { ...connection, name: 'Other', baseUrl: platform.baseUrl };
      await using _ = await withSettings({ 'logbench.connections': [connection, other] });
      const { node: otherNode } = await lineAt('Other');
      await runCommand('logbench.connection.setApiKey', [{ input: platform.keys.master }], otherNode);
      const copy = async (...responses: readonly PromptResponse[]): Promise<ScriptedPrompts> =>
        runCommand(
          'logbench.rule.copyToConnection',
          responses,
          (await lineAt('Test', 'Detection Rules', 'second')).node,
        );
      const there = async (): Promise<z.infer<typeof listed>['rules'][number] | undefined> => {
        const { body } = await platform.call('master', `GET /api/core/${kind}-rules`);
        return listed.parse(body).rules[0];
      };

      await copy({ confirm: 'Create Disabled' }, { notice: 'Other: “second” was created' });
      const { guid: guidThere = '' } = (await there()) ?? {};
      assert.notEqual(guidThere, guid);
      await copy({ notice: '“second” already exists with the same content' });
      const form = { name: 'second', query: 'table mine', priority: 'LOW' };
      await platform.call('master', `PUT /api/core/${kind}-rules/${guidThere}`, { form });

      await copy({ pick: 'Overwrite' }, { notice: 'Other: “second” was overwritten', press: 'Undo' });

      assert.deepEqual(await sides(/^priority: .*$/m), ['priority: LOW', 'priority: HIGH']);
      await eventually(async () => (await there())?.priority === 'LOW');
      const versions = await platform.call('master', `GET /api/core/${kind}-rules/${guidThere}/versions`);
      assert.equal(z.object({ total_count: z.number() }).parse(versions.body).total_count, 4);
    });
  });

  describe(`Comparing versions of a ${kind} rule`, () => {
    sharedPlatform(async (connected) => changedRule(connected, kind), wholeInterface);

    test('shows two selected versions side by side, the older one on the left', async () => {
      const [newer, older] = [await versionNode('second', 2), await versionNode('second', 1)];

      await runCommand('logbench.rule.compareVersion', [], newer, [newer, older]);

      assert.deepEqual(await sides(), ['table a', 'table b']);
    });

    test('asks for rule and versions from the palette', async () => {
      await runCommand('logbench.rule.compareVersion', [
        { search: 'second', select: 'second' },
        { pick: 'Version 1' },
        { pick: 'Other version' },
        { pick: 'Version 2' },
      ]);

      assert.deepEqual(await sides(), ['table a', 'table b']);
    });
  });

  describe(`Restoring a ${kind} rule`, () => {
    const shared = sharedPlatform(undefined, wholeInterface);

    test('previews and restores a version, shows the new version number and updates the tree', async () => {
      const { connected } = shared;
      const guid = await changedRule(connected, kind, ' to restore');

      const isCompared = async (): Promise<void> => assert.deepEqual(await sides(), ['table b', 'table a']);
      const script = await runCommand(
        'logbench.rule.restore',
        [
          { confirm: 'View Changes' },
          { notice: 'Restore version 1 of', press: 'Restore This Version…' },
          { meanwhile: isCompared },
          { confirm: 'Restore' },
        ],
        await versionNode('second to restore', 1),
      );

      assert.equal((await ruleOf(connected, kind, guid))?.name, 'first to restore');
      assert.match(script.seen.join(), /Restore version 1 of “second to restore” on Test \(Development\)\?/);
      assert.match(
        script.seen.join(),
        /name: second to restore → first to restore\\npriority: HIGH → LOW\\nquery: table b → table a/,
      );
      assert.match(script.notices.join(), /It is now version 3\./);
      await eventually(async () => {
        const labels = (await linesBelow('Test', 'Detection Rules', 'first to restore')).map(
          ({ label }) => label,
        );
        assert.deepEqual(labels, ['Version 3', 'Version 2', 'Version 1']);
        return true;
      });
    });

    test('is reverted by Undo', async () => {
      const { connected } = shared;
      const guid = await changedRule(connected, kind, ' to undo');

      const script = await runCommand(
        'logbench.rule.restore',
        [{ confirm: 'Restore' }, { notice: 'was restored', press: 'Undo' }],
        await versionNode('second to undo', 1),
      );

      assert.equal((await ruleOf(connected, kind, guid))?.name, 'second to undo');
      assert.match(script.notices.join(), /It is now version 4\./);
      assert.equal(script.seen.join().match(/"label":"Undo"/g)?.length, 1, 'no Undo of the Undo');
    });

    test('asks for the name of the connection in production, and for the unlock before and after the confirmation', async () => {
      await using connected = await connectedPlatform(
        { environment: 'production' },
        'master',
        wholeInterface,
      );
      const guid = await changedRule(connected, kind);
      await using _ = await withSettings({ 'logbench.confirmation': 'typeName' });

      const script = await runCommand('logbench.rule.restore', ['cancel'], await versionNode('second', 1));

      assert.match(script.seen.join(), /are locked/);
      assert.equal((await ruleOf(connected, kind, guid))?.name, 'second');
      await runCommand(
        'logbench.rule.restore',
        [
          ...[{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }],
          ...(await lockDuringPrompt()),
          ...[{ confirm: 'Restore' }, { input: 'Test' }],
          'cancel',
        ],
        await versionNode('second', 1),
      );
      assert.equal((await ruleOf(connected, kind, guid))?.name, 'second');
      const unlock = [{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }];
      const responses = [...unlock, ...(await lockDuringPrompt()), { confirm: 'Enable' }, 'cancel'] as const;
      const { node } = await lineAt('Test', 'Detection Rules', 'second');
      await runCommand('logbench.rule.enable', responses, node);
      assert.equal((await ruleOf(connected, kind, guid))?.enabled, false);
    });

    test('is rejected for a name that another rule has, with a sentence in a message, in a document and in Problems', async () => {
      const { connected } = shared;
      const guid = await changedRule(connected, kind, ' to reject');
      await createRule(connected, kind, { name: 'first to reject', query: 'table c' });

      const script = await runCommand(
        'logbench.rule.restore',
        [{ confirm: 'Restore' }, { notice: 'was not restored' }],
        await versionNode('second to reject', 1),
      );

      const sentence = 'Another rule already has the name “first to reject”.';
      assert.match(script.notices.join(), /the rule is unchanged/);
      assert.ok(script.notices.join().includes(sentence));
      assert.ok(textInFront().includes(sentence));
      assert.deepEqual(problems(), [sentence]);
      assert.equal((await ruleOf(connected, kind, guid))?.name, 'second to reject');
      const uri = vscode.window.activeTextEditor?.document.uri ?? assert.fail();
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Two });
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await eventually(() => filesInTabs(uri.scheme).length === 1);
      assert.deepEqual(problems(uri), [sentence], 'it has another tab');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await eventually(() => problems(uri).length === 0);
    });

    test('updates an open comparison at once', async () => {
      const { connected } = shared;
      await changedRule(connected, kind, ' to compare');
      const { node } = await lineAt('Test', 'Detection Rules', 'second to compare');
      await runCommand(
        'logbench.rule.compareVersion',
        [{ pick: 'Version 1' }, { pick: 'Current Rule' }],
        node,
      );
      await eventually(async () => (await sides()).join() === 'table a,table b');

      await runCommand(
        'logbench.rule.restore',
        [{ confirm: 'Restore' }],
        await versionNode('second to compare', 1),
      );

      await eventually(async () => (await sides()).join() === 'table a,table a');
    });
  });
}

const labels: Readonly<Record<string, string>> = {
  dataset: 'dataset',
  schema: 'schema',
  ticket_repo: 'ticket repository',
  address_group: 'address group',
  category: 'category',
  rule_category: 'rule category',
  audit_category: 'audit category',
  reviewer: 'reviewer',
  auditor: 'auditor',
  alarm_group: 'alarm group',
  logger: 'logger',
  logger_model: 'logger model',
  ticket_assignee: 'ticket assignee',
};

const fieldOf = (kind: Kind, item: string): string => {
  if (item === 'schema') return 'schema_code';
  if (item === 'rule_category') return 'category_guid';
  if (['ticket_assignee', 'logger', 'logger_model'].includes(item)) return `${item}_guids`;
  assert.ok(kind === 'stream' || item !== 'schema');
  return `${item}_guid`;
};

const common = [
  'ticket_repo',
  'address_group',
  'audit_category',
  'reviewer',
  'auditor',
  'alarm_group',
  'ticket_assignee',
] as const;

const itemsOf: Readonly<Record<Kind, readonly ReferenceKind[]>> = {
  batch: [...common, 'category', 'dataset'],
  stream: [...common, 'schema', 'rule_category', 'logger', 'logger_model'],
};

describe('A restore whose version refers to deleted items', () => {
  const shared = sharedPlatform(undefined, wholeInterface);

  for (const [kind, test] of kinds) {
    test(`names each of them in a sentence, for a ${kind} rule`, async () => {
      const { connected } = shared;
      const { references } = connected.platform.parts;
      const deleted = itemsOf[kind].map((item) => ({
        kind: item,
        guid: item === 'schema' ? 'http' : randomUUID(),
        name: `The Old ${item}`,
      }));
      assert.ok(deleted.every((item) => referenceKinds.includes(item.kind)));
      await references.add(deleted);
      const name = `${kind} with all`;
      const rule = await createRule(connected, kind, {
        name,
        query: 'table a',
        ...Object.fromEntries(deleted.map((item) => [fieldOf(kind, item.kind), item.guid])),
      });
      await updateRule(connected, kind, rule, { name, query: 'table b' });
      for (const item of deleted) await references.remove(item.kind, item.guid);

      const script = await runCommand(
        'logbench.rule.restore',
        [{ confirm: 'Restore' }, { notice: 'was not restored' }],
        await versionNode(name, 1),
      );

      const sentences = deleted.map(
        (item) => `The ${labels[item.kind] ?? ''} “${item.name}” no longer exists.`,
      );
      assert.match(script.seen.join(), /All of these must still exist/);
      assert.doesNotMatch(script.seen.join(), /Open Other Rule/);
      for (const sentence of sentences) assert.ok(script.notices.join().includes(sentence), sentence);
      assert.deepEqual([...problems()].sort(), sentences.sort());
    });
  }
});

describe('A platform that lists neither rules nor versions', () => {
  const guid = '11111111-2222-4333-8444-555555555555';

  inOldest(
    'restores a rule by its typed GUID and version, and explains both formats of failures',
    async () => {
      await using server = await HttpServer.start((request, response) => {
        const restores = request.method === 'POST';
        response.writeHead(restores ? 200 : 404, { 'content-type': 'application/json' });
        response.end(
          restores
            ? JSON.stringify({
                result: false,
                error_msg: 'validation-falied',
                failures: [
                  { field: 'dataset', value: 'Flows', reason: 'not-found' },
                  { id: 'name', name: 'Scan', reason: 'duplicate' },
                ],
              })
            : 'not here',
        );
      });
      await using _ = await connectTo({ baseUrl: server.origin, key: 'key-key' });

      const script = await runCommand('logbench.rule.restore', [
        { pick: 'Batch' },
        { input: guid },
        { input: '3' },
        { confirm: 'Restore' },
        { notice: 'was not restored' },
      ]);

      assert.match(script.seen.join(), /does not list its rules/);
      assert.match(
        script.notices.join(),
        /The dataset “Flows” no longer exists\. Another rule already has the name “Scan”/,
      );
      assert.equal(server.seen.at(-1)?.url, `/api/core/batch-rules/${guid}/versions/3/restore`);
    },
  );
});
