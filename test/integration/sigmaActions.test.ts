import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { RuleLenses } from '../../src/extension/features/sigma';
import { scheduleRule, tryRule, updateRule } from '../../src/extension/features/sigma/ruleActions';
import { editMapping, findMapping, rulesWithoutTable } from '../../src/extension/features/sigma/mappingFiles';
import { openRules } from '../../src/extension/features/sigma/openRules';
import { convertCollection } from '../../src/core/sigma/convertCollection';
import type { ConvertedRule } from '../../src/core/sigma/convertCollection';
import { defaultMapping } from '../../src/core/sigma/defaultMapping';
import { pickFolder } from '../../src/extension/features/sigma/importActions';
import { RuleDiagnostics } from '../../src/extension/features/sigma/ruleDiagnostics';
import type { SigmaDeps } from '../../src/extension/features/sigma/openRules';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { ConnectionNode } from '../../src/extension/ui/explorer/explorerSection';
import { holds } from '../support/holds';
import { folderRuleText } from '../support/sigmaFolder';
import { temporaryFolder } from '../support/temporaryFolder';
import type { TemporaryFolder } from '../support/temporaryFolder';
import { connectTo } from './support/connected';
import type { Connected } from './support/connected';
import { lensesOf } from './support/lenses';
import { replacing } from './support/replacing';
import { textInFront } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { ScriptedPrompts } from './support/scriptedPrompts';
import { withSettings } from './support/settings';
import { inOldest as test } from './support/vscodes';
import type { Handler } from '../support/clientStub';
import { clientStub } from '../support/clientStub';
import { scheduledQueryUri } from '../../src/extension/ui/documents/queryUri';

const text = (title: string, index = 0): string => folderRuleText({ title }, index);
const rejected = folderRuleText(
  { title: 'Rejected', detection: "s: {CommandLine|re: '(?=x)'}\ncondition: s" },
  8,
);
const correlation = `title: Often
id: 00000000-0000-4000-8000-000000000099
correlation:
  type: event_count
  rules: [00000000-0000-4000-8000-000000000001]
  group-by: [User]
  timespan: 5m
  condition: {gte: 3}
`;

