import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { shownText } from '../../shared/privacy/hiddenValues';
import type { Connection } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { QueriesSection } from './queriesSection';
import { queryOf } from './queryItem';
import type { PanelFeature } from '../../ui/panels/lazyPanels';
import type { StatusPanelDeps } from './statusPanel';

export interface Queries extends PanelFeature {
  /** Opens the live status of a query. */
  showStatus(connection: Connection, queryId: number): Promise<void>;
}

/** Live query status. The panels are loaded when the first one is opened. */
export function registerQueries(deps: StatusPanelDeps, section: Pick<QueriesSection, 'changed'>): Queries {
  const { ui, platforms, environment, results } = deps;
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
      if (isAboutTab && (await results.cancelActive())) return;
      const { cancelQuery } = await import('./pickQuery');
      const connection = await cancelQuery(ui.prompts, platforms, environment.queryEnds, args);
      section.changed(connection);
    },
    'logbench.query.copyText': async (...args) => {
      const texts = selectedRows(args, queryOf).map(({ value }) => shownText(value.text));
      if (texts.length > 0) await vscode.env.clipboard.writeText(texts.join('\n\n'));
    },
  });
  return Object.assign(vscode.Disposable.from(registration, panels), { panels, showStatus });
}
