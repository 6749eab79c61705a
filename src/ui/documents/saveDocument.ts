import * as vscode from 'vscode';

/** Milliseconds for which the end of another save is awaited. */
const maxWait = 2000;

/**
 * Saves a document and returns whether it is saved. Always calls VS Code's save, because `isDirty` can lag behind
 * the text during auto save.
 */
export async function saveDocument(document: vscode.TextDocument): Promise<boolean> {
  if ((await document.save()) || !document.isDirty) return true;
  // While another save is in progress, such as that of Ctrl+S, VS Code returns false before that one has ended.
  return new Promise((resolve) => {
    const finish = (isSaved: boolean): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(isSaved);
    };
    const timer = setTimeout(() => finish(!document.isDirty), maxWait);
    const listener = vscode.workspace.onDidSaveTextDocument((saved) => {
      if (saved === document) finish(true);
    });
  });
}
