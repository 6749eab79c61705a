import { RejectedError } from '../../api/errors';
import { dropTable } from '../../api/operations/tables';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { withProgress } from '../../ui/prompts/progress';
import { oneByOne, runBulk } from '../../ui/writes/bulkFlow';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import type { ItemResult } from '../../ui/writes/bulkResults';
import { sendWrite } from '../../ui/writes/recordWrite';
import { dropEffects, dropReason } from './dropEffects';
import type { AffectedUsers } from './dropEffects';
import { pickTables, readingTitle, readTargets } from './tableReader';
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
        ? { target, outcome: 'done' }
        : { target, outcome: 'failed', reason: dropReason(failure) },
    (error: unknown): ItemResult<TableTarget> => {
      if (isUnknownTable(error)) return { target, outcome: 'notFound' };
      throw error;
    },
  );
  if (result.outcome !== 'failed') await section.update(connection, { removed: [target.name] });
  return result;
}

export function isUnknownTable(error: unknown): boolean {
  return error instanceof RejectedError && error.message.startsWith('table not found: ');
}
