import * as vscode from 'vscode';
import { setTranslator, t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';

/**
 * Tells that the features could not be loaded, so that nothing works: what went wrong is in a log of its own, since
 * the one of the features may never have been made.
 */
export class LoadFailure {
  readonly #log = vscode.window.createOutputChannel('Logbench (start)', { log: true });

  constructor(private readonly error: unknown) {
    setTranslator(vscode.l10n.t, vscode.env.language);
    this.#log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  /** Resolves when the person has seen to it. */
  async tell(): Promise<void> {
    const message = this.error instanceof Error ? this.error.message : String(this.error);
    const show = t('Show Log');
    const reload = t('Reload');
    const pressed = await vscode.window.showErrorMessage(
      plainText(t('Logbench could not be started, so its commands are unavailable: {0}', message)),
      show,
      reload,
    );
    if (pressed === show) this.#log.show();
    if (pressed === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}
