import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { ExplainedError } from '../failures/failureText';

/** Milliseconds for which the end of another save is awaited. */
const maxWait = 2000;

/** Saves unsaved changes of a document, which a failure calls by this name. */
export async function saveDocument(document: vscode.TextDocument, name: string): Promise<void> {
  if (await isSaved(document)) return;
  throw new ExplainedError(t('{0} could not be saved. Save it, then try again.', name));
}

/** Always calls VS Code's save, because `isDirty` can lag behind the text during auto save. */
async function isSaved(document: vscode.TextDocument): Promise<boolean> {
  if ((await document.save()) || !document.isDirty) return true;
  // While another save is in progress, such as that of Ctrl+S, VS Code returns false before that one has ended.
  return new Promise((resolve) => {
    const finish = (saved: boolean): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(saved);
    };
    const timer = setTimeout(() => finish(!document.isDirty), maxWait);
    const listener = vscode.workspace.onDidSaveTextDocument((other) => {
      if (other === document) finish(true);
    });
  });
}
