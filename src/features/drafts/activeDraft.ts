import * as vscode from 'vscode';
import { parsePath } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';
import type { WorkingCopies } from './workingCopies';

/** Sets the context key `logbench.activeDraft` if the active editor shows a draft. */
export class ActiveDraft implements vscode.Disposable {
  readonly #listening = vscode.window.onDidChangeActiveTextEditor(() => {
    this.update();
  });

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#listening.dispose();
  }

  update(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const address = uri?.scheme === scheme ? parsePath(uri.path) : undefined;
    const isDraft = address !== undefined && this.copies.hasDraft(address);
    void vscode.commands.executeCommand('setContext', 'logbench.activeDraft', isDraft);
  }
}
