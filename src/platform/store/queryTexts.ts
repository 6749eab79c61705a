import * as z from 'zod/mini';
import type { Log } from '../errors';
import { appendRows, parseRows, totalOf } from './sqlValue';
import type { Store } from './store';

const historicQuery = z.object({
  query: z.string(),
  createdAt: z.date(),
  /** Who ran it last; undefined if unknown. */
  source: z.optional(z.string()),
});

const maxTexts = 1000;
/** Texts that are added until the oldest are deleted. */
const trimInterval = 20;
/** Longer texts, such as rows sent by a program, are not useful in a history. */
const maxTextLength = 100_000;
/** Characters of all texts of an account. */
const maxCharacters = 5_000_000;

interface AddedQuery extends z.infer<typeof historicQuery> {
  readonly accountGuid: string;
}

/** Milliseconds until added texts are written, together because each write takes as long as a small query. */
const writeDelay = 200;

/** The texts that each account has run, without duplicates, with the last time. */
export class QueryHistory implements AsyncDisposable {
  /** By account and text, in the order in which they were last added. */
  readonly #added = new Map<string, AddedQuery>();
  #timer: NodeJS.Timeout | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  #untrimmed = 0;

  constructor(
    private readonly database: Store,
    private readonly log: Log,
  ) {}

  /** Returns immediately, without waiting for the write. */
  add(accountGuid: string, query: string, source: string): void {
    if (query.length > maxTextLength) return;
    const key = `${accountGuid} ${query}`;
    this.#added.delete(key);
    this.#added.set(key, { accountGuid, query, createdAt: new Date(), source });
    this.#timer ??= setTimeout(() => void this.#write(), writeDelay);
  }

  async list(
    accountGuid: string,
    offset: bigint,
    limit: bigint,
  ): Promise<{ readonly total: number; readonly queries: readonly z.infer<typeof historicQuery>[] }> {
    await this.#write();
    const counted = await this.database.read(
      'SELECT count(*) AS total FROM query_history WHERE account_guid = ?',
      [accountGuid],
    );
    const rows = await this.database.read(
      `SELECT query, created_at, source FROM query_history WHERE account_guid = ?
      ORDER BY created_at DESC, rowid DESC LIMIT ${limit} OFFSET ${offset}`,
      [accountGuid],
    );
    return { total: totalOf(counted), queries: parseRows(historicQuery, rows) };
  }

  /** Deletes the texts before a time, and all but the newest of each account. */
  async forget(before: Date): Promise<void> {
    await this.database.write(async ({ run }) => {
      await run('DELETE FROM query_history WHERE created_at < ?', [before]);
      await run(deleteOldest);
    });
  }

  /** Waits for pending writes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#write();
  }

  /** Writes what was added, after earlier writes. */
  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const added = [...this.#added.values()];
    this.#added.clear();
    if (added.length === 0) return this.#lastWrite;
    return (this.#lastWrite = this.#lastWrite
      .then(() => this.#store(added))
      .catch((error: unknown) => this.log('query history', error)));
  }

  async #store(added: readonly AddedQuery[]): Promise<void> {
    await this.database.write(async ({ run, connection }) => {
      await run(
        `DELETE FROM query_history
        WHERE (account_guid, query) IN (SELECT (unnest(?), unnest(?)))`,
        [added.map(({ accountGuid }) => accountGuid), added.map(({ query }) => query)],
      );
      const rows = added.map(({ accountGuid, query, createdAt, source }) => [
        accountGuid,
        query,
        createdAt,
        source,
      ]);
      await appendRows(connection, 'query_history', rows);
      this.#untrimmed += added.length;
      if (this.#untrimmed < trimInterval) return;
      this.#untrimmed = 0;
      await run(deleteOldest);
    });
  }
}

/** All but the newest texts of each account. */
const deleteOldest = `DELETE FROM query_history WHERE rowid IN (
  SELECT rowid FROM query_history
  WINDOW newest AS (PARTITION BY account_guid ORDER BY created_at DESC, rowid DESC)
  QUALIFY row_number() OVER newest > ${maxTexts} OR sum(length(query)) OVER newest > ${maxCharacters})`;
