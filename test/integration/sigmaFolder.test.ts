import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ImportPanels } from '../../src/extension/features/sigma/importPanel';
import type { SigmaDeps } from '../../src/extension/features/sigma/openRules';
import { backtestState } from '../../src/core/pages/backtest';
import type { BacktestState } from '../../src/core/pages/backtest';
import { sigmaImportState, toSigmaImportPage } from '../../src/core/pages/sigmaImport';
import type { SigmaImportState, SigmaImportView } from '../../src/core/pages/sigmaImport';
import type { RecordedPanel } from '../../src/extension/testing';
import { passOn, FaultProxy } from '../support/faultProxy';
import { eventually } from '../support/eventually';
import { holds } from '../support/holds';
import { folderRuleText } from '../support/sigmaFolder';
import { folderOfEachTest, temporaryFolder } from '../support/temporaryFolder';
import { connectTo, sharedPlatform } from './support/connected';
import { untilLens } from './support/lenses';
import { openedPanel, untilState } from './support/panels';
import { replaceText } from './support/queryDocuments';
import { responding, runCommand, testApi } from './support/runCommand';
import { ShownQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { replacing } from './support/replacing';
import { lineAt, linesBelow } from './support/tree';
import { inOldest as test } from './support/vscodes';

const view: SigmaImportView = {
  text: 'words',
  levels: [],
  products: [],
  techniques: [],
  states: [],
  days: 7,
  selected: [0, 2],
  widths: {},
  firstRow: 0,
};

/** The rules of a folder are numbered by their files: `a.yml` to `c.yml` are convertible, `d.yml` is not. */
const titles = { 'a.yml': 'First', 'b.yml': 'Second', 'c.yml': 'Third' };
const rejected = "s: {CommandLine|re: '(?=x)'}\ncondition: s";

describe('The import of a folder of Sigma rules', () => {
  const shared = sharedPlatform();
  const folder = folderOfEachTest();

  beforeEach(async () => {
    for (const [index, [name, title]] of Object.entries(titles).entries()) {
      await write(name, folderRuleText({ title }, index));
    }
    await write('d.yml', folderRuleText({ title: 'Rejected', detection: rejected }, 9));
  });

  async function write(name: string, text: string): Promise<void> {
    await writeFile(path.join(folder.path, name), text);
  }

  async function opened(): Promise<RecordedPanel> {
    await runCommand('logbench.sigma.import', [], vscode.Uri.file(folder.path));
    const panel = await openedPanel('logbench.sigmaImport');
    await holds(() => assert.equal(rulesOf(panel)?.rules.length, 4));
    await idle(panel);
    return panel;
  }

  test('discards results and selection when the rules are read again, but keeps the search', async () => {
    const panel = await opened();
    const { queries } = shared.connected.platform.parts;
    const check = queries.check.bind(queries);
    const ran: string[] = [];
    using _ = replacing(queries, 'check', async (...args: Parameters<typeof check>) => {
      ran.push(args[0]);
      return check(...args);
    });
    panel.receive({ kind: 'viewChanged', view });
    panel.receive({ kind: 'try', rules: [0] });
    await eventually(() => posted(panel).some((message) => message.kind === 'progress'));
    await idle(panel);
    assert.match(ran.join(), /duration=7d/);
    const sent = panel.posted.length;
    panel.receive({ kind: 'ready' });
    await eventually(() => rulesOf(panel)?.progress[0]?.trial);
    const kinds = posted(panel).map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(sent), ['state', 'rules'], 'what a page needs that was drawn again');
    await rm(path.join(folder.path, 'a.yml'));

    panel.receive({ kind: 'refresh' });

    await holds(() => assert.equal(rulesOf(panel)?.rules.length, 3));
    assert.deepEqual(rulesOf(panel)?.progress, []);
    const ids = posted(panel).flatMap((message) => (message.kind === 'rules' ? [message.rulesId] : []));
    assert.ok(new Set(ids).size > 1, String(ids));
    const state = await idle(panel);
    assert.deepEqual(state.view, { ...view, selected: [] });
  });

  test('shows no rules if they cannot be read, explains why, and recovers', async () => {
    const panel = await opened();
    await write('sigma-map.yaml', 'version: 1\nsources: 1\n');
    panel.receive({ kind: 'refresh' });
    await holds(() => assert.deepEqual(rulesOf(panel)?.rules, []));
    assert.match((await idle(panel)).failure ?? '', /sigma-map\.yaml, line \d: /);

    await write('sigma-map.yaml', 'version: 1\ndefaults: true\n');
    panel.receive({ kind: 'refresh' });

    await holds(() => assert.equal(rulesOf(panel)?.rules.length, 4));
    const { failure, mapping } = await idle(panel);
    assert.equal(failure, null);
    assert.match(mapping ?? '', /sigma-map\.yaml$/);
  });

  test('keeps its rules if reading them again is canceled', async () => {
    const panel = await opened();
    const before = posted(panel).filter(({ kind }) => kind === 'rules').length;
    const { notices } = await responding([]);

    panel.receive({ kind: 'refresh' });
    panel.receive({ kind: 'cancel' });

    assert.equal((await idle(panel)).failure, null);
    assert.equal(posted(panel).filter(({ kind }) => kind === 'rules').length, before);
    assert.deepEqual(notices, []);
    assert.ok(
      posted(panel).some((message) => message.kind === 'state' && message.task?.isCanceling === true),
    );
    panel.receive({ kind: 'try', rules: [0] });
    await eventually(() => posted(panel).some((message) => message.kind === 'progress'));
    await idle(panel);
  });

  test('does nothing for rules that cannot be converted or do not exist', async () => {
    const panel = await opened();
    const script = await responding(['cancel']);
    const states = panel.posted.length;

    panel.receive({ kind: 'createQueries', rules: [3] });
    panel.receive({ kind: 'createQueries', rules: [99] });
    panel.receive({ kind: 'createFiles', rules: [] });
    panel.receive({ kind: 'openQuery', rule: 3 });
    panel.receive({ kind: 'openRule', rule: 99 });
    panel.receive({ kind: 'openRule', rule: 3 });

    await holds(() => assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /d\.yml$/));
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 9);
    assert.equal(script.isFinished, false);
    assert.equal(panel.posted.length, states);
  });

  test('is opened once for a folder and a connection, and shows whether writes are locked', async () => {
    const { baseUrl } = shared.connected.connection;
    const common = { baseUrl, product: 'core', readOnly: false };
    const connections = [
      { ...common, name: 'Test', environment: 'development' },
      { ...common, name: 'Other', environment: 'production' },
    ];
    await using _ = await withSettings({ 'logbench.connections': connections });
    const panels = async (): Promise<readonly RecordedPanel[]> =>
      (await testApi()).panels.panels.filter(
        ({ viewType, closed }) => viewType === 'logbench.sigmaImport' && !closed,
      );
    const open = async (pick: string, location = folder.path): Promise<number> => {
      await runCommand('logbench.sigma.import', [{ pick }], vscode.Uri.file(location));
      return (await panels()).length;
    };
    await using another = await temporaryFolder();

    const inFront = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    assert.deepEqual([await open('Test'), await open('Other'), await open('Test')], [1, 2, 2]);
    await eventually(() => inFront() === 'Import Sigma Rules · Test');
    assert.equal(await open('Test', another.path), 3);
    const [, other] = await panels();
    assert(other);
    await open('Other');
    const { connection } = await untilState(other, sigmaImportState, ({ task }) => task === null);
    assert.equal(connection.readOnly, true);
    const { node } = await lineAt('Other');
    await runCommand('logbench.connection.unlockWrites', [{ pick: '5 minutes' }], node);
    await untilState(other, sigmaImportState, (state) => !state.connection.readOnly);
    await runCommand('logbench.connection.unlockWrites', [{ pick: 'Lock now' }], node);
    await untilState(other, sigmaImportState, (state) => state.connection.readOnly);
  });

  test('opens queries for its own connection, and existing mappings unchanged', async () => {
    const { baseUrl } = shared.connected.connection;
    const panel = await opened();
    const names = ['Test', 'Other'];
    const common = { baseUrl, product: 'core', readOnly: false, environment: 'development' };
    await using _ = await withSettings({
      'logbench.connections': names.map((name) => ({ ...common, name })),
    });
    panel.receive({ kind: 'openQuery', rule: 1 });
    await holds(() =>
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^# Sigma: Second\n/),
    );
    const { uri } = vscode.window.activeTextEditor?.document ?? {};
    await untilLens(uri ?? assert.fail(), /^on Test$/);

    const mapping = path.join(folder.path, 'sigma-map.yaml');
    const text = 'version: 1\ndefaults: true\n# ours\n';
    await writeFile(mapping, text);
    panel.receive({ kind: 'editMapping', rule: 0 });
    await holds(() => assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, mapping));
    assert.equal(await readFile(mapping, 'utf8'), text);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text);
  });

  test('backtests the same rule of a file again, and says if the file no longer has it', async () => {
    const [alpha, beta] = ['Alpha', 'Beta'].map((title, index) => folderRuleText({ title }, index));
    await write('two.yml', [alpha, beta].join('---\n'));
    const file = vscode.Uri.file(path.join(folder.path, 'two.yml'));
    await runCommand('logbench.query.backtest', [{ pick: 'Beta' }], file);
    const panel = await openedPanel('logbench.backtest');
    await untilState(panel, backtestState, ({ phase }) => phase === 'ready');

    panel.receive({ kind: 'start' });
    const isOver = ({ phase }: BacktestState): boolean => phase === 'done' || phase === 'failed';
    assert.equal((await untilState(panel, backtestState, isOver)).subject.name, 'Beta');

    await replaceText(await vscode.window.showTextDocument(file), alpha ?? '');
    const script = await responding([{ notice: 'no longer contains the rule “Beta”' }]);
    panel.receive({ kind: 'start' });
    await eventually(() => script.isFinished);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('names a mapping that is not valid, and opens it', async () => {
    const mapping = path.join(folder.path, 'sigma-map.yaml');
    await writeFile(mapping, 'version: 1\nsources: 7\n');
    await runCommand('logbench.sigma.import', [], vscode.Uri.file(folder.path));
    const panel = await openedPanel('logbench.sigmaImport');
    const state = await untilState(panel, sigmaImportState, ({ failure }) => failure !== null);
    assert.deepEqual(
      [path.basename(state.mapping ?? ''), state.failure?.includes('line 2')],
      ['sigma-map.yaml', true],
    );

    panel.receive({ kind: 'editMapping', rule: null });

    await holds(() => assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, mapping));
  });

  test('asks for the project if there is none, and reports the folder without one', async () => {
    await using project = await temporaryFolder();
    const panel = await opened();
    const create = async (responses: Parameters<typeof responding>[0], rules = [0, 1]): Promise<string> => {
      const script = await responding(responses);
      panel.receive({ kind: 'createFiles', rules });
      await eventually(() => script.isFinished);
      return script.seen.join('\n');
    };

    const notice = `No logbench.yaml was found in ${project.path}`;
    await create([{ file: project.path }, { notice }]);
    await writeFile(path.join(project.path, 'logbench.yaml'), 'platforms: {}\n');
    assert.match(
      await create([{ file: project.path }, { confirm: 'Create Files' }]),
      /Write the files of 2 scheduled queries to /,
    );
    await eventually(() =>
      posted(panel).some(
        (message) => message.kind === 'progress' && message.changes[0]?.result?.state === 'written',
      ),
    );

    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    const own = path.join(workspace?.uri.fsPath ?? '', 'logbench.yaml');
    await writeFile(own, 'platforms: {}\n');
    try {
      await idle(panel);
      const asked = await create(['cancel'], [1]);
      assert.ok(asked.includes(`Write the file of 1 scheduled query to ${path.dirname(own)}?`), asked);
    } finally {
      await rm(own);
    }
  });

  test('completes the confirmed task although a refresh was requested during the confirmation', async () => {
    await using project = await temporaryFolder();
    await writeFile(path.join(project.path, 'logbench.yaml'), 'platforms: {}\n');
    const panel = await opened();
    const before = rulesOf(panel);
    const disturb = async (): Promise<void> => {
      await rm(path.join(folder.path, 'a.yml'));
      panel.receive({ kind: 'refresh' });
    };
    await responding([{ file: project.path }, { meanwhile: disturb }, { confirm: 'Create Files' }]);

    panel.receive({ kind: 'createFiles', rules: [0, 2] });

    await eventually(() => posted(panel).some(({ kind }) => kind === 'progress'));
    await idle(panel);
    const changes = posted(panel).flatMap((message) => (message.kind === 'progress' ? message.changes : []));
    assert.deepEqual(
      changes.map(({ rule, result }) => [rule, result?.state, result?.message]),
      [
        [0, 'written', 'scheduled-queries/First.lq'],
        [2, 'written', 'scheduled-queries/Third.lq'],
      ],
    );
    assert.deepEqual(rulesOf(panel), before);
  });

  describe('stops creating queries', () => {
    /** Creates three, and something happens while the second one is sent. */
    async function creating(happens: (panel: RecordedPanel) => Promise<void>): Promise<void> {
      const { connection, key } = shared.connected;
      await new ShownQueries(shared).clear();
      await using proxy = await FaultProxy.start(connection.baseUrl);
      await using front = await connectTo({ baseUrl: proxy.baseUrl, key }, { name: `Front ${Date.now()}` });
      const panel = await opened();
      const shown = async (): Promise<readonly string[]> =>
        (await linesBelow(front.connection.name, 'Scheduled Queries')).map(({ label }) => label);
      assert.deepEqual(await shown(), ['No items.']);
      // Not those of the test of the key.
      const before = proxy.writes.length;
      const created = (): number => proxy.writes.length - before;
      await responding([{ confirm: 'Create Disabled' }]);
      const ended = new Promise<void>((resolve) => {
        proxy.interference = async (exchange) => {
          if (created() === 2 && exchange.method === 'POST') {
            await happens(panel);
            exchange.socket.destroy();
            resolve();
          } else await passOn(exchange);
        };
      });
      panel.receive({ kind: 'createQueries', rules: [0, 1, 2] });
      await ended;
      await holds(async () => assert.deepEqual(await shown(), ['First']));
      assert.equal(created(), 2);
    }

    test('when it is canceled, and the explorer shows those that were created', async () => {
      await creating(async (panel) => {
        panel.receive({ kind: 'cancel' });
        await untilState(panel, sigmaImportState, ({ task }) => task === null);
      });
    });

    test('when it is closed', async () => {
      await creating(async (panel) => {
        await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        await eventually(() => panel.closed);
      });
    });
  });

  test('starts without a selection after a reload', async () => {
    const sent: unknown[] = [];
    const nothing = (): object => ({ dispose: () => undefined });
    const webview = {
      onDidReceiveMessage: nothing,
      postMessage: (message: unknown) => Promise.resolve(sent.push(message) > 0),
      asWebviewUri: (uri: vscode.Uri) => uri,
      cspSource: 'self',
    };
    const events = { onDidChangeViewState: nothing, onDidDispose: nothing };
    const { connection } = shared.connected;
    const current = (): typeof connection => connection;
    const platforms = { find: current, current, onDidChange: nothing, isLocked: () => false };
    const environment = {
      platforms,
      extensionUri: vscode.Uri.file('/extension'),
      connections: { add: nothing, set: nothing },
    };
    const deps = { platforms, environment, ui: {} } as unknown as SigmaDeps;

    new ImportPanels(deps).restore(
      { webview, title: '', visible: true, ...events } as unknown as vscode.WebviewPanel,
      { connection: connection.name, folder: folder.path, view },
    );

    const views = sent.flatMap((message) => sigmaImportState.safeParse(message).data?.view ?? []);
    assert.deepEqual(views, [{ ...view, selected: [] }]);
    await holds(() => assert.ok(sent.length > 3));
  });
});

function posted(panel: RecordedPanel): readonly ReturnType<typeof toSigmaImportPage.parse>[] {
  return panel.posted.map((message) => toSigmaImportPage.parse(message));
}

function rulesOf(
  panel: RecordedPanel,
): Extract<ReturnType<typeof toSigmaImportPage.parse>, { kind: 'rules' }> | undefined {
  return posted(panel).findLast((message) => message.kind === 'rules');
}

async function idle(panel: RecordedPanel): Promise<SigmaImportState> {
  return untilState(panel, sigmaImportState, ({ task }) => task === null);
}
