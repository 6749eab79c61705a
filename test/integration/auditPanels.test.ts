import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { AuditPanels } from '../../src/extension/features/audit/auditPanel';
import { firstSearch } from '../../src/extension/features/audit/auditQuery';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import { Masker } from '../../src/core/privacy/masker';
import type { AuditLogsState, AuditSearch } from '../../src/core/pages/auditLogMessages';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporaryFolder';
import { ofSuite } from '../support/ofSuite';
import { JsonMemory } from '../support/jsonMemory';
import { ScriptedPanel, scriptedEnvironment } from './support/scriptedPanel';
import type { ScriptedEnvironment } from './support/scriptedPanel';
import { scriptedPlatform, ScriptedUi } from './support/scriptedPlatform';
import { inNewest as test } from './support/vscodes';

const searchFor = (keyword: string): AuditSearch => ({
  ...firstSearch('en'),
  range: 'all',
  keywords: [keyword],
});
const view = { zone: 'local', widths: {}, histogramOpen: false, firstRow: 0 } as const;
const ofLogs = ({ path: asked }: { readonly path: string }): boolean => asked.includes('/audit-logs');

describe('The panels of audit searches', () => {
  const platform = ofSuite(scriptedPlatform);
  let environment: ScriptedEnvironment;
  let ui: ScriptedUi;
  let panels: AuditPanels;

  before(async () => {
    await platform.app.call('master', 'POST /api/core/tables', { form: { table: 'found' } });
  });

  beforeEach(() => {
    environment = scriptedEnvironment();
    ui = new ScriptedUi();
    panels = new AuditPanels({
      ui: ui.ui,
      platforms: platform.platforms,
      environment,
      memory: new JsonMemory(),
    });
  });

  afterEach(() => {
    hideValues(undefined);
    platform.pass();
    panels.dispose();
    environment.dispose();
  });

  async function restored(connection = 'Lab', search = searchFor('found')): Promise<ScriptedPanel> {
    const page = new ScriptedPanel();
    panels.restore(page.panel, { connection, search, view });
    await until(page, ({ phase }) => phase === 'ready');
    return page;
  }

  const stateOf = (page: ScriptedPanel): AuditLogsState => page.newest('state') as AuditLogsState;
  const until = async (
    page: ScriptedPanel,
    wanted: (state: AuditLogsState) => boolean,
  ): Promise<AuditLogsState> =>
    eventually(() => page.ofKind('state').length > 0 && wanted(stateOf(page)) && stateOf(page));

  test('cancel their search and their export when they are closed', async () => {
    await using folder = await temporaryFolder();
    const page = await restored();
    const held = platform.hold(ofLogs);
    ui.responses({ file: path.join(folder.path, 'a.csv') });
    page.say({ kind: 'export', format: 'csv' });
    await eventually(() => held.waiting === 1);
    page.say({ kind: 'refresh' });
    await eventually(() => held.waiting === 2);
    assert.equal(stateOf(page).exporting?.format, 'csv');
    page.dispose();
    await eventually(() => held.abandoned === 2);
    held.release();
    assert.deepEqual([await readdir(folder.path), ui.reported, panels.all()], [[], [], []]);
  });

  test('cancel only the export when the export is canceled', async () => {
    await using folder = await temporaryFolder();
    const page = await restored();
    const held = platform.hold(ofLogs);
    const script = ui.responses({ file: path.join(folder.path, 'a.csv') });
    page.say({ kind: 'cancelExport' });
    page.say({ kind: 'export', format: 'csv' });
    await eventually(() => held.waiting === 1);
    page.say({ kind: 'refresh' });
    await eventually(() => held.waiting === 2);
    page.say({ kind: 'cancelExport' });
    await until(page, ({ exporting }) => exporting === null);
    assert.equal(held.abandoned, 1);
    held.release();
    await until(page, ({ phase, resultId }) => phase === 'ready' && resultId === 2);
    assert.deepEqual([await readdir(folder.path), script.notices, ui.reported], [[], [], []]);
  });

  test('save a search under its trimmed name, for every panel of the connection', async () => {
    const [page, twin] = [await restored(), await restored()];
    const elsewhere = await restored('Other');
    const first = ui.responses({ input: '  Mine ' });
    page.say({ kind: 'saveSearch' });
    await until(twin, ({ saved }) => saved.length === 1);
    assert.match(first.seen[0] ?? '', /"value":"found"/);
    assert.deepEqual([stateOf(page).saved[0]?.name, stateOf(elsewhere).saved], ['Mine', []]);
    assert.equal(stateOf(page).firstRows, null);
    page.say({ kind: 'ready', timeZone: 'UTC' });
    assert.notEqual(stateOf(page).firstRows, null);
    const second = ui.responses({ input: 'Mine' });
    twin.say({ kind: 'saveSearch' });
    await eventually(() => second.seen.some((text) => text.includes('This replaces the search')));
    const third = ui.responses({ input: '  ' });
    twin.say({ kind: 'saveSearch' });
    await eventually(() => third.misfits.some((text) => text.includes('Enter a name.')));
    twin.dispose();
    page.say({ kind: 'removeSearch', name: 'Mine' });
    await until(page, ({ saved }) => saved.length === 0);
  });

  test('neither suggest nor copy a hidden value', async () => {
    const page = await restored('Lab', searchFor('10.20.30.40'));
    await vscode.env.clipboard.writeText('before');
    hideValues(new Masker());
    const script = ui.responses({ input: 'Hidden' });
    page.say({ kind: 'saveSearch' });
    await eventually(() => script.isFinished);
    assert.match(script.seen[0] ?? '', /"value":""/);
    page.say({ kind: 'copyLink' });
    await eventually(() => ui.reported.length === 1);
    assert.match(ui.reported[0] ?? '', /hidden value/);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
    // Other searches can be saved and copied as usual.
    page.say({ kind: 'search', search: searchFor('plain') });
    await until(page, ({ phase, search }) => phase === 'ready' && search.keywords[0] === 'plain');
    page.say({ kind: 'copyLink' });
    await eventually(async () => (await vscode.env.clipboard.readText()).includes('keyword=plain'));
  });

  test('show their results although the time zone of the server cannot be read', async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown): unknown => unhandled.push(error);
    process.on('unhandledRejection', listen);
    try {
      platform.reject(({ path: asked }) => asked.includes('/tables'));
      const before = platform.proxy.seen.length;
      const page = await restored();
      await eventually(() =>
        platform.proxy.seen.slice(before).some(({ path: asked }) => asked.includes('/tables')),
      );
      page.say({ kind: 'refresh' });
      await until(page, ({ phase, resultId }) => phase === 'ready' && resultId === 2);
      assert.deepEqual([stateOf(page).connection.serverOffset, unhandled], [null, []]);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });
});
