import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { illegalState, invalidArgument } from '../errors';
import {
  type RunResult,
  type ScheduledQuery,
  type ScheduledQueryFields,
  type Trigger,
} from '../scheduledQuery';
import {
  addPendingRuns,
  type HandedOn,
  type PendingRun,
  readPendingRuns,
  removePendingRun,
} from './pendingRuns';
import { type Alongside, type Store, type Transaction } from './store';
import { countRow, parseScheduledQuery } from './scheduledQueryRow';
import { type SqlValue } from './sqlValue';

export interface ScheduledQueryPage {
  readonly total: number;
  readonly items: readonly ScheduledQuery[];
}

export interface Removal {
  readonly removed: readonly string[];
  readonly missing: readonly string[];
}

/** What a run needs of its query. */
export type StartedQuery = Pick<ScheduledQuery, 'query' | 'owner' | 'outputParameter'>;

export interface RunEnd {
  readonly result: RunResult;
  readonly elapsedMilliseconds: number;
  /** Given where the result is `failed`. */
  readonly reason?: string;
}

const selectAll = `SELECT query.*, preceding.name AS preceding_name
  FROM scheduled_query query LEFT JOIN scheduled_query preceding ON preceding.guid = query.preceding_guid`;

/** The scheduled queries of the platform and what became of their last runs. */
export class ScheduledQueries {
  readonly #database: Store;

  constructor(database: Store) {
    this.#database = database;
  }

  /** In the order of their names. Each keyword must occur in the name, the description or the text. */
  async list(keywords: readonly string[], offset: number, limit: number): Promise<ScheduledQueryPage> {
    const haystack = "lower(concat_ws(chr(10), query.name, coalesce(query.description, ''), query.query))";
    const condition = keywords.map(() => `contains(${haystack}, lower(?))`).join(' AND ') || 'true';
    const [count] = await this.#database.read(
      `SELECT count(*) AS total FROM scheduled_query query WHERE ${condition}`,
      keywords,
    );
    const rows = await this.#database.read(
      `${selectAll} WHERE ${condition} ORDER BY query.name, query.guid LIMIT ? OFFSET ?`,
      [...keywords, limit, offset],
    );
    return { total: Number(countRow.parse(count).total), items: rows.map(parseScheduledQuery) };
  }

  async find(guid: string): Promise<ScheduledQuery | undefined> {
    const [row] = await this.#database.read(`${selectAll} WHERE query.guid = ?`, [guid]);
    return row && parseScheduledQuery(row);
  }

  async all(): Promise<ScheduledQuery[]> {
    return (await this.#database.read(selectAll)).map(parseScheduledQuery);
  }

  async create(fields: ScheduledQueryFields, owner: string, alongside?: Alongside<string>): Promise<string> {
    const guid = randomUUID();
    const now = new Date();
    await this.#database.write(async (transaction) => {
      await refuseTakenName(transaction, fields.name, guid);
      await refuseBadPreceding(transaction, fields.trigger, guid);
      const values = [guid, ...fieldValues(fields), owner, now, now];
      await transaction.run(
        `INSERT INTO scheduled_query (guid, ${fieldColumns.join(', ')}, owner, created, updated)
         VALUES (${values.map(() => '?').join(', ')})`,
        values,
      );
      await alongside?.(transaction, guid);
    });
    return guid;
  }

  async update(
    guid: string,
    fields: ScheduledQueryFields,
    owner: string,
    alongside?: Alongside,
  ): Promise<void> {
    await this.#database.write(async (transaction) => {
      if (!(await exists(transaction, guid))) throw illegalState(`scheduled query not found: ${guid}`);
      await refuseTakenName(transaction, fields.name, guid);
      await refuseBadPreceding(transaction, fields.trigger, guid);
      await transaction.run(
        `UPDATE scheduled_query SET ${fieldColumns.map((column) => `${column} = ?`).join(', ')},
         owner = ?, updated = ? WHERE guid = ?`,
        [...fieldValues(fields), owner, new Date(), guid],
      );
      await alongside?.(transaction);
    });
  }

  /** Deletes those that exist and that `mayRemove` lets go. Both answers are in the order asked for. */
  async remove(
    guids: readonly string[],
    mayRemove: (guid: string) => boolean,
    alongside?: Alongside<Removal>,
  ): Promise<Removal> {
    return this.#database.write(async (transaction) => {
      const removed: string[] = [];
      const missing: string[] = [];
      for (const guid of guids) {
        if (!(await exists(transaction, guid))) missing.push(guid);
        else if (mayRemove(guid)) removed.push(guid);
      }
      await transaction.run('DELETE FROM scheduled_query WHERE list_contains(?, guid)', [removed]);
      await alongside?.(transaction, { removed, missing });
      return { removed, missing };
    });
  }

  /** Those of the given that exist. */
  async existing(guids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.read('SELECT guid FROM scheduled_query WHERE list_contains(?, guid)', [
      guids,
    ]);
    return new Set(rows.map((row) => String(row['guid'])));
  }

  /** The query as it is at this moment; undefined where it is gone. */
  async recordStart(guid: string, started: Date): Promise<StartedQuery | undefined> {
    return this.#database.write(async (transaction) => {
      await removePendingRun(transaction, guid);
      const [row] = await transaction.run(
        `UPDATE scheduled_query SET running_state = 'running', last_run_time = ? WHERE guid = ?
         RETURNING query, owner, output_parameter`,
        [started, guid],
      );
      return row && startedQuery.parse(row);
    });
  }

  /** With something to hand on, if only nothing, it also records which runs are due now, and returns their queries. */
  async recordEnd(
    guid: string,
    { result, elapsedMilliseconds, reason }: RunEnd,
    handedOn?: HandedOn,
  ): Promise<readonly string[]> {
    return this.#database.write(async (transaction) => {
      await transaction.run(
        "UPDATE scheduled_query SET running_state = 'stopped', result_state = ?, elapsed_time = ? WHERE guid = ?",
        [result, elapsedMilliseconds, guid],
      );
      if (result === 'failed') await recordFailure(transaction, 'guid = ?', [guid], reason ?? '');
      if (!handedOn) return [];
      const due = await followers(transaction, guid, result);
      await addPendingRuns(transaction, due, handedOn);
      return due;
    });
  }

  /** Runs that were due when the platform ended. */
  pendingRuns(): Promise<readonly PendingRun[]> {
    return readPendingRuns(this.#database);
  }

  /** To be called for a run that will never begin. */
  async forgetPendingRun(guid: string): Promise<void> {
    await this.#database.write((transaction) => removePendingRun(transaction, guid));
  }

  /** Runs that were under way when the platform ended, which nobody could record then. */
  async failInterruptedRuns(reason: string): Promise<void> {
    const interrupted = "running_state = 'running'";
    const found = await this.#database.read(`SELECT 1 FROM scheduled_query WHERE ${interrupted} LIMIT 1`);
    if (found.length === 0) return;
    await this.#database.write(async (transaction) => {
      await recordFailure(transaction, interrupted, [], reason);
      await transaction.run(
        `UPDATE scheduled_query SET running_state = 'stopped', result_state = 'failed' WHERE ${interrupted}`,
      );
    });
  }
}

