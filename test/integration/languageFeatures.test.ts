import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { ConnectionLenses, registerQueryLanguage } from '../../src/extension/features/queryLanguage';
import { LanguageFeatures } from '../../src/extension/features/queryLanguage/languageFeatures';
import type { QueryLanguageDeps } from '../../src/extension/features/queryLanguage/completions';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import type { Connection, Platforms, PlatformsChange } from '../../src/extension/ui/connections/connection';
import { SeenValues } from '../../src/extension/ui/connections/seenValues';
import type { DocumentConnections } from '../../src/extension/ui/documents/documentConnections';
import type { ProjectFiles } from '../../src/extension/ui/access';
import type { Ui } from '../../src/extension/ui/openUi';
import { Masker } from '../../src/core/privacy/masker';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { temporaryFolder } from '../support/temporaryFolder';
import { CommandsStub } from './support/commandsStub';
import { closeAllTabs } from './support/closeAllTabs';
import { typed } from './support/queryDocuments';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';
import { clientStub } from '../support/clientStub';

const lab = { name: 'Lab', baseUrl: 'http://lab', environment: 'local' } as Connection;

/** Parts of the extension that a test sets, and what they were asked for. */
class Parts {
  connection: Connection | undefined = lab;
  isInProject = false;
  tables: readonly string[] = ['web'];
  requests = 0;
  readonly queries: string[] = [];
  readonly forgotten: string[] = [];
  readonly changed = {
    platforms: new vscode.EventEmitter<PlatformsChange>(),
    connections: new vscode.EventEmitter<void>(),
    projects: new vscode.EventEmitter<void>(),
    moved: new vscode.EventEmitter<void>(),
    tables: new vscode.EventEmitter<void>(),
  };
  /** Called before the response with the tables. */
  wait: () => Promise<void> = () => Promise.resolve();

  readonly #client = clientStub({
    'GET tables': async () => {
      this.requests += 1;
      await this.wait();
      return { items: this.tables.map((name) => ({ name })) };
    },
    'GET query': ({ query }) => {
      this.queries.push(String(query?.['q']));
      return [{ _table: 'web', user: 'jkim' }];
    },
  });
  readonly platforms = {
    onDidChange: this.changed.platforms.event,
    clientFor: () => Promise.resolve(this.#client),
  } as unknown as Platforms;
  readonly connections = {
    onDidChange: this.changed.connections.event,
    of: () => this.connection,
    move: (from: vscode.Uri, to?: vscode.Uri) => {
      assert.equal(to, undefined);
      return Promise.resolve(this.forgotten.push(from.toString()));
    },
  } as unknown as DocumentConnections;
  readonly seen = new SeenValues();
  readonly projects = {
    onDidChange: this.changed.projects.event,
    onDidMoveFiles: this.changed.moved.event,
    has: () => this.isInProject,
    namesBeside: () => [],
  } as unknown as ProjectFiles;

  features(): LanguageFeatures {
    return new LanguageFeatures(this.deps);
  }

  get deps(): QueryLanguageDeps {
    const { platforms, connections, projects, seen } = this;
    const ui = { commands: new CommandsStub() } as unknown as Ui;
    return { ui, platforms, connections, projects, seen, tables: { onDidChange: this.changed.tables.event } };
  }
}

function fired(changed: vscode.EventEmitter<void>): () => void {
  return () => changed.fire();
}

