import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
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
  const isIt = (other: vscode.TextDocument): boolean => other === document;
  return (await firesWithin(vscode.workspace.onDidSaveTextDocument, isIt, maxWait)) || !document.isDirty;
}

/** Whether an event that fits comes within this number of milliseconds. */
export async function firesWithin<Value>(
  event: vscode.Event<Value>,
  fits: (value: Value) => boolean,
  milliseconds: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasCome: boolean): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve(hasCome);
    };
    const timer = setTimeout(end, milliseconds, false);
    const listening = event((value) => {
      if (fits(value)) end(true);
    });
  });
}
