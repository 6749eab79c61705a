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
  readonly #merged = new Map<string, { readonly target: QueryTarget; readonly record: EditableRecord }>();
  readonly #saves = vscode.workspace.onWillSaveTextDocument((event) => {
    const merged = this.#merged.get(event.document.uri.toString());
    // In its own editor, the user does not see what is merged.
    if (merged === undefined || isInPlainEditor(event.document.uri)) return;
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
    this.#merged.set(output.toString(), { target, record });
    // The command with which the Git extension opens it; there is no other.
    await vscode.commands.executeCommand('_open.mergeEditor', {
      ...this.platformText.mergeSides(target),
      output,
    });
  }
}

function isInPlainEditor(uri: vscode.Uri): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}
