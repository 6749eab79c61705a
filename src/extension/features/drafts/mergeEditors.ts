import * as vscode from 'vscode';
import { queryUri } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { firesWithin } from '../../ui/documents/saveDocument';
import type { Prompts } from '../../ui/prompts/prompts';
import { askUndecided } from './draftQuestions';
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
  readonly #merges = new Map<string, Merge>();
  readonly #events = vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument((event) => {
      const merge = this.#merges.get(event.document.uri.toString());
      if (merge === undefined) return;
      // In its own editor, the user does not see what is merged.
      merge.isAutomatic =
        event.reason !== vscode.TextDocumentSaveReason.Manual && !isInPlainEditor(event.document.uri);
      if (merge.isAutomatic || isInPlainEditor(event.document.uri)) return;
      if (!merge.undecided.has(event.document.getText())) event.waitUntil(this.#finish(merge));
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const tab of closed) {
        const merge = this.#merges.get(resultOf(tab)?.toString() ?? '');
        if (merge) void this.#closed(merge);
      }
    }),
  );

  constructor(
    private readonly copies: Pick<WorkingCopies, 'rebase' | 'save' | 'interceptSaves'>,
    private readonly platformText: Pick<PlatformText, 'mergeSides'>,
  ) {}

  dispose(): void {
    this.#events.dispose();
  }

  async open(target: QueryTarget, record: EditableRecord): Promise<void> {
    const output = queryUri(target);
    const isOpen = vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some((tab) => resultOf(tab)?.toString() === output.toString()),
    );
    const sides = this.platformText.mergeSides(target);
    const { openTextDocument } = vscode.workspace;
    const [document, base] = await Promise.all([openTextDocument(output), openTextDocument(sides.base)]);
    const draft = this.#merges.get(output.toString())?.draft ?? document.getText();
    const undecided = new Set([draft, base.getText()]);
    const merge: Merge = { target, record, document, draft, undecided };
    this.#merges.set(output.toString(), merge);
    this.copies.interceptSaves(target.address, (text) => keeps(merge, text));
    if (!isOpen) await insertConflictMark(document, undecided);
    const replaced = isOpen ? undefined : withoutMark(document);
    // The command with which the Git extension opens it; there is no other. It does not wait for its editor.
    await vscode.commands.executeCommand('_open.mergeEditor', { ...sides, output });
    // What could be merged without a decision.
    if (replaced) undecided.add(await replaced);
  }

  /** Before the draft is published: a text in which nothing was decided is used only after a question. */
  async conclude(prompts: Prompts, target: QueryTarget): Promise<void> {
    const merge = this.#merges.get(queryUri(target).toString());
    if (merge === undefined) return;
    const text = merge.document.getText();
    if (merge.undecided.has(text)) await askUndecided(prompts, target);
    await this.#finish(merge);
    await this.copies.save(target.address, text);
  }

  /** Closes the merge editors of a draft that is published or discarded. */
  async close(target: ShownQuery): Promise<void> {
    const uri = queryUri(target).toString();
    const merge = this.#merges.get(uri);
    if (merge !== undefined) await this.#finish(merge, false);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter((tab) => resultOf(tab)?.toString() === uri));
  }

  /** The merge editor was closed: what was saved in it automatically is the draft, if anything was decided. */
  async #closed(merge: Merge): Promise<void> {
    const { target, document, draft, undecided, kept } = merge;
    await this.#finish(merge, kept !== undefined && !undecided.has(kept));
    if (kept === undefined) return;
    if (!undecided.has(kept)) await this.copies.save(target.address, kept);
    else if (!document.isClosed && document.getText() !== draft) await replaceText(document, draft);
  }

  async #finish({ target, record }: Merge, isMerged = true): Promise<void> {
    this.#merges.delete(queryUri(target).toString());
    this.copies.interceptSaves(target.address, undefined);
    if (isMerged) await this.copies.rebase(target.address, record);
  }
}

interface Merge {
  readonly target: QueryTarget;
  readonly record: EditableRecord;
  readonly document: vscode.TextDocument;
  readonly draft: string;
  /** Texts that contain nothing of what others have published: saving one of them merges nothing. */
  readonly undecided: Set<string>;
  /** Whether the last save was not the user's. */
  isAutomatic?: boolean;
  /** The text that was saved last instead of the draft. */
  kept?: string;
}

/** The draft is kept until the user saves a decision, or closes the merge editor after one. */
function keeps(merge: Merge, text: string): boolean {
  if (merge.isAutomatic !== true && !merge.undecided.has(text)) return false;
  merge.kept = text;
  return true;
}

/**
 * The merge editor takes a result that is a draft for the decision for the draft, with no conflicts remaining. It replaces one
 * with the mark of a conflict, as Git writes it, with what can be merged without a decision.
 */
async function insertConflictMark(document: vscode.TextDocument, undecided: Set<string>): Promise<void> {
  undecided.add(conflictMark + document.getText());
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), conflictMark);
  await vscode.workspace.applyEdit(edit);
}

const conflictMark = '<<<<<<<\n';
/** Milliseconds; a merge editor that cannot open replaces nothing. */
const maxWait = 10_000;

/** The text, once the merge editor has replaced the one with the mark. */
async function withoutMark(document: vscode.TextDocument): Promise<string> {
  const isReplaced = (event: vscode.TextDocumentChangeEvent): boolean =>
    event.document === document && !document.getText().startsWith(conflictMark);
  await firesWithin(vscode.workspace.onDidChangeTextDocument, isReplaced, maxWait);
  return document.getText();
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await document.save();
}

/** The document that a merge editor changes. VS Code has its input in every tab, but not yet in its API. */
function resultOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (typeof input !== 'object' || input === null || !('result' in input)) return undefined;
  return input.result instanceof vscode.Uri ? input.result : undefined;
}

function isInPlainEditor(uri: vscode.Uri): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}
