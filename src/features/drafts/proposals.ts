import type * as vscode from 'vscode';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { documentsOf } from './openDocuments';
import { targetOf, uriOf } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

/** Drafts that were not written by the user, to be compared and published. */
export class Proposals {
  /** The last proposal per query: it may be replaced, edits by the user may not. */
  readonly #texts = new Map<string, string>();

  constructor(private readonly copies: WorkingCopies) {}

  /** Resolves to the address of the draft; undefined if the user has a draft, which is kept. */
  async save(
    connection: Connection,
    query: Pick<ScheduledQuery, 'guid' | 'name'>,
    text: string,
  ): Promise<vscode.Uri | undefined> {
    const target = targetOf(connection, query);
    const key = this.copies.keyOf(target.address);
    const kept = await this.copies.refresh(target.address);
    const isDirty = documentsOf(this.copies, target.address).some((document) => document.isDirty);
    const isTaken = kept?.draft !== undefined && kept.draft !== this.#texts.get(key);
    if (isDirty || isTaken) return undefined;
    await this.copies.save(target.address, text);
    this.#texts.set(key, text);
    return uriOf(target);
  }
}
