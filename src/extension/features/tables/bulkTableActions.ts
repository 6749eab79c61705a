import type { PlatformClient } from '../../../core/api/client';
import { RejectedError } from '../../../core/api/errors';
import { runOwnQuery } from '../../../core/api/operations/queries';
import { dropTable, setRetention } from '../../../core/api/operations/tables';
import { t } from '../../../core/base/localize';
import { retentionText } from '../../../core/base/retentionText';
import { wireTimeOffset } from '../../../core/interface/time';
import type { Connection } from '../../ui/connections/connection';
import { describeFailure } from '../../ui/failures/failureText';
import { severalNamed } from '../../ui/format/formatTimestamp';
import { isCancellation } from '../../ui/prompts/canceled';
import { withProgress } from '../../ui/prompts/progress';
import { targetTitle } from '../../ui/resolveTarget';
import { oneByOne, runBulk } from '../../ui/writes/bulkFlow';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import type { ItemResult } from '../../ui/writes/bulkResults';
import { sendWrite } from '../../ui/writes/sendAndLog';
import { dropEffects, dropReason } from './dropEffects';
import type { AffectedUsers } from './dropEffects';
import { checkRetention, daysDeleted, firstKeptDay, retentionEffects } from './retentionEffects';
import type { RetentionLoss } from './retentionEffects';
import { pickTables, readingTitle, readTargets, writableName } from './tableReader';
import type { TableTarget, TableDeps } from './tableReader';
import type { TableUsers } from './tableUsers';

/** *Drop Table…* for tables of one connection. */
export async function dropTables(
  deps: TableDeps,
  usersOf: (connection: Connection) => TableUsers,
  args: readonly unknown[],
): Promise<void> {
  const title = t('Drop Table');
  const { connection, value: names } = await pickTables(deps, args, title);
  await deps.platforms.ensureWritable(connection);
  const client = await deps.platforms.clientFor(connection);
  const { targets, users } = await withProgress(readingTitle(names), async (signal) => {
    const found = await readTargets(client, connection, names, signal);
    return { targets: found, users: await affectedUsers(usersOf(connection), names, signal) };
  });
  const plan = (some: readonly TableTarget[]): BulkPlan<TableTarget> => ({
    action: 'drop',
    title,
    question: {
      one: (name, location) => t('Drop the table “{0}” on {1}?', name, location),
      many: (count, location) => t('Drop {0} tables on {1}?', count, location),
    },
    detail: (max) =>
      dropEffects(
        some.map(({ table }) => table),
        users,
        max,
      ),
    verb: some.length === 1 ? t('Drop Table') : t('Drop Tables'),
    destructive: true,
    lostName: some.length === 1 ? some[0]?.name : connection.name,
    operations: (chunk) => chunk.map(({ name }) => dropTable(name)),
    ...oneByOne(async (target, signal) => dropOne(deps, connection, target, signal)),
  });
  await runBulk(deps, targets, { connection, kind: 'tables', prepare: (some) => () => plan(some) });
}

/** Read again, because the tables are lost for good. */
async function affectedUsers(
  known: TableUsers,
  names: readonly string[],
  signal: AbortSignal,
): Promise<AffectedUsers> {
  known.expire();
  const found = [];
  for (const name of names) found.push(await known.of(name, signal));
  const items = found.flatMap((users) => users.items);
  const queries = items.filter(({ kind }) => kind === 'scheduledQuery').map(({ guid }) => guid);
  return { items, dependents: known.runAfter(queries), gaps: found[0]?.gaps ?? [] };
}

async function dropOne(
  { platforms, section }: TableDeps,
  connection: Connection,
  target: TableTarget,
  signal: AbortSignal,
): Promise<ItemResult<TableTarget>> {
  const client = await platforms.clientFor(connection);
  const result = await sendWrite(async () => client.send(dropTable(target.name), signal)).then(
    (failure): ItemResult<TableTarget> =>
      failure === undefined
        ? { item: target, outcome: 'done' }
        : { item: target, outcome: 'rejected', reason: dropReason(failure) },
    (error: unknown): ItemResult<TableTarget> => {
      if (isUnknownTable(error)) return { item: target, outcome: 'conflict', cause: 'deleted' };
      throw error;
    },
  );
  if (result.outcome !== 'rejected') await section.update(connection, { removed: [target.name] });
  return result;
}

/** A table and the days to keep its logs from now on. */
interface RetentionTarget extends TableTarget {
  readonly days: number;
}

/** *Change Retention…* for tables of one connection. */
export async function changeRetention(deps: TableDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Change Retention');
  const { connection, value: names } = await pickTables(deps, args, title);
  await deps.platforms.ensureWritable(connection);
  const client = await deps.platforms.clientFor(connection);
  const tables = await withProgress(readingTitle(names), async (signal) =>
    readTargets(client, connection, names, signal),
  );
  const days = await askDays(deps, targetTitle(title, connection), tables);
  const targets = tables.map((target) => ({ ...target, days }));
  await runRetention(deps, connection, targets, title);
}

