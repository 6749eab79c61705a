import * as vscode from 'vscode';
import type { DocumentConnections } from './documentConnections';
import { SavedCopies } from './savedCopies';
import type { Untitled } from './savedCopies';

/**
 * Keeps the connection of an untitled query that is saved as a file. VS Code reports this only as a file that is
 * saved with the same text, and then as an untitled document that is closed, whose URI is used again.
 */
export function followSaveAs(connections: Pick<DocumentConnections, 'move'>): vscode.Disposable {
  const copies = new SavedCopies<vscode.Uri>();
  return vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument((file) => {
      const untitled = vscode.workspace.textDocuments.filter((other) => other !== file && other.isUntitled);
      copies.saved(file.uri, contentOf(file), untitled.map(untitledOf));
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.isUntitled) void connections.move(document.uri, copies.closed(untitledOf(document)));
    }),
  );
}

function untitledOf(document: vscode.TextDocument): Untitled {
  return { uri: document.uri.toString(), text: contentOf(document) };
}

/** Saving may change the end of lines and of the text. */
function contentOf(document: vscode.TextDocument): string {
  return document.getText().replaceAll('\r\n', '\n').trim();
}
