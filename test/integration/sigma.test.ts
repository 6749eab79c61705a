import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { toSigmaImportPage } from '../../src/core/pages/sigmaImport';
import type { RuleProgress, ToSigmaImportPage } from '../../src/core/pages/sigmaImport';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { folderRuleText, rowsFor, writeRules } from '../support/sigmaFolder';
import type { FolderRule } from '../support/sigmaFolder';
import { importEvents } from '../support/sigmaRules';
import { temporaryFolder } from '../support/temporaryFolder';
import type { TemporaryFolder } from '../support/temporaryFolder';
import { sharedPlatform } from './support/connected';
import type { Connected } from './support/connected';
import { lensesOf, untilLens } from './support/lenses';
import { openedPanel } from './support/panels';
import { typeInto } from './support/queryDocuments';
import { responding, runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
import { inNewest as test } from './support/vscodes';

const scheduledQueries = z.object({
  scheduled_queries: z.array(
    z.object({
      guid: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      query: z.string(),
      description: z.nullish(z.string()),
      cron_schedule: z.nullish(z.string()),
    }),
  ),
});
type Scheduled = z.infer<typeof scheduledQueries>['scheduled_queries'][number];

describe('Sigma rules', () => {
  let folder: TemporaryFolder;
  const shared = sharedPlatform(async ({ platform }) => {
    for (const product of ['windows', 'linux']) await importEvents(platform, product, rowsFor(product));
  });

  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  afterEach(async () => {
    await folder[Symbol.asyncDispose]();
  });

  async function ruleFile(text: string, name = 'rule.yml'): Promise<vscode.TextDocument> {
    const location = path.join(folder.path, name);
    await writeFile(location, text);
    const document = await vscode.workspace.openTextDocument(location);
    await vscode.window.showTextDocument(document);
    return document;
  }

  const rule = (detection: string, changes: Partial<FolderRule> = {}): string =>
    folderRuleText({ title: 'Words', level: 'high', detection, ...changes }, 6);
  const text = rule("s: {CommandLine|contains: ['word 1;', 'word 3;']}\ncondition: s");

  async function allScheduled(connected: Connected): Promise<readonly Scheduled[]> {
    const { body } = await connected.call('GET /api/core/scheduled-queries');
    return scheduledQueries.parse(body).scheduled_queries;
  }

  async function scheduled(name: string): Promise<Scheduled | undefined> {
    return (await allScheduled(shared.connected)).find((query) => query.name === name);
  }

  it('get CodeLenses for the rules in a file', async () => {
    const document = await ruleFile(text);

    await untilLens(document.uri, /^Try on Test$/);
    assert.deepEqual(await lensesOf(document.uri), [
      'Convert',
      'Try on Test',
      'Backtest…',
      'Schedule…',
      'Create Rule…',
      'Update from Sigma…',
    ]);
    const { uri } = await ruleFile('logsource: {}\nother: 1\n', 'other.yml');
    assert.deepEqual(await lensesOf(uri), []);
  });

  test('are scheduled disabled with a matching time range and their description, and compared when the rule is newer', async () => {
    const document = await ruleFile(text);
    const responses = [{ input: 'Words of rules' }, { input: '0 */2 * * *' }, { confirm: 'Create Disabled' }];

    await runCommand('logbench.sigma.schedule', [...responses, { notice: 'was created', press: 'Open' }]);
    assert.match(String(vscode.window.activeTextEditor?.document.uri), /^logbench:.*Words%20of%20rules\.lq$/);
    await vscode.window.showTextDocument(document);

    const created = await scheduled('Words of rules');
    assert.equal(created?.enabled, false);
    assert.equal(created.cron_schedule, '0 */2 * * *');
    assert.equal(created.description, 'What Words is for.');
    assert.match(created.query, /\| table duration=126m windows\n/);

    await runCommand('logbench.sigma.update', [{ notice: 'is up to date' }]);

    const edit = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf("'word 3;'");
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(at), document.positionAt(at + 9)),
      "'word 4;'",
    );
    await vscode.workspace.applyEdit(edit);
    await runCommand('logbench.sigma.update', [], document.uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert(input instanceof vscode.TabInputTextDiff);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'Words of rules (platform ↔ rule)');
    const newer = (await vscode.workspace.openTextDocument(input.modified)).getText();
    assert.match(newer, /table duration=126m windows/);
    assert.match(newer, /word 4;/);
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), created.query);

    const response = { notice: 'differs from the rule', press: 'Save as Draft' };
    await runCommand('logbench.sigma.update', [response], document.uri);

    const draft = vscode.window.activeTextEditor?.document;
    assert.equal(draft?.uri.scheme, 'logbench');
    assert.equal(draft.getText(), newer);
    assert.equal((await scheduled('Words of rules'))?.query, created.query);

    await runCommand('logbench.sigma.update', [response], document.uri);
    await asksBeforeItReplaces(draft, document.uri, newer);
  });

  /** The same text is no loss, but what the user made of it is, saved or not. */
  async function asksBeforeItReplaces(
    draft: vscode.TextDocument,
    rule: vscode.Uri,
    converted: string,
  ): Promise<void> {
    const response = { notice: 'differs from the rule', press: 'Save as Draft' };
    await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard' }], draft.uri);
    await using _ = await withSettings({ 'files.autoSave': 'off' });
    for (const save of [async () => Promise.resolve(true), async () => draft.save()]) {
      await typeInto(draft.uri, 'table mine');
      assert.ok(await save());
      const asked = await runCommand('logbench.sigma.update', [response, 'cancel'], rule);
      assert.match(asked.seen.at(-1) ?? '', /“Words of rules” already has a draft\. Replace it with /);
      assert.equal(draft.getText(), 'table mine');
      await runCommand('logbench.sigma.update', [response, { confirm: 'Replace' }], rule);
      assert.deepEqual([draft.getText(), draft.isDirty], [converted, false]);
    }
    await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard' }], draft.uri);
  }

  test('are scheduled with a warning about a missing table, and keep the input when the network fails', async () => {
    await ruleFile(rule('s: {a: x}\ncondition: s', { product: 'zeek' }));
    let noNetwork: AsyncDisposable | undefined;
    const loseNetwork = async (): Promise<void> => {
      noNetwork = await withSettings({ 'http.proxy': 'http://127.0.0.1:9' });
    };

    const { seen, notices } = await runCommand('logbench.sigma.schedule', [
      { input: 'Kept' },
      { input: '0 4 * * *' },
      { meanwhile: loseNetwork },
      { confirm: 'Create Disabled' },
      { input: 'Kept still' },
      'cancel',
    ]);
    await noNetwork?.[Symbol.asyncDispose]();

    assert.match(seen.join('\n'), /1 problem, line \d+: .*zeek/);
    assert.match(notices.join(), /^Test: /);
    assert.ok(
      seen.some((asked) => /^input: .*"value":"Kept"/.test(asked)),
      'asked again, with what was entered',
    );
    assert.match(seen.at(-1) ?? '', /^input: .*"value":"0 4 \* \* \*"/);
  });

  test('that are new to the platform have nothing to update', async () => {
    await ruleFile(folderRuleText({ title: 'New' }, 98));

    await runCommand('logbench.sigma.update', [{ notice: 'no scheduled query that was created from “New”' }]);
  });

  test('that need a mapping open a new one, with which they are converted', async () => {
    const document = await ruleFile(rule('s: {a: x}\ncondition: s', { product: 'acme' }));

    const fix = await eventually(async () =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          new vscode.Range(0, 0, document.lineCount, 0),
        )
      ).find(({ title }) => title === 'Edit Mapping'),
    );
    assert.equal(fix.command?.command, 'logbench.sigma.editMapping');
    await runCommand('logbench.sigma.editMapping', [], document.uri);

    const mapping = vscode.window.activeTextEditor?.document;
    assert.equal(path.basename(mapping?.uri.fsPath ?? ''), 'sigma-map.yaml');
    assert.match(mapping?.getText() ?? '', /defaults: true[^]*- product: "acme"\n {4}tables: TABLE/);
    await runCommand('logbench.sigma.convert', [], document.uri);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /\| table duration=1d TABLE\n/);
  });

  describe('have problems at their positions', () => {
    /** The only problem of a document, once it is of that kind. */
    async function problemOf(
      { uri }: vscode.TextDocument,
      wanted: string,
    ): Promise<readonly [number, string]> {
      const [problem] = await eventually(() => {
        const problems = vscode.languages.getDiagnostics(uri);
        if (problems.length === 1 && problems[0]?.code === wanted) return problems;
        throw new Error(JSON.stringify(problems));
      });
      return [(problem?.range.start.line ?? -1) + 1, problem?.message ?? ''];
    }

    test('for errors in the rule itself, while it is typed', async () => {
      const document = await ruleFile(rule('s: {CommandLine|contain: x}\ncondition: s'));
      assert.deepEqual(await problemOf(document, 'sigma-rejected'), [10, 'Unknown modifier “contain”.']);

      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(9, 0, 10, 0), '  s: {CommandLine: x}\n  t: {a: y}\n');
      await vscode.workspace.applyEdit(edit);

      assert.deepEqual(await problemOf(document, 'sigma-unused-selection'), [
        11,
        'The condition does not use the selection “t”.',
      ]);
    });

    test('for tables and fields that the platform does not have, after Sigma was used with it', async () => {
      await ruleFile(text, 'used.yml');
      await runCommand('logbench.sigma.try');
      const elsewhere = await ruleFile(rule('s: {a: x}\ncondition: s', { product: 'macos' }), 'a.yml');
      assert.equal((await problemOf(elsewhere, 'sigma-missing-table'))[0], 7);

      const other = await ruleFile(rule('s:\n  CommandLine: x\n  Commandline2: x\ncondition: s'), 'b.yml');
      assert.deepEqual(await problemOf(other, 'sigma-missing-field'), [
        12,
        'None of the newest rows of windows has the field “Commandline2”.',
      ]);
    });

    test('for an invalid mapping', async () => {
      const document = await ruleFile(
        'version: 1\nsources:\n  - tables: [1]\n    color: x\n',
        'sigma-map.yaml',
      );

      assert.equal((await problemOf(document, 'sigma-rejected'))[0], 3);
    });
  });

  describe('of a whole folder', () => {
    const posted = (panel: RecordedPanel): readonly ToSigmaImportPage[] =>
      panel.posted.map((message) => toSigmaImportPage.parse(message));

    async function opened(): Promise<{
      readonly panel: RecordedPanel;
      readonly rules: Extract<ToSigmaImportPage, { kind: 'rules' }>['rules'];
    }> {
      await mkdir(path.join(folder.path, 'rules'));
      await writeRules(path.join(folder.path, 'rules'));
      await runCommand('logbench.sigma.import', [{ file: path.join(folder.path, 'rules') }]);
      const panel = await openedPanel('logbench.sigmaImport');
      const rules = await eventually(() => {
        const message = posted(panel).findLast((one) => one.kind === 'rules');
        return message && message.rules.length > 0 ? message.rules : undefined;
      });
      await idle(panel);
      return { panel, rules };
    }

    async function idle(panel: RecordedPanel): Promise<void> {
      await eventually(() => posted(panel).findLast((one) => one.kind === 'state')?.task === null, {
        within: 60_000,
      });
    }

    const progressOf = (panel: RecordedPanel): ReadonlyMap<number, RuleProgress> =>
      new Map(
        posted(panel)
          .flatMap((message) => (message.kind === 'progress' ? message.changes : []))
          .map((change) => [change.rule, change]),
      );

    test('are listed, tried, and created as scheduled queries and as files, with a result for each', async () => {
      const { panel, rules } = await opened();
      assert.equal(rules.length, 50);
      const convertible = rules.flatMap((rule, number) =>
        ['mapping', 'rejected'].includes(rule.state) ? [] : [number],
      );
      assert.equal(convertible.length, 44);

      const selected = convertible.slice(0, 3);
      panel.receive({ kind: 'try', rules: selected });
      await eventually(() => selected.every((rule) => progressOf(panel).get(rule)?.trial?.state === 'done'));
      await idle(panel);
      for (const number of selected) {
        const trial = progressOf(panel).get(number)?.trial;
        const expected = Number(rules[number]?.title.split(' ')[1]) % 5;
        assert.deepEqual(trial, { state: 'done', hits: expected }, rules[number]?.title);
      }

      const creating = await responding([{ confirm: 'Create Disabled' }]);
      panel.receive({ kind: 'createQueries', rules: selected });
      await eventually(() =>
        selected.every((rule) => progressOf(panel).get(rule)?.result?.state === 'created'),
      );
      await idle(panel);
      assert.match(creating.seen[0] ?? '', /Create 3 scheduled queries on Test \(Development\)\?/);
      for (const number of selected) {
        assert.equal((await scheduled(rules[number]?.title ?? ''))?.enabled, false);
      }

      await writeFile(path.join(folder.path, 'logbench.yaml'), 'platforms: {}\n');
      await responding([{ confirm: 'Create Files' }]);
      panel.receive({ kind: 'createFiles', rules: selected });
      await eventually(() =>
        selected.every((rule) => progressOf(panel).get(rule)?.result?.state === 'written'),
      );
      assert.equal((await readdir(path.join(folder.path, 'scheduled-queries'))).length, 3);
    });
  });
});
