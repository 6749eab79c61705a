import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageFeatures } from '../../src/extension/features/queryLanguage/languageFeatures';
import { startDiagnostics as startQueryDiagnostics } from '../../src/extension/features/queryLanguage';
import type { RuleDiagnostics } from '../../src/extension/features/sigma/ruleDiagnostics';
import type { SigmaDeps } from '../../src/extension/features/sigma/openRules';
import { startDiagnostics as startRuleDiagnostics } from '../../src/extension/features/sigma';
import type { PlatformsChange } from '../../src/extension/ui/connections/connection';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { folderRuleText } from '../support/sigmaFolder';
import { temporaryFolder } from '../support/temporaryFolder';
import type { TemporaryFolder } from '../support/temporaryFolder';
import { closeAllTabs } from './support/closeAllTabs';
import { replaceText } from './support/queryDocuments';
import { replacing } from './support/replacing';
import { withSettings } from './support/settings';
import { inNewest as test } from './support/vscodes';

/** Says of each document how long it is, and how often the platform was asked for it. */
class Checker {
  readonly #asked = new Map<string, number>();
  forgotten = 0;

  ofText({ languageId, lineCount }: vscode.TextDocument): vscode.Diagnostic[] {
    return [problem(`checked: ${languageId}, ${lineCount} lines`)];
  }

  ofPlatform(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
    const asked = this.asked(document) + 1;
    this.#asked.set(document.uri.toString(), asked);
    return Promise.resolve([problem(`checked: platform ${asked}`)]);
  }

  /** VS Code keeps documents of other tests, which are checked too. */
  asked({ uri }: vscode.TextDocument): number {
    return this.#asked.get(uri.toString()) ?? 0;
  }
}

function problem(message: string): vscode.Diagnostic {
  return new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message);
}

/** What the checker of a test has found, without what the extension itself says. */
function found({ uri }: vscode.TextDocument): readonly string[] {
  const problems = vscode.languages.getDiagnostics(uri).map(({ message }) => message);
  return problems.flatMap((message) => /^checked: (.*)/.exec(message)?.[1] ?? []);
}

async function append(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(document.lineCount, 0), text);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}

