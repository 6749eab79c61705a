import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { shownText } from '../../shared/privacy/hiddenValues';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerNode';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { PanelEnvironment } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import type { QueriesSection } from './queriesSection';
import { queryOf } from './queryItem';

/** Provided by the feature that owns the results panels. */
export interface ResultsAccess {
  /** Shows the results of a running or finished query. */
  readonly showResults: (connection: Connection, queryId: number) => unknown;
  /** Cancels the query of the active document or panel; false if none is running. */
  readonly cancelActive: () => Promise<boolean>;
}

export interface Queries extends vscode.Disposable {
  readonly panels: vscode.WebviewPanelSerializer;
  /** Opens the live status of a query. */
  showStatus(connection: Connection, queryId: number): Promise<void>;
}

/** Live query status. The panels are loaded when the first one is opened. */
export function registerQueries(
  ui: Ui,
  platforms: Platforms,
  environment: PanelEnvironment,
  results?: ResultsAccess,
  section?: Pick<QueriesSection, 'changed'>,
): Queries {
  const deps = { ui, platforms, environment, showResults: results?.showResults };
  const panels = new LazyPanels(async () =>
    import('./statusPanel').then(({ StatusPanels }) => new StatusPanels(deps)),
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
      if (isAboutTab && (await results?.cancelActive()) === true) return;
      const { cancelQuery } = await import('./pickQuery');
      const connection = await cancelQuery(ui.prompts, platforms, environment.queryEnds, args);
      section?.changed(connection);
    },
    'logbench.query.copyText': async (...args) => {
      const texts = selectedRows(args, queryOf).map(({ value }) => shownText(value.text));
      if (texts.length > 0) await vscode.env.clipboard.writeText(texts.join('\n\n'));
    },
  });
  return Object.assign(vscode.Disposable.from(registration, panels), { panels, showStatus });
}
