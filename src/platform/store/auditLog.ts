import { DuckDBTimestampTZValue } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { formatWireTime } from '../../shared/wire/time';
import { contentOf } from '../audit/auditContent';
import { systemEntry } from '../audit/auditEntry';
import type { AuditEntry } from '../audit/auditEntry';
import { countStatement, searchStatement } from './auditSearch';
import type { AuditSearch } from './auditSearch';
import type { Store, Transaction } from './store';

export interface StoredAuditEntry extends AuditEntry {
  readonly id: number;
}

export interface AuditPage {
  readonly total: number;
  /** Newest first. */
  readonly entries: readonly StoredAuditEntry[];
}

/** The append-only log of writes and rejected calls. */
export class AuditLog {
  /** Cached, because every response of a search lists them. */
  readonly #users: Set<string>;
  #pending: AuditEntry[] = [];
  #flush: Promise<void> | undefined;
  readonly #within = new WeakMap<Transaction, AuditEntry[]>();

  private constructor(
    private readonly database: Store,
    private nextId: number,
    users: readonly string[],
  ) {
    this.#users = new Set(users);
  }

  static async load(database: Store): Promise<AuditLog> {
    const [row] = z
      .array(z.object({ last: z.nullable(z.number()) }))
      .parse(await database.read('SELECT max(id) AS last FROM audit_log'));
    const users = z
      .array(z.object({ user_name: z.string() }))
      .parse(await database.read("SELECT DISTINCT user_name FROM audit_log WHERE user_name <> ''"));
    return new AuditLog(
      database,
      (row?.last ?? 0) + 1,
      users.map(({ user_name }) => user_name),
    );
  }

  /** Resolves when the entry is on disk. Waiting entries are written together. */
  append(entry: AuditEntry): Promise<void> {
    return this.appendAll([entry]);
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

  appendAll(entries: readonly AuditEntry[]): Promise<void> {
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
    const rows = z.array(pageRow).parse(await this.database.read(sql, parameters));
    const total = rows[0]?.total ?? (await this.#count(search));
    return { total: Number(total), entries: rows.map(entryOf) };
  }

  /** All users with an entry, by name. */
  get users(): readonly string[] {
    return [...this.#users].sort();
  }

  /**
   * Deletes the entries before a time. An entry about the deletion is added, which also keeps their numbers
   * from being reused.
   */
  async forget(before: Date): Promise<void> {
    await this.database.write(async (transaction) => {
      const old = await transaction.run('SELECT count(*) AS total FROM audit_log WHERE created < ?', [
        before,
      ]);
      const count = Number(countRow.parse(old[0]).total);
      if (count === 0) return;
      await transaction.run('DELETE FROM audit_log WHERE created < ?', [before]);
      this.appendWithin(transaction, {
        ...systemEntry('audit-log', 'forget'),
        messageParameters: { count, before: formatWireTime(before) },
      });
    });
  }

  async #count(search: AuditSearch): Promise<bigint> {
    if (search.offset === 0n && search.limit > 0n) return 0n;
    const { sql, parameters } = countStatement(search);
    const [row] = await this.database.read(sql, parameters);
    return countRow.parse(row).total;
  }

  async #insert({ connection }: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    const appender = await connection.createAppender('audit_log');
    try {
      for (const entry of entries) {
        if (entry.userName !== '') this.#users.add(entry.userName);
        appender.appendInteger(this.nextId++);
        appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(entry.createdAt.getTime()) * 1000n));
        for (const text of textsOf(entry)) {
          if (text === undefined) appender.appendNull();
          else appender.appendVarchar(text);
        }
        appender.endRow();
      }
      appender.flushSync();
    } finally {
      appender.closeSync();
    }
  }
}

const countRow = z.object({ total: z.bigint() });

const pageRow = z.object({
  id: z.number(),
  created: z.date(),
  company_guid: z.string(),
  user_guid: z.nullable(z.string()),
  user_name: z.string(),
  remote_ip: z.string(),
  module: z.string(),
  method: z.string(),
  params: z.nullable(z.string()),
  msg_params: z.nullable(z.string()),
  error: z.nullable(z.string()),
  total: z.bigint(),
});

const storedMap = z.record(z.string(), z.unknown());

/** In the order of the table's columns, starting with the company. */
function textsOf(entry: AuditEntry): (string | undefined)[] {
  return [
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

function entryOf(row: z.infer<typeof pageRow>): StoredAuditEntry {
  return {
    id: row.id,
    createdAt: row.created,
    companyGuid: row.company_guid,
    userGuid: row.user_guid ?? undefined,
    userName: row.user_name,
    remoteAddress: row.remote_ip,
    module: row.module,
    method: row.method,
    parameters: parseMap(row.params),
    messageParameters: parseMap(row.msg_params),
    error: row.error ?? undefined,
  };
}

function parseMap(text: string | null): Readonly<Record<string, unknown>> | undefined {
  return text === null ? undefined : storedMap.parse(JSON.parse(text));
}
