import type * as vscode from 'vscode';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { documentsOf } from './openDocuments';
import { targetOf, uriOf } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

/** Drafts that somebody else than the person has left, for the person to compare and to publish. */
export class Proposals {
  /** What was proposed last, by query: that may be replaced, and what the person made of it may not. */
  readonly #texts = new Map<string, string>();

  constructor(private readonly copies: WorkingCopies) {}

  /** Resolves to the address of the draft; undefined: a person's own is there, and stays. */
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
