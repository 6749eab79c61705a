import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { RunsDeps } from './runsPanel';

/** *Show Runs*: the last runs of a scheduled query. The code is loaded on first use. */
export function registerRuns(deps: RunsDeps): vscode.Disposable {
  const panels = new LazyPanels(
    'runs',
    deps.environment,
    async () => new (await import('./runsPanel')).RunsPanels(deps),
  );
  const registration = deps.ui.commands.registerAll({
    'logbench.scheduledQuery.runs': async (...args) => {
      const { connection, value } = await deps.access.resolve(args, t('Show Runs'));
      (await panels.get()).open(connection, value);
    },
  });
  return vscode.Disposable.from(registration, panels);
}
