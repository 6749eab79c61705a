import * as vscode from 'vscode';
import type { DocumentConnections } from './documentConnections';

/**
 * Keeps the connection of an untitled query that is saved as a file. VS Code reports this only as a file that is
 * saved with the same text, and then as an untitled document that is closed, whose URI is used again.
 */
export function followSaveAs(connections: Pick<DocumentConnections, 'move'>): vscode.Disposable {
  /** By the URI of the untitled document. */
  const copies = new Map<string, { readonly file: vscode.Uri; readonly text: string }>();
  return vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument((file) => {
      const text = textOf(file);
      for (const other of vscode.workspace.textDocuments) {
        if (other !== file && other.isUntitled && textOf(other) === text)
          copies.set(other.uri.toString(), { file: file.uri, text });
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (!document.isUntitled) return;
      const copy = copies.get(document.uri.toString());
      copies.delete(document.uri.toString());
      const isSaved = copy !== undefined && [copy.text, ''].includes(textOf(document));
      void connections.move(document.uri, isSaved ? copy.file : undefined);
    }),
  );
}

/** Saving may change the end of lines and of the text. */
function textOf(document: vscode.TextDocument): string {
  return document.getText().replaceAll('\r\n', '\n').trim();
}
