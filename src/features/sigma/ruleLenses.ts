import * as vscode from 'vscode';
import { iconLabel } from '../../shared/plainText';
import { t } from '../../shared/localize';
import type { SigmaDeps } from './sigmaDeps';
import { isSigmaText, lineOfTitle } from './sigmaText';

/** Code lenses of a Sigma rule: its actions and connection. */
export class RuleLenses implements vscode.CodeLensProvider {
  constructor(private readonly deps: Pick<SigmaDeps, 'platforms' | 'connections'>) {}

  readonly onDidChangeCodeLenses: vscode.Event<void> = (listener) =>
    vscode.Disposable.from(
      this.deps.platforms.onDidChange(() => void listener()),
      this.deps.connections.onDidChange(listener),
    );

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const text = document.getText();
    if (!isSigmaText(text)) return [];
    const line = lineOfTitle(text);
    const name = this.deps.connections.of(document.uri)?.name;
    const lens = (title: string, command: string, icon?: string): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title: iconLabel(icon, title),
        command,
        arguments: [document.uri],
      });
    return [
      lens(t('Convert'), 'logbench.sigma.convert', 'arrow-swap'),
      lens(name === undefined ? t('Try…') : t('Try on {0}', name), 'logbench.sigma.try', 'play'),
      lens(t('Backtest…'), 'logbench.query.backtest', 'history'),
      lens(t('Schedule…'), 'logbench.sigma.schedule', 'watch'),
      lens(t('Create Rule…'), 'logbench.sigma.createRule', 'shield'),
      lens(t('Update from Sigma…'), 'logbench.sigma.update', 'git-compare'),
      ...(name === undefined || this.deps.platforms.all().length < 2
        ? []
        : [lens(t('another connection…'), 'logbench.query.chooseConnection')]),
    ];
  }
}
