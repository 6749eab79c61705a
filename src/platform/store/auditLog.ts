import * as z from 'zod/mini';
import { type AuditEntry } from '../audit/auditEntry';
import { type Database, type Transaction } from './database';

/** The append-only log of what was done and refused. */
export class AuditLog {
  readonly #database: Database;
  #nextId: number;
  #pending: AuditEntry[] = [];
  #flush: Promise<void> | undefined;

  private constructor(database: Database, nextId: number) {
    this.#database = database;
    this.#nextId = nextId;
  }

  static async load(database: Database): Promise<AuditLog> {
    const [row] = z
      .array(z.object({ last: z.nullable(z.number()) }))
      .parse(await database.read('SELECT max(id) AS last FROM audit_log'));
    return new AuditLog(database, (row?.last ?? 0) + 1);
  }

  /** Resolves when the entry is on disk. Entries that wait together are written together. */
  append(entry: AuditEntry): Promise<void> {
    this.#pending.push(entry);
    this.#flush ??= this.#database.write((transaction) => {
      const entries = this.#pending;
      this.#pending = [];
      this.#flush = undefined;
      return this.#insert(transaction, entries);
    });
    return this.#flush;
  }

  async #insert(transaction: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    for (const entry of entries) {
      await transaction.run('INSERT INTO audit_log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
        this.#nextId++,
        entry.createdAt,
        entry.companyGuid,
        entry.userGuid ?? null,
        entry.userName,
        entry.remoteAddress,
        entry.module,
        entry.method,
        entry.parameters ? JSON.stringify(entry.parameters) : null,
        entry.messageParameters ? JSON.stringify(entry.messageParameters) : null,
        entry.error ?? null,
      ]);
    }
  }
}