describe('Features of the query language', () => {
  let parts: Parts;

  beforeEach(() => {
    parts = new Parts();
  });

  afterEach(closeAllTabs);

  test('mark a quick fix as preferred only if it is the only one', async () => {
    const preferred = async (text: string): Promise<readonly unknown[]> => {
      const { document, editor } = await typed(text);
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const actions = parts.features().codeActions(document, whole);
      await editor.edit((edit) => edit.delete(whole));
      return actions.map(({ isPreferred }) => isPreferred);
    };

    assert.deepEqual(await preferred('table duration = 1d a'), [true]);
    assert.deepEqual(await preferred('table duration = 1d a | join k [ table duration = 1d b ]'), [
      false,
      false,
    ]);
  });

  test('do not format the front matter, and leave its problems to the project', async () => {
    const front = '---\nname:   "Words"\nenabled: maybe\nschedule: "0 3 * * *"\n---\n';
    const { document } = await typed(`${front}table   a|limit 5`);
    const features = parts.features();

    const edits = features.layOut(document);
    assert.ok(edits.length > 0);
    assert.ok(edits.every(({ range }) => document.offsetAt(range.start) >= front.length));
    assert.equal(features.diagnostics(document).length, 1);
    parts.isInProject = true;
    assert.deepEqual(features.diagnostics(document), []);
  });

  test('report unsupported commands only for local platforms', async () => {
    const { document } = await typed('csvfile /data/users.csv');
    const codes = (): readonly unknown[] =>
      parts
        .features()
        .diagnostics(document)
        .map(({ code }) => code);

    assert.deepEqual(codes(), [92000]);
    parts.connection = { ...lab, environment: 'staging' };
    assert.deepEqual(codes(), []);
    parts.connection = undefined;
    assert.deepEqual(codes(), []);
  });

  test('warn about a field that no row has, with a quick fix', async () => {
    const { document, position } = await typed('table web | search ▮usr == 1');
    const features = parts.features();
    assert.deepEqual(await features.platformDiagnostics(document), []);
    assert.deepEqual(parts.queries, []);
    await features.complete(document, position, new vscode.CancellationTokenSource().token);
    const [found] = await features.platformDiagnostics(document);
    assert.equal(found?.message, 'None of the newest rows of web has the field “usr”. Did you mean “user”?');
    assert.equal(found.severity, vscode.DiagnosticSeverity.Warning);
    const [action] = features.codeActions(document, found.range);
    assert.equal(action?.title, 'Change to “user”');
    assert.deepEqual(
      action.edit?.get(document.uri).map(({ newText }) => newText),
      ['user'],
    );
  });

  test('list known values without a request, followed by Load Values', async () => {
    const { document, position } = await typed('table web | search user == ▮');
    const features = parts.features();
    parts.seen.addRows(lab, 'web', [{ user: 'a b' }, { user: 'jkim' }, { user: 'jkim' }]);
    const listed = async (): Promise<readonly (readonly unknown[])[]> => {
      const { items } = await features.complete(
        document,
        position,
        new vscode.CancellationTokenSource().token,
      );
      const { Value, Event } = vscode.CompletionItemKind;
      return items
        .filter(({ kind }) => kind === Value || kind === Event)
        .toSorted((one, other) => String(one.sortText).localeCompare(String(other.sortText)))
        .map(({ label, insertText }) => [label, insertText]);
    };
    assert.deepEqual(await listed(), [
      ['jkim', '"jkim"'],
      ['a b', '"a b"'],
      ['Load Values…', ''],
    ]);
    hideValues(new Masker());
    try {
      const [[label, inserted] = []] = await listed();
      assert.match(String(label), /^user\d+-masked/);
      assert.equal(inserted, '');
    } finally {
      hideValues(undefined);
    }
    assert.ok(!parts.queries.some((text) => text.includes('stats')));
  });

  test('report missing tables without a request once the tables are known', async () => {
    const { document, position } = await typed('table ▮other');
    const features = parts.features();
    const missing = async (): Promise<number> => (await features.platformDiagnostics(document)).length;

    assert.equal(await missing(), 0);
    assert.equal(parts.requests, 0);
    const { token } = new vscode.CancellationTokenSource();
    await features.complete(document, position, token);
    assert.equal(await missing(), 1);
    assert.equal(parts.requests, 1);
    parts.connection = undefined;
    assert.equal(await missing(), 0);
  });

  test('complete without a request in a file of an untrusted workspace', async () => {
    await using folder = await temporaryFolder();
    const file = vscode.Uri.file(path.join(folder.path, 'a.lq'));
    await vscode.workspace.fs.writeFile(file, Buffer.from('table secrets | fields '));
    const document = await vscode.workspace.openTextDocument(file);
    const { token } = new vscode.CancellationTokenSource();
    const end = document.positionAt(document.getText().length);
    {
      using _ = replacing(vscode.workspace, 'isTrusted', false);
      await parts.features().complete(document, end, token);
      await parts.features().complete(document, new vscode.Position(0, 6), token);
    }
    assert.equal(parts.requests, 0);
    await parts.features().complete(document, new vscode.Position(0, 6), token);
    assert.equal(parts.requests, 1);
  });

  test('complete table names, trigger the list again after a trailing blank, and mark it as incomplete while names are loading', async () => {
    const { document, position } = await typed('table ▮');
    const { token } = new vscode.CancellationTokenSource();
    const list = await parts.features().complete(document, position, token);
    const item = (label: string): vscode.CompletionItem | undefined =>
      list.items.find(({ filterText }) => filterText === label);

    assert.equal(list.isIncomplete, false);
    assert.equal(item('web')?.kind, vscode.CompletionItemKind.Struct);
    assert.match(item('web')?.sortText ?? '', /^\d{4}web$/);
    const goingOn = list.items.filter(({ insertText }) =>
      (typeof insertText === 'string' ? insertText : insertText?.value)?.endsWith(' '),
    );
    assert.ok(goingOn.every(({ command }) => command?.command === 'editor.action.triggerSuggest'));
    assert.equal(list.items.filter(({ command }) => command).length, goingOn.length);

    parts.wait = () => new Promise(() => undefined);
    const early = await parts.features().complete(document, position, token);
    assert.equal(early.isIncomplete, true);
    assert.ok(early.items.length > 0 && early.items.length < list.items.length);
  });

  test('complete the front matter with its keys, and schedules with their descriptions', async () => {
    const { token } = new vscode.CancellationTokenSource();
    const complete = async (text: string): Promise<readonly vscode.CompletionItem[]> => {
      const { document, position, editor } = await typed(text);
      const { items } = await parts.features().complete(document, position, token);
      await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, document.lineCount, 0)));
      return items;
    };

    const keys = await complete('---\nname: A\nen▮\n---\ntable a');
    const enabled = keys.find(({ label }) => label === 'enabled');
    assert.equal(enabled?.insertText, 'enabled: ');
    assert.equal(enabled.kind, vscode.CompletionItemKind.Property);
    const schedules = await complete('---\nschedule: ▮\n---\ntable a');
    const hourly = schedules.find(({ insertText }) => insertText === '"0 * * * *"')?.label;
    assert.match(typeof hourly === 'object' ? (hourly.description ?? '') : '', /hour/i);
    const commands = await complete('---\nname: A\n---\ntable a | ▮');
    assert.ok(commands.some(({ filterText }) => filterText === 'search'));
  });

  test('complete operators with their descriptions, and show schedules as hints beside the text', async () => {
    const { token } = new vscode.CancellationTokenSource();
    const query = await typed('---\nschedule: "0 * * * *"\n---\ntable a | search line ▮');
    const [hint] = parts.features().scheduleHints(query.document);
    assert.deepEqual([hint?.position.line, hint?.paddingLeft], [1, true]);
    const { items } = await parts.features().complete(query.document, query.position, token);
    const { Operator } = vscode.CompletionItemKind;
    const [label, detail] = items.flatMap((one) => (one.kind === Operator ? [one.label, one.detail] : []));
    assert.equal((Object(label) as vscode.CompletionItemLabel).description, detail ?? assert.fail());
  });

  describe('that are registered', () => {
    let registered: vscode.Disposable;

    beforeEach(() => {
      registered = registerQueryLanguage(parts.deps);
    });

    afterEach(() => {
      registered.dispose();
    });

    async function complete(document: vscode.TextDocument, position: vscode.Position): Promise<void> {
      await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', document.uri, position);
    }

    test('request names again when connections or tables change, but not when locks do', async () => {
      const { document, position } = await typed('table ▮');
      const requests = async (): Promise<number> => {
        await complete(document, position);
        return parts.requests;
      };

      assert.deepEqual([await requests(), await requests()], [1, 1]);
      parts.changed.platforms.fire('locks');
      assert.equal(await requests(), 1);
      parts.changed.platforms.fire('connections');
      assert.equal(await requests(), 2);
      parts.changed.tables.fire();
      assert.equal(await requests(), 3);
    });

    test('check queries again when connections, their own connection, files or tables change', async () => {
      const { document } = await typed('csvfile /data/users.csv');
      const isLocal = (): boolean =>
        vscode.languages.getDiagnostics(document.uri).some(({ code }) => code === 92000);
      await eventually(isLocal);
      const { platforms, connections, moved, tables } = parts.changed;
      const changes = [() => platforms.fire('connections'), ...[connections, moved, tables].map(fired)];
      for (const change of changes) {
        const wasLocal = isLocal();
        parts.connection = wasLocal ? { ...lab, environment: 'staging' } : lab;
        change();
        await eventually(() => isLocal() === !wasLocal, { within: 10_000 });
      }
    });

    test('forget the connection of an untitled query that is closed, but not that of a file', async () => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
      const file = vscode.Uri.joinPath(folder, 'closed.txt');
      await vscode.workspace.fs.writeFile(file, Buffer.from(''));
      // VS Code closes a document that gets another language.
      await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(file), 'ini');
      await vscode.workspace.fs.delete(file);
      const { document } = await typed('table a');
      const uri = document.uri.toString();

      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');

      await holds(() => assert.deepEqual(parts.forgotten, [uri]));
    });

    test('show the list again when names arrive late, unless the cursor has moved', async () => {
      let arrive: () => void = () => assert.fail();
      parts.wait = () => new Promise((resolve) => (arrive = resolve));
      const { document, position, editor } = await typed('table ▮');
      await complete(document, position);
      let lists = 0;
      const others = vscode.languages.registerCompletionItemProvider('logbench-query', {
        provideCompletionItems: () => {
          lists += 1;
          return [];
        },
      });

      arrive();

      await eventually(() => lists > 0);
      others.dispose();
      const ran: string[] = [];
      parts.changed.tables.fire();
      await complete(document, position);
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      using _ = replacing(vscode.commands, 'executeCommand', (id: string) => Promise.resolve(ran.push(id)));
      arrive();
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(ran, []);
    });
  });

  test('update their CodeLenses when anything that these show changes, until they are disposed', async () => {
    const lenses = new ConnectionLenses(parts.platforms, parts.connections, parts.projects);
    let changes = 0;
    const listening = lenses.onDidChangeCodeLenses(() => (changes += 1));
    const { document } = await typed('table a');
    const shown = (): unknown => lenses.provideCodeLenses(document)[1]?.command?.title;
    assert.equal(shown(), 'on Lab');
    parts.connection = undefined;
    assert.equal(shown(), 'select a connection…');

    const fire = (): void => {
      parts.changed.platforms.fire('locks');
      parts.changed.connections.fire();
      parts.changed.projects.fire();
      hideValues(undefined);
    };
    fire();
    assert.equal(changes, 4);
    listening.dispose();
    fire();
    assert.equal(changes, 4);
  });
});