describe('Checks of documents', () => {
  let folder: TemporaryFolder;
  let checker: Checker;
  let checking: vscode.Disposable;

  beforeEach(async () => {
    folder = await temporaryFolder();
    checker = new Checker();
  });

  afterEach(async () => {
    checking.dispose();
    await closeAllTabs();
    await folder[Symbol.asyncDispose]();
  });

  async function file(name: string, text: string): Promise<vscode.TextDocument> {
    const location = path.join(folder.path, name);
    await writeFile(location, text);
    return vscode.workspace.openTextDocument(location);
  }

  describe('with Sigma rules', () => {
    const platforms = new vscode.EventEmitter<PlatformsChange>();
    const connections = new vscode.EventEmitter<void>();
    const text = folderRuleText({ title: 'Words' }, 0);
    const lines = text.split('\n').length;

    function start(): vscode.Disposable {
      const rules = {
        ofText: (document: vscode.TextDocument) => Promise.resolve(checker.ofText(document)),
        ofPlatform: async (document: vscode.TextDocument) => checker.ofPlatform(document),
        forget: () => (checker.forgotten += 1),
      };
      const deps = {
        platforms: { onDidChange: platforms.event },
        connections: { onDidChange: connections.event },
        used: { onDidChange: () => () => undefined },
      };
      let loads = 0;
      return startRuleDiagnostics(deps as unknown as SigmaDeps, () => {
        loads += 1;
        assert.equal(loads, 1);
        return Promise.resolve(rules as unknown as RuleDiagnostics);
      });
    }

    beforeEach(() => {
      checking = start();
    });

    test('ask the platform when a rule is opened or saved, not while it is typed', async () => {
      // The VS Code of the browser saves by itself after a second.
      await using _ = await withSettings({ 'files.autoSave': 'off' });
      const rule = await file('rule.yml', text);
      await holds(() => assert.deepEqual(found(rule), [`${rule.languageId}, ${lines} lines`, 'platform 1']));

      await append(rule, '# a comment\n');
      await holds(() => assert.deepEqual(found(rule), [`${rule.languageId}, ${lines + 1} lines`]));

      await rule.save();
      await holds(() => assert.equal(found(rule)[1], 'platform 2'));
    });

    test('keep their problems when a rule is only marked as changed, such as when it is opened with unsaved changes', async () => {
      checking.dispose();
      const changed = new vscode.EventEmitter<Pick<vscode.TextDocumentChangeEvent, 'document'>>();
      using _ = replacing(vscode.workspace, 'onDidChangeTextDocument', changed.event as never);
      checking = start();
      const [rule, other] = [await file('rule.yml', text), await file('other.yml', text)];
      await holds(() => assert.deepEqual([found(rule).length, found(other).length], [2, 2]));
      const nothing = { contentChanges: [] };
      const typed = { contentChanges: [{ text: 'x' }] };
      changed.fire(Object.assign({ document: rule }, nothing));
      changed.fire(Object.assign({ document: other }, typed));
      await holds(() => assert.equal(found(other).length, 1));
      assert.equal(found(rule).length, 2);
    });

    test('read the text of a YAML file after a pause, not with each key press', async () => {
      checking.dispose();
      const changed = new vscode.EventEmitter<Pick<vscode.TextDocumentChangeEvent, 'document'>>();
      using _ = replacing(vscode.workspace, 'onDidChangeTextDocument', changed.event as never);
      checking = start();
      let reads = 0;
      const getText = (): string => {
        reads += 1;
        return 'a: 1\n';
      };
      const document = { languageId: 'yaml', uri: vscode.Uri.file('/values.yaml'), getText };
      const typed = { contentChanges: [{ text: 'x' }] };
      for (let key = 0; key < 3; key++) changed.fire(Object.assign({ document: document as never }, typed));
      await holds(() => assert.equal(reads, 1));
    });

    test('start with the extension, and stop when the text is no longer a rule or the extension stops', async () => {
      const rule = await file('rule.yml', text);
      const other = await file('other.yml', text);
      await holds(() => assert.deepEqual([found(rule).length, found(other).length], [2, 2]));
      const edit = new vscode.WorkspaceEdit();
      edit.replace(rule.uri, new vscode.Range(0, 0, lines, 0), 'a: 1\n');
      await vscode.workspace.applyEdit(edit);
      await holds(() => assert.deepEqual(found(rule), []));
      assert.equal(found(other).length, 2);

      checking.dispose();
      assert.deepEqual(found(other), []);
      await rule.save();

      checking = start();
      await holds(() => assert.equal(found(other).length, 2));
    });

    test('run again for all rules when a mapping is saved', async () => {
      const rule = await file('rule.yml', text);
      const mapping = await file('sigma-map.yaml', 'version: 1\n');
      await holds(() => assert.deepEqual([found(rule).length, found(mapping).length], [2, 2]));
      const before = checker.asked(rule);

      await append(mapping, '# a comment\n');
      await mapping.save();

      await holds(() => assert.equal(checker.asked(rule), before + 1));
    });

    test('run again and ask the platforms again when connections change, but not when locks do', async () => {
      const rule = await file('rule.yml', text);
      await holds(() => assert.equal(found(rule)[1], 'platform 1'));

      platforms.fire('locks');
      connections.fire();
      await holds(() => assert.equal(found(rule)[1], 'platform 2'));
      assert.equal(checker.forgotten, 0);

      platforms.fire('connections');
      await holds(() => assert.equal(found(rule)[1], 'platform 3'));
      assert.equal(checker.forgotten, 1);
    });

    test('remove their problems when a rule is closed', async () => {
      const rule = await vscode.workspace.openTextDocument({ language: 'yaml', content: text });
      await vscode.window.showTextDocument(rule);
      await holds(() => assert.equal(found(rule).length, 2));

      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');

      await holds(() => assert.equal(rule.isClosed, true));
      assert.deepEqual(found(rule), []);
    });

    test('ignore files that are not Sigma rules', async () => {
      const others = [await file('rule.txt', text), await file('other.yaml', 'logsource: {}\n')];
      const rule = await file('rule.YAML', text);
      await holds(() => assert.equal(found(rule).length, 2));
      assert.deepEqual(others.map(found), [[], []]);
    });
  });

  describe('with queries', () => {
    const connections = new vscode.EventEmitter<void>();
    const languageId = 'ini';
    let platformDiagnostics: Checker['ofPlatform'];

    beforeEach(() => {
      platformDiagnostics = async (document) => checker.ofPlatform(document);
      checking = start();
    });

    function start(): vscode.Disposable {
      const language = {
        diagnostics: (document: vscode.TextDocument) => checker.ofText(document),
        platformDiagnostics: async (document: vscode.TextDocument) => platformDiagnostics(document),
        writing: ({ lineCount }: vscode.TextDocument) => [new vscode.Range(0, 0, lineCount, 0)],
      };
      return startQueryDiagnostics(
        languageId,
        () => Promise.resolve(language as unknown as LanguageFeatures),
        (listener) => connections.event(listener),
      );
    }

    test('run when a query is opened, edited or shown, and when connections change', async () => {
      // A file, because VS Code shows a new document with a text by itself after a while.
      const query = await file('query.ini', 'one');
      // VS Code also tells when it marks a document as changed, so the number of requests is not fixed.
      let before = 0;
      const checkedAgain = async (lines: number): Promise<void> => {
        await holds(() => {
          const asked = checker.asked(query);
          assert.ok(asked > before, `requested ${asked} times`);
          assert.deepEqual(found(query), [`ini, ${lines} lines`, `platform ${asked}`]);
        });
        before = checker.asked(query);
      };
      await checkedAgain(1);

      const editor = await vscode.window.showTextDocument(query);
      await checkedAgain(1);
      await replaceText(editor, 'one\ntwo');
      await checkedAgain(2);
      connections.fire();
      await checkedAgain(2);
      await query.save();
    });

    test('mark commands that write only in the editors of their document', async () => {
      const open = (content: string): Thenable<vscode.TextDocument> =>
        vscode.workspace.openTextDocument({ language: languageId, content });
      const [one, two] = [await open('one'), await open('two\ntwo')];
      const marked: string[] = [];
      const editors = [one, two, two].map((document, index) => ({
        document,
        setDecorations: (_mark: unknown, ranges: readonly vscode.Range[]) =>
          marked.push(`editor ${index}: ${ranges.map(({ end }) => end.line).join()} lines`),
      }));
      using _ = replacing(vscode.window, 'visibleTextEditors', editors);
      connections.fire();
      await eventually(() => marked.length >= 3);
      assert.deepEqual([...new Set(marked)].sort(), [
        'editor 0: 1 lines',
        'editor 1: 2 lines',
        'editor 2: 2 lines',
      ]);
    });

    test('start and stop with the extension', async () => {
      const query = await vscode.workspace.openTextDocument({ language: languageId, content: 'one' });
      await holds(() => assert.equal(found(query).length, 2));
      checking.dispose();
      assert.deepEqual(found(query), []);

      checking = start();

      await holds(() => assert.equal(found(query).length, 2));
    });

    test('remove their problems when a query is closed, and ignore other languages', async () => {
      const query = await vscode.workspace.openTextDocument({ language: languageId, content: 'one' });
      await holds(() => assert.equal(found(query).length, 2));

      await vscode.languages.setTextDocumentLanguage(query, 'plaintext');

      await holds(() => assert.deepEqual(found(query), []));
      connections.fire();
      const other = await vscode.workspace.openTextDocument({ language: languageId, content: 'two' });
      await holds(() => assert.equal(found(other).length, 2));
      assert.deepEqual(found(query), []);
    });

    test('discard a late response from a connection that was replaced, and about a closed query', async () => {
      const late: (() => void)[] = [];
      platformDiagnostics = async (document) => {
        const response = await checker.ofPlatform(document);
        if (document.getText() === 'late') await new Promise<void>((resolve) => late.push(resolve));
        return response;
      };
      const query = await file('query.ini', 'late');
      await eventually(() => late.length > 0);
      const replaced = late.length;
      connections.fire();
      await eventually(() => late.length > replaced);

      late.pop()?.();
      const newest = `platform ${checker.asked(query)}`;
      await holds(() => assert.equal(found(query)[1], newest));
      for (const arrive of late) arrive();
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(found(query)[1], newest);

      const arrived = late.length;
      connections.fire();
      await eventually(() => late.length > arrived);
      await vscode.languages.setTextDocumentLanguage(query, 'plaintext');
      for (const arrive of late) arrive();
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(found(query), []);
    });
  });
});
