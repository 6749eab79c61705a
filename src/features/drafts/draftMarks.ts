import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { parsePath } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';
import type { WorkingCopies } from './workingCopies';

/** Marks drafts by badge, colour and words, in tabs and in the explorer alike. */
export class DraftMarks implements vscode.FileDecorationProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#changed.dispose();
  }

  /** Which addresses show a query depends on its name at the time, so all of them are asked for again. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = uri.scheme === scheme ? parsePath(uri.path) : undefined;
    if (address === undefined || !this.copies.hasDraft(address)) return undefined;
    const color = new vscode.ThemeColor('gitDecoration.modifiedResourceForeground');
    return new vscode.FileDecoration('D', t('Draft, not published'), color);
  }
}
