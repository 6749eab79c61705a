import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** An untitled query with the cursor where the text has `▮`; the mark itself is taken out. */
export async function typed(text: string): Promise<TypedQuery> {
  const at = text.indexOf('▮');
  const content = text.replace('▮', '');
  const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
  const editor = await vscode.window.showTextDocument(document);
  // VS Code brings a text back that was closed a moment ago under the same name.
  if (document.getText() !== content) await replaceText(editor, content);
  const position = document.positionAt(at === -1 ? content.length : at);
  await select(editor, new vscode.Selection(position, position));
  return { document, position, editor };
}

/** Resolves when the window has the selection: its report would replace one that is set before. */
export async function select(editor: vscode.TextEditor, selection: vscode.Selection): Promise<void> {
  if (editor.selection.isEqual(selection)) return;
  await new Promise<void>((resolve) => {
    const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      if (textEditor !== editor || selections[0]?.isEqual(selection) !== true) return;
      listener.dispose();
      resolve();
    });
    editor.selection = selection;
  });
}

export interface TypedQuery {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly editor: vscode.TextEditor;
}

/** Opens a file and replaces its text. */
export async function typeInto(uri: vscode.Uri, text: string): Promise<vscode.TextDocument> {
  const editor = await vscode.window.showTextDocument(uri);
  await replaceText(editor, text);
  return editor.document;
}

export async function replaceText(editor: vscode.TextEditor, text: string): Promise<void> {
  const everything = new vscode.Range(0, 0, editor.document.lineCount, 0);
  await editor.edit((edit) => {
    edit.replace(everything, text);
  });
}

/** Types this into the file of a query and saves it as a draft. */
export async function saveDraft(uri: vscode.Uri, text: string): Promise<vscode.TextDocument> {
  const document = await typeInto(uri, text);
  assert.equal(await document.save(), true);
  return document;
}

/** The text of the editor in front. */
export function textInFront(): string {
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}
