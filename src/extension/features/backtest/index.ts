import * as vscode from 'vscode';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { PanelFeature } from '../../ui/panels/lazyPanels';
import type { BacktestDeps } from './pickSubject';

/** *Backtest…*: queries and rules tried on the past. The code is loaded on first use. */
export function registerBacktest(deps: BacktestDeps): PanelFeature {
  const panels = new LazyPanels(async () => new (await import('./backtestPanel')).BacktestPanels(deps));
  const registration = deps.ui.commands.registerAll({
    'logbench.query.backtest': async (...args) => {
      const { pickSubject } = await import('./pickSubject');
      const { connection, value } = await pickSubject(deps, args);
      (await panels.get()).open(connection, value);
    },
  });
  return Object.assign(vscode.Disposable.from(registration, panels), { panels });
}
