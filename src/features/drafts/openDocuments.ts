import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';
import type { QueryTarget } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

type Keys = Pick<WorkingCopies, 'keyOf'>;

/** The documents that show a query: more than one where it, or its connection, was renamed between two openings. */
export function documentsOf(copies: Keys, address: QueryAddress): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => {
    const shown = uri.scheme === scheme ? parsePath(uri.path) : undefined;
    return shown !== undefined && copies.keyOf(shown) === copies.keyOf(address);
  });
}

/**
 * Saves what was typed, so that a command acts on what the person sees. Whether there is something to save VS
 * Code itself has to say: beside a save by itself, `isDirty` can lag behind the text.
 */
export async function saveDocumentsOf(copies: Keys, { address, name }: QueryTarget): Promise<void> {
  for (const document of documentsOf(copies, address)) {
    if ((await document.save()) || !document.isDirty) continue;
    throw new Error(t('{0} could not be saved. Save it, then try again.', name));
  }
}

/** Replaces unsaved changes with the text of the file. */
export async function revertDocumentsOf(copies: Keys, address: QueryAddress): Promise<void> {
  for (const document of documentsOf(copies, address)) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document, { preserveFocus: false, preview: false });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}
