import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { saveDocument } from '../../ui/documents/saveDocument';
import { scheme } from './queryFileSystem';
import type { QueryTarget } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

type Keys = Pick<WorkingCopies, 'keyOf'>;

/** The documents of a query: several if it or its connection was renamed while it was open. */
export function documentsOf(copies: Keys, address: QueryAddress): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => {
    const shown = uri.scheme === scheme ? parsePath(uri.path) : undefined;
    return shown !== undefined && copies.keyOf(shown) === copies.keyOf(address);
  });
}

/** Saves unsaved changes, so that a command uses the visible text. */
export async function saveDocumentsOf(copies: Keys, { address, name }: QueryTarget): Promise<void> {
  for (const document of documentsOf(copies, address)) {
    if (await saveDocument(document)) continue;
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
