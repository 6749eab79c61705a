import { compareStoredNames } from '../../core/base/compareNames';
import * as z from 'zod/mini';
import { formatWireTime } from '../../core/interface/time';
import { storedEntry, systemEntry } from '../audit/auditEntry';
import type { AuditEntry, StoredAuditEntry } from '../audit/auditEntry';
import { countStatement, searchStatement } from './auditSearch';
import type { AuditSearch } from './auditSearch';
import { appendRows, parseRows, totalOf } from './sqlValue';
import type { SqlParameters } from './sqlValue';
import type { Store, Transaction } from './store';

export interface AuditPage {
  readonly total: number;
  /** Newest first. */
  readonly entries: readonly StoredAuditEntry[];
}

/** The append-only log of writes and rejected calls. */
export class AuditLog {
  #pending: AuditEntry[] = [];
  #flush: Promise<void> | undefined;
  readonly #within = new WeakMap<Transaction, AuditEntry[]>();

  private constructor(
    private readonly database: Store,
    private nextId: number,
    /** Cached, because every response of a search lists them. */
    private readonly userNames: Set<string>,
  ) {}

  static async load(database: Store): Promise<AuditLog> {
    const rows = await database.read(
      'SELECT user_name AS user, max(id) AS last FROM audit_log GROUP BY user_name',
    );
    const users = parseRows(z.object({ user: z.string(), last: z.number() }), rows);
    const names = users.map(({ user }) => user).filter((name) => name !== '');
    return new AuditLog(database, Math.max(0, ...users.map(({ last }) => last)) + 1, new Set(names));
  }

  /** Adds the entry to the transaction. All entries of a transaction are written at once. */
  appendWithin(transaction: Transaction, entry: AuditEntry): void {
    const entries = this.#within.get(transaction);
    if (entries) {
      entries.push(entry);
      return;
    }
    const first = [entry];
    this.#within.set(transaction, first);
    transaction.beforeCommit(() => this.#insert(transaction, first));
  }

  /** Resolves when the entries are on disk. Waiting entries are written together. */
  append(...entries: readonly AuditEntry[]): Promise<void> {
    this.#pending.push(...entries);
    this.#flush ??= this.database.writeNext((transaction) => {
      const pending = this.#pending;
      this.#pending = [];
      this.#flush = undefined;
      return this.#insert(transaction, pending);
    });
    return this.#flush;
  }

  async search(search: AuditSearch): Promise<AuditPage> {
    const { sql, parameters } = searchStatement(search);
    const rows = await this.database.read(sql, parameters);
    const total = rows.length > 0 ? totalOf(rows) : await this.#count(search);
    return { total, entries: parseRows(storedEntry, rows) };
  }

  /** All users of the log, sorted. */
  users(): readonly string[] {
    return [...this.userNames].sort(compareStoredNames);
  }

  /**
   * Deletes the entries before a time. An entry about the deletion is added, which also keeps their numbers
   * from being reused.
   */
  async forget(before: Date): Promise<void> {
    await this.database.write(async (transaction) => {
      const select = 'SELECT count(*) AS total FROM audit_log WHERE created < ?';
      const count = totalOf(await transaction.run(select, [before]));
      if (count === 0) return;
      await transaction.run('DELETE FROM audit_log WHERE created < ?', [before]);
      const message = { count, before: formatWireTime(before) };
      this.appendWithin(transaction, systemEntry('audit-log', 'forget', message));
    });
  }

  async #count(search: AuditSearch): Promise<number> {
    if (search.offset === 0n && search.limit > 0n) return 0;
    const { sql, parameters } = countStatement(search);
    return totalOf(await this.database.read(sql, parameters));
  }

  async #insert({ connection }: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    for (const { userName } of entries) if (userName !== '') this.userNames.add(userName);
    const rows = entries.map((entry) => valuesOf(this.nextId++, entry));
    await appendRows(connection, 'audit_log', rows);
  }
}

/** In the order of the table's columns. */
function valuesOf(id: number, entry: AuditEntry): SqlParameters {
  return [
    id,
    entry.createdAt,
    entry.companyGuid,
    entry.userGuid,
    entry.userName,
    entry.remoteAddress,
    `${entry.module}.${entry.method}`,
    entry.module,
    entry.method,
    entry.parameters && JSON.stringify(entry.parameters),
    entry.messageParameters && JSON.stringify(entry.messageParameters),
    entry.error,
    contentOf(entry),
  ];
}

/** All texts of an entry in lower case, one per line, for keyword searches. */
function contentOf(entry: AuditEntry): string {
  const { userGuid, userName, remoteAddress, module, method, parameters, messageParameters, error } = entry;
  const texts = [userGuid, userName, remoteAddress, module, method, error].filter(
    (text) => text !== undefined,
  );
  // Names and values rather than JSON, whose escapes would hide quotes and line breaks from a search.
  // The names of message parameters are shown nowhere: “failed” must not find a removal without failures.
  const values = Object.values(messageParameters ?? {}).flatMap(textsIn);
  return [...texts, ...textsIn(parameters), ...values].join('\n').toLowerCase();
}

function textsIn(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object') return [JSON.stringify(value)];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(textsIn)];
}
