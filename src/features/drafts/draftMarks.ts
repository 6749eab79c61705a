import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { keyOf, parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import type { FileMark, FileMarks } from '../../ui/documents/fileMarks';
import { scheme } from './queryFileSystem';
import type { WorkingCopies } from './workingCopies';

/** Decorates drafts with badge, color and tooltip in tabs and the explorer. */
export class DraftMarks implements vscode.FileDecorationProvider, FileMarks {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly #marked = new Set<string>();
  readonly #markChanged = new vscode.EventEmitter<QueryAddress>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly onDidChangeMark = this.#markChanged.event;

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#changed.dispose();
    this.#markChanged.dispose();
  }

  /** The URIs of a query depend on its name, so all decorations are refreshed. */
  refresh(address: QueryAddress): void {
    this.#changed.fire(undefined);
    const key = keyOf(address);
    const marked = this.copies.hasDraft(address);
    if (marked === this.#marked.has(key)) return;
    if (marked) this.#marked.add(key);
    else this.#marked.delete(key);
    this.#markChanged.fire(address);
  }

  markOf(path: string): FileMark | undefined {
    const address = parsePath(path);
    if (address === undefined || !this.copies.hasDraft(address)) return undefined;
    return { facet: 'draft', words: t('Draft, not published') };
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const mark = uri.scheme === scheme ? this.markOf(uri.path) : undefined;
    if (mark === undefined) return undefined;
    return new vscode.FileDecoration('D', mark.words, new vscode.ThemeColor('logbench.draftForeground'));
  }
}
