import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { ExplorerSection, SectionChange } from '../../ui/explorer/explorerSection';
import type { Polling } from '../../ui/panels/polling';
import type { RunningQueries } from './runningQueries';

export interface QueriesSection extends ExplorerSection, vscode.Disposable {
  /** A query was canceled: the list is read again if somebody sees it. */
  readonly changed: (connection: Connection) => void;
}

/** *Running Queries*: read when it is expanded, and live while it is visible. */
export function queriesSection(
  platforms: Pick<Platforms, 'clientFor' | 'current'>,
  polling: Polling,
): QueriesSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  const known = new Map<string, RunningQueries>();
  const queriesOf = async (connection: Connection): Promise<RunningQueries> => {
    const { RunningQueries: Queries } = await import('./runningQueries');
    const key = JSON.stringify(connection);
    const queries = known.get(key) ?? new Queries(async () => platforms.clientFor(connection));
    known.set(key, queries);
    return queries;
  };
  return {
    id: 'queries',
    label: t('Running Queries'),
    icon: 'pulse',
    source: (connection) => ({
      load: async (_request, signal) => (await queriesOf(connection)).read(signal),
      // The number would soon be wrong, and counting is a query.
      count: () => Promise.resolve(undefined),
    }),
    onDidChange: changes.event,
    watch: (connection, seen) => {
      const scheduler = polling.schedulerOf(connection);
      const isSeen = (): boolean => polling.canSee({ visible: true }) && seen() !== undefined;
      const polled = {
        poll: async (signal: AbortSignal) =>
          isSeen()
            ? (await queriesOf(connection)).poll(
                isSeen,
                (page) =>
                  changes.fire({
                    kind: 'page',
                    connection,
                    offset: 0,
                    keywords: undefined,
                    page: () => page,
                  }),
                signal,
              )
            : 'rest',
      };
      scheduler.add(polled);
      return new vscode.Disposable(() => scheduler.remove(polled));
    },
    changed: (connection) => {
      known.get(JSON.stringify(connection))?.expire();
      polling.schedulerOf(connection).pollNow();
    },
    dispose: () => changes.dispose(),
  };
}