describe('Commands for Sigma rules', () => {
  let folder: TemporaryFolder;
  let connected: Connected;

  before(async () => {
    // Nothing listens there: these commands need no platform.
    connected = await connectTo({ baseUrl: 'http://127.0.0.1:9', key: 'k3y' }, { name: 'Test' });
  });

  after(async () => connected[Symbol.asyncDispose]());

  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await folder[Symbol.asyncDispose]();
  });

  async function file(name: string, content: string): Promise<vscode.TextDocument> {
    const location = path.join(folder.path, name);
    await writeFile(location, content);
    const document = await vscode.workspace.openTextDocument(location);
    await vscode.window.showTextDocument(document);
    return document;
  }

  test('ask which rule to use if a file has several', async () => {
    await file('rules.yml', `${text('First')}---\n${text('Second', 1)}`);

    await runCommand('logbench.sigma.convert', [{ pick: 'Second' }]);

    assert.match(textInFront(), /^# Sigma: Second\n/);
  });

  test('report that another file has no rule, and convert nothing', async () => {
    const other = await file('other.yml', 'a: 1\n');

    await runCommand('logbench.sigma.convert', [{ notice: 'Open a Sigma rule first' }]);
    await runCommand('logbench.sigma.try', [{ notice: 'Open a Sigma rule first' }], other.uri);

    assert.equal(textInFront(), 'a: 1\n');
  });

  test('show the line that cannot be converted', async () => {
    const document = await file('rule.yml', rejected);

    await runCommand('logbench.sigma.convert', [
      { notice: '“Rejected” cannot be converted', press: 'Show in Editor' },
    ]);

    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.equal(vscode.window.activeTextEditor.selection.active.line, 9);
  });

  test('find the rules of a correlation in its folder, and list only the correlation itself', async () => {
    await writeFile(path.join(folder.path, 'first.yml'), text('First'));
    await writeFile(path.join(folder.path, 'notes.txt'), 'title: [');
    await mkdir(path.join(folder.path, 'folder.yml'));
    await file('often.yml', correlation);

    await runCommand('logbench.sigma.convert');

    assert.match(textInFront(), /^# Sigma: Often\n/);
    assert.match(textInFront(), /\bwindows\b/);
  });

  test('check a correlation although its folder or a rule in it was deleted in between', async () => {
    await mkdir(path.join(folder.path, 'deleted'));
    const document = await file('deleted/often.yml', correlation);
    const diagnostics = new RuleDiagnostics({ connections: { of: () => undefined } } as unknown as SigmaDeps);
    const rejected = async (): Promise<readonly unknown[]> =>
      (await diagnostics.ofText(document)).map(({ code, severity }) => [code, severity]);
    const unknown = [['sigma-rejected', vscode.DiagnosticSeverity.Error]];
    await writeFile(path.join(folder.path, 'deleted', 'first.yml'), text('First'));
    assert.deepEqual(await rejected(), []);
    {
      const files = vscode.workspace.fs;
      const fs = {
        ...files,
        readDirectory: async (uri: vscode.Uri) => {
          const found = await files.readDirectory(uri);
          await rm(path.join(folder.path, 'deleted', 'first.yml'));
          return found;
        },
      };
      using _ = replacing(vscode.workspace, 'fs', fs);
      assert.deepEqual(await rejected(), unknown);
    }
    await rm(path.join(folder.path, 'deleted'), { recursive: true });
    assert.deepEqual(await rejected(), unknown);
  });

  test('do not search for the rules of a correlation if it has no folder', async () => {
    const document = await untitled(correlation);

    await runCommand('logbench.sigma.convert', [{ notice: '“Often” cannot be converted' }], document.uri);
  });

  test('use the mapping of the workspace, also for rules in its folders and for new ones', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const mapping = path.join(root, 'sigma-map.yaml');
    const below = path.join(root, 'sigma-rules', 'windows');
    await mkdir(below, { recursive: true });
    try {
      await writeFile(mapping, 'version: 1\nsources: [{product: windows, tables: ours}]\n');
      await writeFile(path.join(below, 'rule.yml'), text('First'));
      await runCommand('logbench.sigma.convert', [], vscode.Uri.file(path.join(below, 'rule.yml')));
      assert.match(textInFront(), /^# Sigma: First\n[^]*\| table ours\n/);

      const document = await untitled(text('New'));
      await runCommand('logbench.sigma.convert', [], document.uri);
      assert.match(textInFront(), /^# Sigma: New\n[^]*\| table ours\n/);
    } finally {
      await rm(mapping);
      await rm(path.dirname(below), { recursive: true });
    }
  });

  test('use an unsaved mapping, and report the line of its problem', async () => {
    const mapping = await file('sigma-map.yaml', 'version: 1\ndefaults: true\n');
    const edit = new vscode.WorkspaceEdit();
    const sources = 'sources: [{product: windows, tables: unsaved}]\n';
    edit.insert(mapping.uri, new vscode.Position(2, 0), sources);
    await vscode.workspace.applyEdit(edit);
    const rule = await file('rule.yml', text('First'));

    await runCommand('logbench.sigma.convert', [], rule.uri);

    assert.match(textInFront(), /\| table (duration=\w+ )?unsaved\n/);
    const wrong = new vscode.WorkspaceEdit();
    wrong.insert(mapping.uri, new vscode.Position(3, 0), 'sources: 1\n');
    await vscode.workspace.applyEdit(wrong);
    await mapping.save();
    await holds(() => assert.equal(vscode.languages.getDiagnostics(mapping.uri).length, 1));
    await runCommand('logbench.sigma.convert', [{ notice: 'sigma-map.yaml, line ' }], rule.uri);
    assert.deepEqual(vscode.languages.getDiagnostics(rule.uri), []);
  });

  test('open an existing mapping unchanged, although it was created after the search for it', async () => {
    const own = '# ours\nversion: 1\n';
    const uri = vscode.Uri.file(folder.path);
    const found = await findMapping(uri, undefined);
    await writeFile(path.join(folder.path, 'sigma-map.yaml'), own);

    await editMapping(uri, found.uri, []);

    assert.equal(textInFront(), own);
    assert.equal(await readFile(path.join(folder.path, 'sigma-map.yaml'), 'utf8'), own);
  });

  test('create a new valid mapping of the log sources without a table, or an example in a comment', async () => {
    const rulesOf = (...sources: readonly string[]): readonly ConvertedRule[] => {
      const files = sources.map((product, index) => ({
        name: `/${index}.yml`,
        text: folderRuleText({ title: `Rule ${index}`, product }, index),
      }));
      return convertCollection(files, { mapping: defaultMapping() });
    };
    const entries = async (name: string, rules: readonly ConvertedRule[]): Promise<readonly string[]> => {
      const uri = vscode.Uri.file(path.join(folder.path, name));
      await editMapping(uri, undefined, rulesWithoutTable(rules), rules[0]);
      assert.ok((await findMapping(uri, undefined)).uri);
      return textInFront().match(/^(# )? {2}- .*\n( {4}(?!tables).*\n)*/gm) ?? [];
    };
    assert.deepEqual(await entries('none', []), ['#   - product: "windows"\n']);
    assert.deepEqual(await entries('mapped', rulesOf('linux')), ['#   - product: "linux"\n']);
    assert.deepEqual(
      await entries('lacking', rulesOf('squid', 'linux', 'envoy\n  service: access', 'squid')),
      ['  - product: "squid"\n', '  - product: "envoy"\n    service: "access"\n'],
    );
  });

  test('assign the connection of its rule to a query', async () => {
    const { connection } = connected;
    const names = ['Test', 'Other'];
    await using _ = await withSettings({
      'logbench.connections': names.map((name) => ({ ...connection, name })),
    });
    const rule = await file('rule.yml', text('First'));
    await runCommand('logbench.query.selectConnection', [{ pick: 'Other' }], rule.uri);

    await runCommand('logbench.sigma.convert', [], rule.uri);

    // VS Code returns lenses without titles while they are drawn again.
    await holds(async () => {
      const titles = await lensesOf(vscode.window.activeTextEditor?.document.uri ?? assert.fail());
      assert.ok(titles.includes('on Other'), titles.join());
      const own = await lensesOf(rule.uri);
      assert.ok(own.includes('Try on Other') && own.includes('another connection…'), own.join());
    });
  });

  describe('that send requests to the platform', () => {
    const steps: string[] = [];
    let responses: Record<string, Handler>;

    beforeEach(() => {
      steps.length = 0;
      responses = {
        'GET tables': () => ({ items: [{ name: 'linux' }] }),
        'POST scheduled-queries': () => void steps.push('send'),
        'GET scheduled-queries': () => ({ items: [{ name: 'First', guid: 'a' }] }),
      };
    });

    let mayBeAsked = true;

    function depsWith(prompts: ScriptedPrompts): SigmaDeps {
      const nothing = (): void => undefined;
      const note = (step: string) => (): Promise<number> => Promise.resolve(steps.push(step));
      return {
        ui: { prompts, documents: {}, log: { info: nothing, warn: nothing } },
        connections: { ofOrAsk: () => Promise.resolve(connected.connection) },
        platforms: {
          ensureWritable: note('ensure'),
          clientFor: () => Promise.resolve(clientStub(responses)),
        },
        access: { update: note('update') },
        used: { add: () => Promise.resolve(), mayBeAsked: () => mayBeAsked },
        showRows: (key: string, name: string, connection: Connection, query: string) => {
          const [period] = /duration=\w+/.exec(query) ?? [];
          return note(`${path.basename(key)}: ${name} on ${connection.name}, ${period}`)();
        },
      } as unknown as SigmaDeps;
    }

    const typed = [{ input: 'First' }, { input: '0 4 * * *' }, { confirm: 'Create Disabled' }];

    test('accept a name of 1 to 255 characters, without surrounding blanks', async () => {
      const rule = await file('rule.yml', text('First'));
      const longest = 'x'.repeat(255);
      for (const name of ['   ', `${longest}x`]) {
        const prompts = new ScriptedPrompts([{ input: name }]);
        await assert.rejects(scheduleRule(depsWith(prompts), [rule.uri]), { name: 'CanceledError' });
        assert.match(prompts.misfits.join(), /was not accepted: A name must have 1 to 255 characters\./);
      }
      const prompts = new ScriptedPrompts([{ input: ` ${longest} ` }, { input: ' 0 4 * * * ' }, 'cancel']);
      await assert.rejects(scheduleRule(depsWith(prompts), [rule.uri]), { name: 'CanceledError' });
      assert.match(prompts.seen.at(-1) ?? '', /“x{255}” on Test.*Schedule: 0 4 \* \* \*\\n/);
      assert.deepEqual(prompts.misfits, []);
    });

    test('do not show the form again if it was not the problem', async () => {
      const rule = await file('rule.yml', text('First'));
      responses['POST scheduled-queries'] = () => Promise.reject(new TypeError('a fault of our own'));
      const prompts = new ScriptedPrompts(typed);

      await assert.rejects(scheduleRule(depsWith(prompts), [rule.uri]), { message: 'a fault of our own' });

      prompts.assertFinished();
    });

    test('offer to open the created query, unless it cannot be read', async () => {
      const rule = await file('rule.yml', text('First'));
      const create = async (): Promise<string> => {
        const prompts = new ScriptedPrompts(typed);
        await scheduleRule(depsWith(prompts), [rule.uri]);
        prompts.assertFinished();
        return prompts.seen.at(-1) ?? '';
      };

      assert.match(await create(), /“First” was created.*"label":"Open"/);
      assert.deepEqual(steps, ['ensure', 'send', 'update']);
      responses['GET scheduled-queries'] = () => Promise.reject(new Error('lost'));
      assert.match(await create(), /“First” was created.*"buttons":\[\]/);
      assert.equal(steps.filter((step) => step === 'update').length, 1);
    });

    test('try a rule with a missing table only after Try Anyway, and open its mapping', async () => {
      const rule = await file('rule.yml', text('First'));
      const notice = 'Table “windows” does not exist on the platform';

      await tryRule(depsWith(new ScriptedPrompts([{ notice }])), [rule.uri]);
      assert.deepEqual(steps, []);
      await tryRule(depsWith(new ScriptedPrompts([{ notice, press: 'Try Anyway' }])), [rule.uri]);
      assert.deepEqual(steps, ['rule.yml: First on Test, duration=1d']);
      await tryRule(depsWith(new ScriptedPrompts([{ notice, press: 'Edit Mapping' }])), [rule.uri]);
      assert.match(textInFront(), /- product: "windows"\n {4}tables: /);
    });

    test('ask which query to compare if there are several', async () => {
      const rule = await file('rule.yml', text('First'));
      const query = '# Sigma: First\n  id: 00000000-0000-4000-8000-000000000001\n| table a';
      const items = ['One', 'Two'].map((name) => ({ name, query, guid: name }));
      responses['GET scheduled-queries'] = () => ({ items });
      const prompts = new ScriptedPrompts(['cancel']);

      await assert.rejects(updateRule(depsWith(prompts), [rule.uri]), { name: 'CanceledError' });

      assert.match(prompts.seen.join(), /^pick: .*"label":"One".*"label":"Two"/);
      const put: unknown[] = [];
      const documents = {
        put: (
          location: readonly string[],
          _text: string,
          actions: readonly { readonly label: string }[] = [],
        ) => put.push([...location.slice(2), ...actions.map(({ label }) => label)]),
      };
      using _ = replacing(vscode.commands, 'executeCommand', () => Promise.resolve());
      const picking = new ScriptedPrompts([{ pick: 'Two' }, { notice: '“Two” differs from the rule.' }]);
      const deps = depsWith(picking);
      await updateRule({ ...deps, ui: { ...deps.ui, documents } } as unknown as SigmaDeps, [rule.uri]);
      picking.assertFinished();
      assert.deepEqual(put, [
        ['Two', 'platform', 'Two.lq'],
        ['Two', 'rule', 'Two.lq', 'Save as Draft'],
      ]);
    });

    test('report a query as up to date if only its trailing blanks differ', async () => {
      const rule = await file('rule.yml', text('First'));
      const [converted] = (await openRules(rule, undefined)).rules;
      assert(converted && 'query' in converted);
      const made = { name: 'One', guid: 'AB-1', query: `${converted.queryOver('2h')}\n` };
      responses['GET scheduled-queries'] = () => ({ items: [made] });
      const prompts = new ScriptedPrompts([{ notice: '“One” is up to date with the rule.' }]);

      await updateRule(depsWith(prompts), [rule.uri]);

      prompts.assertFinished();
      const uri = scheduledQueryUri(connected.connection, made);
      assert.match(uri.path, /\bab-1\b/);
    });

    test('check rules with one request, until connections change', async () => {
      let requests = 0;
      responses['GET tables'] = () => {
        requests += 1;
        return { items: [{ name: 'linux' }] };
      };
      const assigned: Connection[] = [];
      const diagnostics = new RuleDiagnostics({
        ...depsWith(new ScriptedPrompts([])),
        connections: { of: () => assigned[0] },
      } as unknown as SigmaDeps);
      const rule = await file('rule.yml', text('First').replace('product: windows', 'product: windows  '));
      assert.deepEqual(await diagnostics.ofPlatform(rule), []);

      assigned.push(connected.connection);
      const [problem] = await diagnostics.ofPlatform(rule);
      assert(problem);
      await diagnostics.ofPlatform(rule);
      assert.equal(requests, 1);
      assert.deepEqual(
        [problem.code, problem.source, problem.severity],
        ['sigma-missing-table', 'Logbench', vscode.DiagnosticSeverity.Warning],
      );
      assert.equal(rule.getText(problem.range), rule.lineAt(problem.range.start).text.trim());
      assigned[0] = { ...connected.connection, name: 'Other' };
      await diagnostics.ofPlatform(rule);
      assert.equal(requests, 2, 'another platform may have other tables');
      diagnostics.forget();
      await writeFile(path.join(folder.path, 'sigma-map.yaml'), 'version: 1\nsources: 1\n');
      assert.deepEqual(await diagnostics.ofText(rule), []);
      await diagnostics.ofPlatform(rule);
      assert.equal(requests, 3);
      assert.deepEqual(await diagnostics.ofPlatform(await file('other.yml', 'a: 1\n')), []);
      diagnostics.forget();
      mayBeAsked = false;
      assert.deepEqual(await diagnostics.ofPlatform(rule), []);
      mayBeAsked = true;
      assert.equal(requests, 3, 'none without trust or before Sigma was used');
    });

    test('ask for a folder and a connection only if there is no argument for them', async () => {
      const other = { ...connected.connection, name: 'Picked' };
      const pick = async (args: readonly unknown[]): Promise<readonly string[]> => {
        const deps = depsWith(new ScriptedPrompts([{ file: '/asked' }]));
        const platforms = { pick: () => Promise.resolve(other) };
        const selected = await pickFolder({ ...deps, platforms } as unknown as SigmaDeps, args);
        return [selected.folder, selected.connection.name];
      };

      assert.deepEqual(await pick([vscode.Uri.file('/rules')]), ['/rules', 'Picked']);
      await assert.rejects(pick([vscode.Uri.parse('untitled:/rules')]), /is not on the machine/);
      assert.deepEqual(await pick([new ConnectionNode(connected.connection)]), ['/asked', 'Test']);
    });
  });

  test('update their CodeLenses when platforms and connections change, until they are disposed', async () => {
    const platforms = new vscode.EventEmitter<void>();
    const assigned = new vscode.EventEmitter<void>();
    let all: readonly Partial<Connection>[] = [];
    const lenses = new RuleLenses({
      platforms: { onDidChange: platforms.event, all: () => all },
      connections: { onDidChange: assigned.event, of: () => all[0] },
    } as unknown as SigmaDeps);
    let changes = 0;
    const listening = lenses.onDidChangeCodeLenses(() => (changes += 1));
    const document = await file('rule.yml', `# a comment\n${text('First')}`);
    const shown = (): readonly unknown[] =>
      lenses.provideCodeLenses(document).map(({ command }) => command?.title.replace(/^\$\(.*?\) /, ''));

    const first = ['Convert', 'Try…', 'Backtest…', 'Schedule…', 'Create Rule…', 'Update from Sigma…'];
    assert.deepEqual(shown(), first);
    assert.equal(lenses.provideCodeLenses(document)[0]?.range.start.line, 1);
    all = [{ name: 'Test' }];
    assert.equal(shown().length, first.length);
    all = [{ name: 'Test' }, { name: 'Other' }];
    assert.equal(shown()[first.length], 'another connection…');

    platforms.fire();
    assert.equal(changes, 1);
    assigned.fire();
    assert.equal(changes, 2);
    listening.dispose();
    platforms.fire();
    assigned.fire();
    assert.equal(changes, 2);
  });
});

async function untitled(content: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ language: 'yaml', content });
  if (document.getText() === content) return document;
  // VS Code restores a text that was just closed under the same name.
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), content);
  await vscode.workspace.applyEdit(edit);
  return document;
}
