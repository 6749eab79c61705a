import * as vscode from 'vscode';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { QueryResultsDeps } from './queryResultsDeps';
import type { ResultsAccess } from '../../ui/access';

export interface QueryResults extends vscode.Disposable, ResultsAccess {
  /** Drops the results when the window closes. Queries that are running continue. */
  readonly close: () => Promise<void>;
}

/** Runs queries and shows their results. The code is loaded when the first query runs. */
export function registerQueryResults(deps: QueryResultsDeps): QueryResults {
  const loading = new LazyPanels('queryResults', deps.environment, async () =>
    (await import('./runActions')).loadResults(deps),
  );
  const registration = deps.ui.commands.registerAll({
    'logbench.query.run': async (...args) => (await loading.get()).actions.run(args, 'query'),
    'logbench.query.runPipeline': async (...args) => (await loading.get()).actions.run(args, 'pipeline'),
    'logbench.query.runToCursor': async (...args) => (await loading.get()).actions.run(args, 'toCursor'),
    'logbench.scheduledQuery.runNow': async (...args) => (await loading.get()).actions.runNow(args),
    'logbench.query.new': async (...args) => (await loading.get()).actions.openNew(args),
    'logbench.query.history': async () => (await loading.get()).actions.showHistory(),
    'logbench.query.selectConnection': async (...args) => (await loading.get()).actions.pickConnection(args),
  });
  return Object.assign(vscode.Disposable.from(registration, loading), {
    showResults: async (connection, queryId) => (await loading.get()).panels.show(connection, queryId),
    runText: async (...query) => (await loading.get()).panels.runText(...query),
    confirmRun: async (connection, text) => {
      await (await import('./confirmEffects')).confirmEffects(deps, text, connection);
    },
    failureOf: async (error, text) => (await import('./resultsState')).runFailure(error, text),
    saveShown: async (name, message) =>
      (await import('./resultsExport')).saveShown(deps.ui.prompts, name, message),
    pickSeries: async (message) => (await import('./resultsExport')).pickSeries(deps.ui.prompts, message),
    cancelActive: async () => {
      const key = vscode.window.activeTextEditor?.document.uri.toString();
      const panel = (await loading.loaded)?.panels.running(key);
      await panel?.cancel();
      return panel !== undefined;
    },
    close: async () => (await loading.loaded)?.cursors.dropAll(),
  } satisfies Omit<QueryResults, 'dispose'>);
}
