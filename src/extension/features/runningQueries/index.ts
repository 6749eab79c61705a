import * as vscode from 'vscode';
import { getOrAdd } from '../../../core/base/getOrAdd';
import { t } from '../../../core/base/localize';
import { shownText } from '../../../core/privacy/hiddenValues';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { currentClient } from '../../ui/connections/currentClient';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { ExplainedError } from '../../ui/failures/failureText';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import { queryOf } from './queryItem';
import type { StatusPanelDeps } from './statusPanel';
import type { ExplorerSection, RowPage, SectionChange } from '../../ui/explorer/explorerSection';
import type { Polling } from '../../ui/panels/polling';
import type { RunningQueries } from './runningQueries';

export interface Queries extends vscode.Disposable {
  /** Opens the live status of a query. */
  showStatus(connection: Connection, queryId: number): Promise<void>;
}

/** Live query status. The panels are loaded when the first one is opened. */
export function registerQueries(deps: StatusPanelDeps, section: Pick<QueriesSection, 'changed'>): Queries {
  const { ui, platforms, environment, results } = deps;
  const panels = new LazyPanels(
    'queryStatus',
    environment,
    async () => new (await import('./statusPanel')).StatusPanels(deps),
  );
  const showStatus = async (connection: Connection, queryId: number): Promise<void> =>
    (await panels.get()).open(connection, queryId);
  const registration = ui.commands.registerAll({
    'logbench.query.status': async (...args) => {
      const { pickQuery } = await import('./pickQuery');
      const { connection, value } = await pickQuery(ui.prompts, platforms, args, {
        title: t('Show Query Status'),
        runningOnly: false,
      });
      await showStatus(connection, value);
    },
    'logbench.query.cancel': async (...args) => {
      const isAboutTab = args.length === 0;
      if (isAboutTab && (await (await panels.get()).cancelActive())) return;
      if (isAboutTab && (await results.cancelActive())) return;
      const { cancelQuery } = await import('./pickQuery');
      const connection = await cancelQuery(ui.prompts, platforms, environment.queryEnds, args);
      section.changed(connection);
    },
    'logbench.query.copyText': async (...args) => {
      const texts = selectedRows(args, queryOf).map(({ value }) => shownText(value.text));
      if (texts.length === 0) throw new ExplainedError(t('The list has changed. Select the item again.'));
      await vscode.env.clipboard.writeText(texts.join('\n\n'));
    },
  });
  return Object.assign(vscode.Disposable.from(registration, panels), { showStatus });
}

export interface QueriesSection extends ExplorerSection, vscode.Disposable {
  /** A query was canceled: the list is read again if it is visible. */
  readonly changed: (connection: Connection) => void;
}

/** *Running Queries*: read when it is expanded, and live while they or their number are visible. */
export function queriesSection(
  platforms: Pick<Platforms, 'clientFor' | 'current'>,
  polling: Polling,
): QueriesSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  const lists = new Map<string, RunningQueries>();
  const queriesOf = async (connection: Connection): Promise<RunningQueries> => {
    const { RunningQueries: Queries } = await import('./runningQueries');
    const key = JSON.stringify(connection);
    return getOrAdd(lists, key, () => new Queries(currentClient(platforms, connection)));
  };
  return {
    id: 'queries',
    label: t('Running Queries'),
    icon: 'pulse',
    source: (connection) => ({
      load: async (_request, signal) => (await queriesOf(connection)).read(signal),
      count: async (_filter, signal) => (await queriesOf(connection)).count(signal),
    }),
    onDidChange: changes.event,
    watch: (connection, seen, isCounted) => {
      const scheduler = polling.schedulerOf(connection);
      const isSeen = (): boolean => polling.canSee({ visible: true }) && isCounted();
      const onDidRead = (page: RowPage): void =>
        changes.fire({ kind: 'page', connection, offset: 0, keywords: undefined, page: () => page });
      const polled = {
        poll: async (signal: AbortSignal) =>
          isSeen() ? (await queriesOf(connection)).poll(onDidRead, signal, seen() === undefined) : 'rest',
      };
      scheduler.add(polled);
      return new vscode.Disposable(() => scheduler.remove(polled));
    },
    changed: (connection) => {
      lists.get(JSON.stringify(connection))?.expire();
      polling.schedulerOf(connection).pollNow();
    },
    dispose: () => changes.dispose(),
  };
}
