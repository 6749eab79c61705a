import * as vscode from 'vscode';
import { setTranslator, t } from '../core/base/localize';
import { noticeText } from './ui/noticeText';

/**
 * Reports that the features could not be loaded. It has its own log because the log of the features may not
 * exist.
 */
export class LoadFailure {
  readonly #log = vscode.window.createOutputChannel('Logbench (start)', { log: true });

  constructor(private readonly error: unknown) {
    setTranslator(vscode.l10n.t, vscode.env.language);
    this.#log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  /** Resolves when the message is closed. */
  async report(): Promise<void> {
    const message = this.error instanceof Error ? this.error.message : String(this.error);
    const show = t('Show Log');
    const reload = t('Reload');
    const pressed = await vscode.window.showErrorMessage(
      noticeText(t('Logbench could not be started, so its commands are unavailable: {0}', message)),
      show,
      reload,
    );
    if (pressed === show) this.#log.show();
    if (pressed === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}
