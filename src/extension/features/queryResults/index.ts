import * as vscode from 'vscode';
import type { LoadedResults } from './runActions';
import type { QueryResultsDeps } from './queryResultsDeps';
import type { ResultsAccess } from '../../ui/access';
import type { PanelFeature } from '../../ui/panels/lazyPanels';

export interface QueryResults extends PanelFeature, ResultsAccess {
  /** Drops the results when the window closes. Queries that are running continue. */
  readonly close: () => Promise<void>;
}

/** Runs queries and shows their results. The code is loaded when the first query runs. */
export function registerQueryResults(deps: QueryResultsDeps): QueryResults {
  let loading: Promise<LoadedResults> | undefined;
  const loaded = async (): Promise<LoadedResults> =>
    (loading ??= import('./runActions').then(({ loadResults }) => loadResults(deps)));
  const registration = deps.ui.commands.registerAll({
    'logbench.query.run': async (...args) => (await loaded()).actions.run(args, 'query'),
    'logbench.query.runPipeline': async (...args) => (await loaded()).actions.run(args, 'pipeline'),
    'logbench.query.runToCursor': async (...args) => (await loaded()).actions.run(args, 'toCursor'),
    'logbench.scheduledQuery.runNow': async (...args) => (await loaded()).actions.runNow(args),
    'logbench.query.new': async (...args) => (await loaded()).actions.openNew(args),
    'logbench.query.history': async () => (await loaded()).actions.showHistory(),
    'logbench.query.selectConnection': async (...args) => (await loaded()).actions.pickConnection(args),
  });
  return {
    panels: {
      deserializeWebviewPanel: async (panel, remains) => (await loaded()).panels.restore(panel, remains),
    },
    showResults: async (connection, queryId) => (await loaded()).panels.show(connection, queryId),
    runText: async (...query) => (await loaded()).panels.runText(...query),
    confirmRun: async (connection, text) => {
      await (await import('./confirmEffects')).confirmEffects(deps, text, connection);
    },
    failureOf: async (error, text) => (await import('./resultsState')).runFailure(error, text),
    saveShown: async (name, message) =>
      (await import('./resultsExport')).saveShown(deps.ui.prompts, name, message),
    pickSeries: async (message) => (await import('./resultsExport')).pickSeries(deps.ui.prompts, message),
    cancelActive: async () => {
      const key = vscode.window.activeTextEditor?.document.uri.toString();
      const panel = (await loading)?.panels.running(key);
      await panel?.cancel();
      return panel !== undefined;
    },
    close: async () => (await loading)?.cursors.dropAll(),
    dispose: () => {
      registration.dispose();
      void loading?.then(({ cursors, panels, actions }) => {
        // VS Code does not wait for `close` before it disposes of this.
        void cursors.dropAll();
        panels.dispose();
        actions.dispose();
      });
    },
  };
}