async function askDays({ ui }: TableDeps, title: string, targets: readonly TableTarget[]): Promise<number> {
  const current = new Set(targets.map(({ table }) => table.retention));
  const [only] = current;
  const typed = await ui.prompts.input({
    title,
    prompt: [
      t('Days to keep logs. 0 keeps them forever.'),
      ...(targets.length === 1 ? [] : [t('For {0} tables.', targets.length)]),
    ].join(' '),
    value: current.size === 1 && only !== undefined ? String(only) : '',
    validate: checkRetention,
  });
  return Number(typed.trim());
}

async function runRetention(
  deps: TableDeps,
  connection: Connection,
  targets: readonly RetentionTarget[],
  title: string,
): Promise<void> {
  const prepare = async (some: readonly RetentionTarget[]) => {
    const client = await deps.platforms.clientFor(connection);
    const counting = t('Counting the logs that would be deleted…');
    const { losses, uncounted } = await withProgress(counting, async (signal) =>
      countLosses(client, some, signal),
    );
    const days = some[0]?.days ?? 0;
    return (): BulkPlan<RetentionTarget> => ({
      action: 'change',
      title,
      question: retentionQuestion(new Set(some.map((target) => target.days))),
      detail: (max) => [...severalNamed(some, max), retentionEffects(days, losses, uncounted)].join('\n\n'),
      verb: t('Change Retention'),
      destructive: losses.some((loss) => loss.days > 0),
      operations: (chunk) => chunk.map((target) => setRetention(target.name, target.days)),
      ...oneByOne(async (target, signal) => changeOne(deps, connection, target, signal)),
      undo: {
        label: t('Undo'),
        run: async (done) => runRetention(deps, connection, done.map(reversed), title),
      },
    });
  };
  await runBulk(deps, targets, { connection, kind: 'retention of tables', prepare });
}

interface Losses {
  readonly losses: readonly RetentionLoss[];
  /** Why rows could not be counted. */
  readonly uncounted: string | undefined;
}

/** Counts rows in one query for all tables with the same limit; a platform that cannot is no obstacle. */
async function countLosses(
  client: PlatformClient,
  targets: readonly RetentionTarget[],
  signal: AbortSignal,
): Promise<Losses> {
  const now = Date.now();
  const losses = targets.map(({ table, days }): RetentionLoss => {
    const before = firstKeptDay(days, now, wireTimeOffset(table.firstDay ?? '') ?? 0);
    return { table, days: daysDeleted(table, before), before, rows: undefined };
  });
  const counted = losses.filter(({ days, table }) => days > 0 && writableName.test(table.name));
  const counts = new Map<string, number>();
  try {
    for (const day of new Set(counted.map(({ before }) => before))) {
      const names = counted.filter(({ before }) => before === day).map(({ table }) => table.name);
      const text = `table to=${day?.replaceAll('-', '')} ${names.join(', ')} | stats count by _table`;
      const rows = await client.send(runOwnQuery(text), signal);
      for (const name of names) counts.set(name, 0);
      for (const row of rows) counts.set(String(row['_table']), Number(row['count'] ?? 0));
    }
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { losses, uncounted: describeFailure(error).sentence };
  }
  const isUnwritable = losses.filter(({ days }) => days > 0).length > counted.length;
  return {
    losses: losses.map((loss) => ({ ...loss, rows: counts.get(loss.table.name) })),
    uncounted: isUnwritable ? t('Its name cannot be used in a query.') : undefined,
  };
}

/** What is undone may have been different for each table. */
function retentionQuestion(kept: ReadonlySet<number>): BulkPlan['question'] {
  const [days = 0] = kept;
  if (kept.size > 1) {
    const many = (count: number, location: string): string =>
      t('Change the retention of {0} tables on {1} back?', count, location);
    return { one: (_name, location) => many(1, location), many };
  }
  if (days === 0) {
    return {
      one: (name, location) => t('Keep the logs of “{0}” on {1} forever?', name, location),
      many: (count, location) => t('Keep the logs of {0} tables on {1} forever?', count, location),
    };
  }
  const span = retentionText(days);
  return {
    one: (name, location) => t('Keep the logs of “{0}” on {1} for {2}?', name, location, span),
    many: (count, location) => t('Keep the logs of {0} tables on {1} for {2}?', count, location, span),
  };
}

/** Back to the retention that the table had. */
function reversed(target: RetentionTarget): RetentionTarget {
  const { table, days } = target;
  return { ...target, table: { ...table, retention: days }, days: table.retention };
}

async function changeOne(
  { platforms, section }: TableDeps,
  connection: Connection,
  target: RetentionTarget,
  signal: AbortSignal,
): Promise<ItemResult<RetentionTarget>> {
  const { name, table, days } = target;
  if (table.retention === days) return { item: target, outcome: 'unchanged' };
  const client = await platforms.clientFor(connection);
  try {
    await sendWrite(async () => client.send(setRetention(name, days), signal));
  } catch (error) {
    if (!isUnknownTable(error)) throw error;
    await section.update(connection, { removed: [name] });
    return { item: target, outcome: 'conflict', cause: 'deleted' };
  }
  await section.update(connection, { changed: [{ ...table, retention: days }] });
  return { item: target, outcome: 'done' };
}

function isUnknownTable(error: unknown): boolean {
  return error instanceof RejectedError && error.message.startsWith('table not found: ');
}
