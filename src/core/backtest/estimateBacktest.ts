import { isMissingOperation, MalformedResponseError, PermissionError } from '../api/errors';
import { runQuery } from '../api/runQuery';
import type { QueryClient } from '../api/runningQuery';
import { namedTables } from '../language/services/namedTables';
import { matchesWildcard } from '../base/wildcard';
import { ownQuery } from '../interface/ownQueries';
import { parseWireTime } from '../interface/time';
import type { Table } from '../interface/table';
import type { BacktestPlan } from './planBacktest';
import type { Period, ServerZone } from './serverZone';
import { listTables } from '../api/operations/tables';
import { day } from '../time/durations';

/** What a backtest reads, about. */
export interface BacktestEstimate {
  readonly tables: readonly string[];
  /** Undefined if the platform does not list the tables. */
  readonly bytes: number | undefined;
  /** Undefined if they could not be counted. */
  readonly rows: number | undefined;
}

/** More are read as names with `*`, but an estimate of them would be a guess. */
const maxTables = 200;
/** Other characters would change the query. */
const writableName = /^[\p{L}\p{N}_.:-]+$/u;

/** Runs whose periods overlap read logs several times. */
export async function estimateBacktest(
  client: QueryClient,
  text: string,
  { covered, read }: Pick<BacktestPlan, 'covered' | 'read'>,
  zone: ServerZone,
  signal?: AbortSignal,
): Promise<BacktestEstimate> {
  const named = namedTables(text).read;
  const listed = await listedTables(client, signal);
  if (listed === undefined) return { tables: [], bytes: undefined, rows: undefined };
  const tables = listed.filter(({ name }) => named.some((pattern) => matchesWildcard(pattern, name)));
  const times = read / Math.max(1, covered.to - covered.from);
  const bytes = tables.reduce((sum, table) => sum + shareOf(table, covered) * Number(table.tableSize), 0);
  const names = tables.map(({ name }) => name);
  const rows = await countRows(client, names, covered, zone, signal);
  return { tables: names, bytes: Math.round(bytes * times), rows: rows && Math.round(rows * times) };
}

/** Undefined if the platform lists none for this account: a backtest needs no estimate. */
async function listedTables(
  client: QueryClient,
  signal: AbortSignal | undefined,
): Promise<readonly Table[] | undefined> {
  try {
    return (await client.send(listTables({}), signal)).items;
  } catch (error) {
    const isOffered = !(error instanceof PermissionError || isMissingOperation(error));
    if (isOffered && !(error instanceof MalformedResponseError)) throw error;
    return undefined;
  }
}

/** The part of a table in a period, if its logs were evenly distributed. */
function shareOf({ firstDay, lastDay }: Table, { from, to }: Period): number {
  const [first, last] = [firstDay, lastDay].map((text) => parseWireTime(text ?? '')?.getTime());
  if (first === undefined || last === undefined) return 0;
  const overlap = Math.min(to, last + day) - Math.max(from, first);
  return Math.max(0, overlap) / (last + day - first);
}

async function countRows(
  client: QueryClient,
  names: readonly string[],
  { from, to }: Period,
  zone: ServerZone,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  if (names.length === 0 || names.length > maxTables || !names.every((name) => writableName.test(name))) {
    return undefined;
  }
  const text = `table from=${zone.digits(from)} to=${zone.digits(to)} ${names.join(', ')} | stats count`;
  const {
    rows: [row],
  } = await runQuery(client, ownQuery(text), { signal }).catch(() => ({ rows: [] }));
  signal?.throwIfAborted();
  return row === undefined ? undefined : Number(row['count']);
}