/** The enabled queries that a run of this one with the given result sets off. One that runs is passed over. */
async function followers({ run }: Transaction, guid: string, result: RunResult): Promise<readonly string[]> {
  const rows = await run(
    `SELECT guid FROM scheduled_query WHERE preceding_guid = ? AND enabled AND trigger_type = 'workflow'
     AND preceding_action IN ('finished', ?) AND running_state IS DISTINCT FROM 'running' ORDER BY name`,
    [guid, result],
  );
  return rows.map((row) => String(row['guid']));
}

const startedQuery = z.pipe(
  z.object({ query: z.string(), owner: z.string(), output_parameter: z.boolean() }),
  z.transform(({ output_parameter: outputParameter, ...row }): StartedQuery => ({ ...row, outputParameter })),
);

const fieldColumns = [
  'name',
  'description',
  'enabled',
  'query',
  'trigger_type',
  'cron_schedule',
  'preceding_guid',
  'preceding_action',
  'node_types',
  'output_parameter',
];

function fieldValues({ trigger, ...fields }: ScheduledQueryFields): SqlValue[] {
  const workflow = trigger.type === 'workflow' ? trigger : undefined;
  return [
    fields.name,
    fields.description ?? null,
    fields.enabled,
    fields.query,
    trigger.type,
    trigger.type === 'cron' ? trigger.schedule : null,
    workflow?.precedingGuid ?? null,
    workflow?.action ?? null,
    fields.nodeTypes ?? null,
    fields.outputParameter,
  ];
}

async function exists({ run }: Transaction, guid: string): Promise<boolean> {
  return (await run('SELECT 1 FROM scheduled_query WHERE guid = ?', [guid])).length > 0;
}

async function refuseTakenName({ run }: Transaction, name: string, guid: string): Promise<void> {
  const taken = await run('SELECT 1 FROM scheduled_query WHERE name = ? AND guid <> ?', [name, guid]);
  if (taken.length > 0) throw illegalState(`duplicated name: ${name}`);
}

/** A chain that leads back to itself would run for ever. */
async function refuseBadPreceding({ run }: Transaction, trigger: Trigger, guid: string): Promise<void> {
  if (trigger.type === 'cron') return;
  const { precedingGuid } = trigger;
  const chain = await run(
    `WITH RECURSIVE chain(guid) AS (
       SELECT ? UNION SELECT query.preceding_guid FROM chain JOIN scheduled_query query USING (guid)
       WHERE query.preceding_guid IS NOT NULL AND query.guid <> ?)
     SELECT guid FROM chain`,
    [precedingGuid, guid],
  );
  if (chain.some((row) => row['guid'] === guid)) {
    throw invalidArgument('preceding_guid should not lead back to the query itself.');
  }
  // A preceding query that was deleted since must not keep this one from being switched off or edited.
  const known = await run(
    'SELECT 1 FROM scheduled_query WHERE guid = ? OR (guid = ? AND preceding_guid = ?)',
    [precedingGuid, guid, precedingGuid],
  );
  if (known.length === 0) throw illegalState(`scheduled query not found: ${precedingGuid}`);
}

async function recordFailure(
  { run }: Transaction,
  condition: string,
  parameters: readonly SqlValue[],
  reason: string,
): Promise<void> {
  await run(`UPDATE scheduled_query SET last_failure_time = ?, last_failure_reason = ? WHERE ${condition}`, [
    new Date(),
    reason,
    ...parameters,
  ]);
}
