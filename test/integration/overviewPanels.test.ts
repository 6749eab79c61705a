import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ScheduledQueriesAccess, ScheduleDrafts } from '../../src/extension/ui/access';
import { OverviewPanels } from '../../src/extension/features/overview/overviewPanel';
import { WatchedRecords } from '../../src/extension/features/scheduledQueries/scheduledQueriesSection';
import { withUpdate } from '../../src/core/pages/overviewParts';
import type { OverviewUpdate, OverviewState } from '../../src/core/pages/overview';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { queryOf, queryUri } from '../../src/extension/ui/documents/queryUri';
import { ofSuite } from '../support/ofSuite';
import { eventually } from '../support/eventually';
import { someGuid } from '../support/scheduledQueries';
import { cancelableProgress } from './support/cancelableProgress';
import { closeAllTabs } from './support/closeAllTabs';
import { responding } from './support/runCommand';
import { ScriptedPanel, scriptedEnvironment } from './support/scriptedPanel';
import type { ScriptedEnvironment } from './support/scriptedPanel';
import { scriptedPlatform, ScriptedUi } from './support/scriptedPlatform';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';

const view = {
  zone: 'local',
  timeZone: 'UTC',
  week: 0,
  sort: { column: 'size', descending: true },
  filter: '',
  widths: {},
  selected: null,
} as const;
const sections = ['attention', 'load', 'chains', 'tables'];
const ofSchedules = ({ path }: { readonly path: string }): boolean => path.includes('/scheduled-queries');

