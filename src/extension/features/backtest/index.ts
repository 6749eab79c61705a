import * as vscode from 'vscode';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { BacktestDeps } from './pickSubject';

/** *Backtest…*: queries and rules tried on the past. The code is loaded on first use. */
export function registerBacktest(deps: BacktestDeps): vscode.Disposable {
  const panels = new LazyPanels(
    'backtest',
    deps.environment,
    async () => new (await import('./backtestPanel')).BacktestPanels(deps),
  );
  const registration = deps.ui.commands.registerAll({
    'logbench.query.backtest': async (...args) => {
      const { pickSubject } = await import('./pickSubject');
      const { connection, value } = await pickSubject(deps, args);
      (await panels.get()).open(connection, value);
    },
  });
  return vscode.Disposable.from(registration, panels);
}
