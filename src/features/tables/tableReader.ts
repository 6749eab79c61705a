import type { PlatformClient } from '../../api/client';
import { whereOffered } from '../../api/errors';
import { t } from '../../shared/localize';
import type { Failure } from '../../shared/protocol/common';
import type { TableState, TableUser } from '../../shared/protocol/table';
import type { RawRecord } from '../../shared/wire/optional';
import type { Table, TableDetails } from '../../shared/wire/table';
import { parseWireTime } from '../../shared/wire/time';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { Connection } from '../../ui/connections/connection';
import { describeFailure, ExplainedError } from '../../ui/failures/failureText';
import { panelFailure } from '../../ui/panels/panelFailure';
import { volumeByDay } from './tableDays';
import { meansTable, namedTables } from '../../language/services/namedTables';
import type { Rule, RuleKind } from '../../shared/wire/rule';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';

const day = 86_400_000;
const daysShown = 30;
const sampledRows = 1000;
/** The name is inserted into a query, so other characters would change it. */
const writableName = /^[\p{L}\p{N}_.:-]+$/u;

export type TableRecord = Table | TableDetails;

type Parts = Pick<TableState, 'volume' | 'volumeFailure' | 'sampleFailure' | 'users'> & {
  readonly record: TableRecord | undefined;
  /** The newest unmasked rows, because hiding can change. */
  readonly newest: readonly RawRecord[] | undefined;
  readonly failure: Failure | null;
};

export const nothingRead: Parts = {
  record: undefined,
  newest: undefined,
  failure: null,
  volume: null,
  volumeFailure: null,
  sampleFailure: null,
  users: null,
};

/** Reads all sections of the page independently and reports each when it arrives. */
export async function readTableParts(
  client: PlatformClient,
  { table, connection }: { readonly table: string; readonly connection: Connection },
  tell: (change: Partial<Parts>) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = async (
    work: () => Promise<Partial<Parts> | undefined>,
    failed: (failure: Failure) => Partial<Parts>,
  ): Promise<void> => {
    try {
      const found = await work();
      if (found) tell(found);
    } catch (error) {
      if (!signal.aborted && !isCancellation(error)) tell(failed(panelFailure(error)));
    }
  };
  const nameable = (): string => {
    if (writableName.test(table)) return table;
    throw new ExplainedError(t('Its name cannot be used in a query.'));
  };
  await read(
    async () => {
      const record = await readRecord(client, table, signal);
      if (record === undefined) throw new ExplainedError(missingTableText(table, connection));
      tell({ record, failure: null });
      const text = (): string => `table limit=${sampledRows} ${nameable()}`;
      await Promise.all([
        read(
          async () => readVolume(client, { ...record, name: nameable() }, signal),
          (volumeFailure) => ({ volumeFailure }),
        ),
        read(
          async () => ({ newest: await client.queryRows(text(), {}, signal), sampleFailure: null }),
          (sampleFailure) => ({ sampleFailure }),
        ),
        readUsers(client, table, signal).then((users) => tell({ users })),
      ]);
      return undefined;
    },
    (failure) => ({ ...nothingRead, failure }),
  );
}

export function missingTableText(table: string, { name }: Pick<Connection, 'name'>): string {
  return t('The table {0} no longer exists on {1}. Refresh the explorer.', table, name);
}

/** Some platforms cannot read a single table; the record of the list is used then. */
export async function readRecord(
  client: PlatformClient,
  name: string,
  signal?: AbortSignal,
): Promise<TableRecord | undefined> {
  const details = await whereOffered(client.table(name, signal));
  if (details !== undefined) return details;
  const { items } = await client.tables({ tableName: name }, signal);
  return items.find((table) => table.name === name);
}

/** The last days with logs, so that silent tables have data too. */
async function readVolume(
  client: PlatformClient,
  record: TableRecord,
  signal: AbortSignal,
): Promise<Pick<Parts, 'volume' | 'volumeFailure'>> {
  const last = parseWireTime(record.lastDay ?? '')?.getTime();
  const silent = last === undefined ? 0 : Math.max(0, Math.floor((Date.now() - last) / day));
  const text = `table duration=${daysShown + silent}d ${record.name} | timechart span=1d count`;
  const rows = last === undefined ? [] : await client.queryRows(text, {}, signal);
  return { volume: volumeByDay(rows) ?? { from: 0, to: 0, counts: [] }, volumeFailure: null };
}

/** Who uses the table; reports what the role cannot read or the platform does not list. */
async function readUsers(
  client: PlatformClient,
  table: string,
  signal: AbortSignal,
): Promise<NonNullable<TableState['users']>> {
  const gaps: string[] = [];
  const attempt = async (
    read: () => Promise<readonly TableUser[]>,
    say: (why: string) => string,
  ): Promise<readonly TableUser[]> =>
    read().catch((error: unknown) => {
      if (!signal.aborted) gaps.push(say(describeFailure(error).sentence));
      return [];
    });
  const found = await Promise.all([
    attempt(
      async () => queriesUsing(table, (await client.scheduledQueries({}, signal)).items),
      (why) => t('Scheduled queries could not be checked. {0}', why),
    ),
    attempt(
      async () => rulesUsing(table, 'batch', (await client.rules('batch', {}, signal)).items),
      (why) => t('Batch rules could not be checked. {0}', why),
    ),
    attempt(
      async () => rulesUsing(table, 'stream', (await client.rules('stream', {}, signal)).items),
      (why) => t('Stream rules could not be checked. {0}', why),
    ),
  ]);
  return { items: found.flat(), gaps };
}

/** Scheduled queries that use a table, by name or wildcard. */
export function queriesUsing(table: string, queries: readonly ScheduledQuery[]): readonly TableUser[] {
  return queries.flatMap(({ guid, name, query }) =>
    usesIn([query], table).map((use) => ({ kind: 'scheduledQuery' as const, guid, name, use })),
  );
}

/** Detection rules that use it. */
export function rulesUsing(table: string, kind: RuleKind, rules: readonly Rule[]): readonly TableUser[] {
  return rules.flatMap(({ guid, name, raw }) =>
    usesIn(queriesOf(raw), table).map((use) => ({ kind: `${kind}Rule` as const, guid, name, use })),
  );
}

function usesIn(texts: readonly string[], table: string): readonly TableUser['use'][] {
  const named = texts.map(namedTables);
  const isNamed = (names: readonly string[]): boolean => names.some((name) => meansTable(name, table));
  return [
    ...(named.some(({ read }) => isNamed(read)) ? ['reads' as const] : []),
    ...(named.some(({ written }) => isNamed(written)) ? ['writes' as const] : []),
  ];
}

/** A batch rule has a query; a stream rule has a list of commands, some of which contain one. */
function queriesOf(raw: Rule['raw']): readonly string[] {
  const commands: readonly unknown[] = Array.isArray(raw['commands']) ? raw['commands'] : [];
  return [raw, ...commands].flatMap((one) => {
    const { query } = Object(one) as { readonly query?: unknown };
    return typeof query === 'string' ? [query] : [];
  });
}