describe('The overviews of platforms', () => {
  const platform = ofSuite(scriptedPlatform);
  let environment: ScriptedEnvironment;
  let ui: ScriptedUi;
  let panels: OverviewPanels;
  let watched: WatchedRecords;
  let drafts: string[];
  let held: Promise<void>;
  let release: () => void;
  let described: Promise<void>;

  before(async () => {
    await platform.app.call('master', 'POST /api/core/tables', { form: { table: 'listed' } });
    const form = { name: 'First', query: 'table listed', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    const { body } = await platform.app.call('master', 'POST /api/core/scheduled-queries', { form });
    const after = { preceding_guid: (body as { guid: string }).guid, preceding_action: 'succeeded' };
    await platform.app.call('master', 'POST /api/core/scheduled-queries', {
      form: { ...form, name: 'Second', trigger_type: 'workflow', ...after },
    });
  });

  beforeEach(() => {
    environment = scriptedEnvironment();
    ui = new ScriptedUi();
    drafts = [];
    held = new Promise((resolve) => (release = resolve));
    described = Promise.resolve();
    watched = new WatchedRecords(platform.platforms, environment.polling);
    const access = {
      recordsOf: (connection: Connection) => watched.of(connection),
      watch: (...watch: Parameters<WatchedRecords['watch']>) => watched.watch(...watch),
      onDidChange: watched.onDidRead,
      describe: async () => {
        await described;
        return { text: 'every day' };
      },
    } as unknown as ScheduledQueriesAccess;
    const propose: ScheduleDrafts['propose'] = async ({ name }, guid, cron) => {
      if (guid === 'rejected') throw new Error('no draft');
      if (guid === 'held') await held;
      drafts.push(`${name} ${guid} ${cron}`);
      return Promise.resolve();
    };
    const { platforms } = platform;
    panels = new OverviewPanels({
      ui: ui.ui,
      platforms,
      environment,
      access,
      drafts: { propose, proposedSchedule: () => undefined },
    });
  });

  afterEach(async () => {
    platform.pass();
    panels.dispose();
    watched.dispose();
    environment.dispose();
    await closeAllTabs();
  });

  function restored(): ScriptedPanel {
    const page = new ScriptedPanel();
    panels.restore(page.panel, { connection: 'Lab', view });
    return page;
  }

  async function shown(): Promise<ScriptedPanel> {
    const page = restored();
    page.say({ kind: 'ready', timeZone: 'Asia/Seoul' });
    await until(page, ({ attention }) => attention?.isChecking === false);
    return page;
  }

  const stateOf = (page: ScriptedPanel): OverviewState | undefined =>
    (page.ofKind('state') as readonly OverviewUpdate[]).reduce<OverviewState | undefined>(
      withUpdate,
      undefined,
    );
  const until = async (
    page: ScriptedPanel,
    wanted: (state: OverviewState) => boolean,
  ): Promise<OverviewState> =>
    eventually(() => {
      const state = stateOf(page);
      return state !== undefined && wanted(state) && state;
    });
  const updatesOf = (page: ScriptedPanel): readonly string[] =>
    Object.keys(page.newest('state') as object).filter((key) => sections.includes(key));
  const asked = (): number => platform.proxy.seen.filter(ofSchedules).length;

  /** Waits until everything on the connection was polled once. */
  async function someRounds(): Promise<void> {
    let rounds = 0;
    const poll = async (): Promise<'rest'> => {
      rounds += 1;
      return Promise.resolve('rest');
    };
    const polled = { poll };
    const scheduler = environment.polling.schedulerOf(platform.connection);
    scheduler.add(polled);
    await eventually(() => rounds > 3);
    scheduler.remove(polled);
  }

  test('send nothing before the page has sent its time zone, and everything again to a page that reloads', async () => {
    const page = restored();
    page.show(true);
    platform.changed.fire('locks');
    assert.deepEqual(page.sent, []);
    page.say({ kind: 'ready', timeZone: 'Asia/Seoul' });
    const state = await until(page, ({ attention }) => attention?.isChecking === false);
    assert.equal(state.view.timeZone, 'Asia/Seoul');
    page.say({ kind: 'viewChanged', view: { ...state.view, selected: 'x' } });
    assert.deepEqual([updatesOf(page), stateOf(page)?.view.selected], [[], 'x']);
    page.say({ kind: 'ready', timeZone: 'Asia/Seoul' });
    assert.deepEqual(updatesOf(page), sections);
    page.show(false);
    page.show(true);
    assert.deepEqual(updatesOf(page), sections);
  });

  test('show the schedules of triggers as text as soon as these are loaded, and everything else before', async () => {
    described = held;
    const page = await shown();
    const areWords = (): boolean =>
      stateOf(page)?.chains?.nodes.every(({ trigger }) => trigger === 'every day') === true;
    assert.deepEqual([stateOf(page)?.chains?.nodes.length, areWords()], [2, false]);
    release();
    // Long before all of it is read again.
    await eventually(areWords, { within: 5000 });
  });

  test('retry rejected requests with another key, but not because a lock has changed', async () => {
    platform.reject(ofSchedules);
    const page = await shown();
    assert.equal(stateOf(page)?.schedulesFailure?.reason, 'rejected');
    platform.pass();
    const before = asked();
    Object.assign(platform.platforms, { isLocked: () => true });
    platform.changed.fire('locks');
    Object.assign(platform.platforms, { isLocked: () => false });
    assert.equal(stateOf(page)?.connection.readOnly, true);
    await someRounds();
    assert.equal(asked(), before);
    platform.changed.fire('connections');
    await until(page, ({ schedulesFailure }) => schedulesFailure === null);
  });

  test('send requests again after an action and on Refresh, also those that were rejected', async () => {
    platform.reject(ofSchedules);
    const page = await shown();
    const before = asked();
    page.say({ kind: 'refresh' });
    await eventually(() => asked() > before);
    await until(page, ({ schedulesFailure }) => schedulesFailure !== null);
    platform.pass();
    await responding(['cancel']);
    page.say({ kind: 'act', action: { kind: 'searchAudit' } });
    await until(page, ({ schedulesFailure }) => schedulesFailure === null);
    assert.deepEqual(ui.reported, []);
  });

  test('send no requests after they are closed', async () => {
    let listening = 0;
    const onDidChange: typeof platform.platforms.onDidChange = (listener) => {
      listening += 1;
      const ended = platform.changed.event(listener);
      return new vscode.Disposable(() => {
        listening -= 1;
        ended.dispose();
      });
    };
    using _ = replacing(platform.platforms, 'onDidChange', onDidChange);
    const page = await shown();
    assert.equal(listening, 1);
    page.dispose();
    const before = platform.proxy.seen.length;
    platform.changed.fire('connections');
    await someRounds();
    assert.deepEqual([platform.proxy.seen.length, panels.all(), listening], [before, [], 0]);
  });

  for (const [what, leave] of [
    ['hides', (page: ScriptedPanel) => page.show(false)],
    ['closes', (page: ScriptedPanel) => page.dispose()],
  ] as const) {
    test(`send no requests in the background after an action that ${what} them`, async () => {
      const page = await shown();
      using _ = replacing(vscode.commands, 'executeCommand', async () => {
        leave(page);
        return Promise.resolve();
      });
      await someRounds();
      const before = asked();
      page.say({ kind: 'act', action: { kind: 'searchAudit' } });
      await someRounds();
      assert.equal(asked(), before);
    });
  }

  test('send nothing to a hidden page, and everything once it is visible', async () => {
    const page = await shown();
    page.show(false);
    const { length } = page.sent;
    platform.changed.fire('locks');
    assert.equal(page.sent.length, length);
    page.show(true);
    assert.deepEqual(updatesOf(page), sections);
  });

  test('create no more drafts after the task is canceled, and report no success', async () => {
    using progress = cancelableProgress();
    const page = await shown();
    const script = ui.responses();
    const change = (guid: string): object => ({ guid, name: guid, from: '0 3 * * *', to: '5 3 * * *' });
    page.say({ kind: 'makeDrafts', changes: [change('held'), change('b')] });
    await eventually(() => progress.titles.length === 1);
    progress.cancel();
    release();
    await someRounds();
    assert.deepEqual([drafts, script.notices, ui.reported], [['Lab held 5 3 * * *'], [], []]);
  });

  test('run the action for the selected item on their connection', async () => {
    const page = await shown();
    const ran: string[] = [];
    const executeCommand = async (...args: readonly unknown[]): Promise<void> =>
      Promise.resolve(void ran.push(args.map(String).join(' ')));
    using _ = replacing(vscode.commands, 'executeCommand', executeCommand);
    const query = { guid: someGuid, name: 'Nightly' };
    const kinds = ['openQuery', 'editQuery', 'enableQuery', 'stopQuery', 'deleteQuery'];
    for (const action of [
      ...[
        { kind: 'showTable', table: 'listed' },
        { kind: 'queryTable', table: 'listed' },
      ],
      ...[{ kind: 'showStatus', queryId: 7 }, { kind: 'searchAudit' }],
      ...kinds.map((kind) => ({ kind, ...query })),
    ])
      page.say({ kind: 'act', action });
    const uri = String(queryUri({ address: { connection: 'Lab', guid: someGuid }, name: 'Nightly' }));
    assert.deepEqual(ran, [
      ...['logbench.table.show Lab listed', 'logbench.table.query Lab listed'],
      ...['logbench.query.status Lab 7', 'logbench.audit.search Lab'],
      ...kinds.map((kind) => `logbench.scheduledQuery.${kind.replace('Query', '')} ${uri}`),
    ]);
    assert.deepEqual(environment.warnings, []);
  });

  test('return the schedules of an hour together with its week', async () => {
    const page = await shown();
    page.say({ kind: 'viewChanged', view: { ...view, week: 3 } });
    page.say({ kind: 'needCell', day: 1, hour: 2 });
    assert.deepEqual(page.newest('cell'), { kind: 'cell', week: 3, day: 1, hour: 2, entries: [] });
  });

  test('return no rows of a list that was replaced', async () => {
    const page = await shown();
    const { resultId } = stateOf(page)?.tables ?? { resultId: -1 };
    page.say({ kind: 'needRows', resultId: resultId + 1, offset: 0, limit: 10 });
    assert.deepEqual(page.ofKind('rows'), []);
    page.say({ kind: 'needRows', resultId, offset: 0, limit: 10 });
    assert.equal((page.newest('rows') as { readonly rows: readonly unknown[] }).rows.length, 1);
  });

  test('create drafts one after the other, and report no success if one fails', async () => {
    const page = await shown();
    const script = ui.responses();
    const change = (guid: string): object => ({ guid, name: guid, from: '0 3 * * *', to: '5 3 * * *' });
    page.say({ kind: 'makeDrafts', changes: [change('a'), change('rejected'), change('b')] });
    await eventually(() => ui.reported.length === 1);
    assert.deepEqual([drafts, script.notices], [['Lab a 5 3 * * *'], []]);
    page.say({ kind: 'makeDrafts', changes: [change('b')] });
    await eventually(() => script.notices.length === 1);
    assert.match(script.notices[0] ?? '', /^1 draft was created\./);
    page.say({ kind: 'makeDrafts', changes: [change('c'), change('d')] });
    await eventually(() => script.notices.length === 2);
    assert.match(script.notices[1] ?? '', /^2 drafts were created\./);

    const ran: unknown[] = [];
    using _ = replacing(vscode.commands, 'executeCommand', (id: string, uris: readonly vscode.Uri[]) =>
      Promise.resolve(ran.push([id, uris.map((uri) => queryOf(uri)?.address.guid)])),
    );
    const notice = '1 draft was created';
    const pressed = ui.responses({ notice }, { notice, press: 'Show Drafts' });
    page.say({ kind: 'makeDrafts', changes: [change('e')] });
    await eventually(() => pressed.notices.length === 1);
    page.say({ kind: 'makeDrafts', changes: [change(someGuid)] });
    await eventually(() => ran.length > 0);
    assert.deepEqual([ran, pressed.notices.length], [[['logbench.drafts.list', [someGuid]]], 2]);
  });

  test('are opened once for each connection', async () => {
    const page = await shown();
    panels.open(platform.connection);
    assert.deepEqual([page.revealed, panels.all().length], [1, 1]);
    panels.open(platform.other);
    assert.deepEqual([page.revealed, panels.all().length], [1, 2]);
  });
});
