import * as vscode from 'vscode';
import { queryUri } from '../../ui/documents/queryUri';
import type { PlatformText } from './platformText';
import type { QueryTarget } from './queryTarget';
import type { EditableRecord } from './storedQuery';
import type { WorkingCopies } from './workingCopies';

/**
 * Merges drafts with what others have published, in the merge editor of VS Code. A draft that is saved there
 * is based on the record that it was merged with, so that only later changes are conflicts.
 */
export class MergeEditors implements vscode.Disposable {
  /** By the URI of the draft. */
  readonly #merged = new Map<string, Merge>();
  readonly #saves = vscode.workspace.onWillSaveTextDocument((event) => {
    const merged = this.#merged.get(event.document.uri.toString());
    // In its own editor, the user does not see what is merged.
    if (merged === undefined || isInPlainEditor(event.document.uri)) return;
    if (merged.undecided.has(event.document.getText())) return;
    this.#merged.delete(event.document.uri.toString());
    event.waitUntil(this.copies.rebase(merged.target.address, merged.record));
  });

  constructor(
    private readonly copies: Pick<WorkingCopies, 'rebase'>,
    private readonly platformText: Pick<PlatformText, 'mergeSides'>,
  ) {}

  dispose(): void {
    this.#saves.dispose();
  }

  async open(target: QueryTarget, record: EditableRecord): Promise<void> {
    const output = queryUri(target);
    const sides = this.platformText.mergeSides(target);
    const [draft, base] = await Promise.all([output, sides.base].map(openText));
    this.#merged.set(output.toString(), { target, record, undecided: new Set([draft, base]) });
    await insertConflictMark(output);
    // The command with which the Git extension opens it; there is no other.
    await vscode.commands.executeCommand('_open.mergeEditor', { ...sides, output });
  }
}

interface Merge {
  readonly target: QueryTarget;
  readonly record: EditableRecord;
  /** Texts that contain nothing of what others have published: saving one of them merges nothing. */
  readonly undecided: ReadonlySet<string | undefined>;
}

async function openText(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

/**
 * The merge editor takes a result that is a draft for the decision for the draft, with no conflicts remaining. It replaces one
 * with the mark of a conflict, as Git writes it, with what can be merged without a decision. Not if documents are saved
 * automatically: that would replace the draft.
 */
async function insertConflictMark(output: vscode.Uri): Promise<void> {
  if (vscode.workspace.getConfiguration('files', output).get('autoSave') !== 'off') return;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(output, new vscode.Position(0, 0), '<<<<<<<\n');
  await vscode.workspace.applyEdit(edit);
}

function isInPlainEditor(uri: vscode.Uri): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}
