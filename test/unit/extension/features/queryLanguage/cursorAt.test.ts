import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { cursorAt } from '../../../../../src/extension/features/queryLanguage/cursorAt';

/** A position that equals another one of the same number. */
function positionAt(character: number): vscode.Position {
  return {
    character,
    isEqual: (other: vscode.Position) => other.character === character,
  } as vscode.Position;
}

function editorOf(document: object, character: number, isEmpty = true): vscode.TextEditor {
  return { document, selection: { isEmpty, active: positionAt(character) } } as vscode.TextEditor;
}

describe('A cursor that waits for names', () => {
  const document = { version: 3 };
  const isStillThere = (editor: vscode.TextEditor | undefined): boolean =>
    cursorAt(document as vscode.TextDocument, positionAt(6))(editor);

  it('is still there if nothing has happened', () => {
    assert.equal(isStillThere(editorOf(document, 6)), true);
  });

  it('is not there if it has moved, if something is selected, or if another editor or none is active', () => {
    assert.equal(isStillThere(editorOf(document, 7)), false);
    assert.equal(isStillThere(editorOf(document, 6, false)), false);
    assert.equal(isStillThere(editorOf({ version: 3 }, 6)), false);
    assert.equal(isStillThere(undefined), false);
  });

  it('is not there if the text has changed since, even if the cursor is back', () => {
    const edited = { version: 3 };
    const isThere = cursorAt(edited as vscode.TextDocument, positionAt(6));

    edited.version = 5;

    assert.equal(isThere(editorOf(edited, 6)), false);
  });
});
