import { findScheduledQuery } from '../../api/findScheduledQuery';
import { updateScheduledQuery } from '../../api/operations/scheduledQueries';
import { safeUpdate } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';
import type { Connection } from '../../ui/connection';
import type { ActionParts } from './actionParts';
import { runBulkPlan, type BulkPlan } from './bulkFlow';
import type { ItemResult, Target } from './bulkResults';
import { bulkQuestion } from './bulkQuestion';
import { chooseQueries } from './chosenQueries';
import { severalNamed } from './effectText';
import { readCurrent } from './readCurrent';

/** *Enable* and *Disable*: the service has no call for it, so each record is written whole. */
export async function switchQueries(
  parts: ActionParts,
  given: readonly unknown[],
  enabled: boolean,
): Promise<void> {
  const title = enabled ? t('Enable Scheduled Queries') : t('Disable Scheduled Queries');
  const { connection, queries } = await chooseQueries(parts, given, title);
  await switchThese(parts, connection, queries, enabled);
}

async function switchThese(
  parts: ActionParts,
  connection: Connection,
  targets: readonly Target[],
  enabled: boolean,
): Promise<void> {
  await parts.platforms.ensureWritable(connection);
  const { queries } = await readCurrent(parts, connection, targets);
  await runBulkPlan(parts, switchPlan(parts, connection, targets, queries, enabled));
}

function switchPlan(
  parts: ActionParts,
  connection: Connection,
  targets: readonly Target[],
  queries: readonly ScheduledQuery[],
  enabled: boolean,
): BulkPlan {
  return {
    action: enabled ? 'enable' : 'disable',
    connection,
    targets,
    title: enabled ? t('Enable Scheduled Queries') : t('Disable Scheduled Queries'),
    message: bulkQuestion(
      targets,
      connection,
      enabled
        ? {
            one: (name, place) => t('Enable “{0}” on {1}?', name, place),
            many: (count, place) => t('Enable {0} scheduled queries on {1}?', count, place),
          }
        : {
            one: (name, place) => t('Disable “{0}” on {1}?', name, place),
            many: (count, place) => t('Disable {0} scheduled queries on {1}?', count, place),
          },
    ),
    detail: severalNamed(targets).join(''),
    verb: enabled ? t('Enable') : t('Disable'),
    destructive: false,
    // One request changes one record.
    chunkSize: 1,
    operations: () =>
      queries
        .filter((query) => query.enabled !== enabled)
        .map((query) => updateScheduledQuery(query.guid, { ...fieldsOf(query), enabled })),
    step: async (chunk, signal) =>
      Promise.all(chunk.map(async (target) => switchOne(parts, connection, target, enabled, signal))),
    again: async (some) => switchThese(parts, connection, some, enabled),
  };
}

/** Starts from the record as it is now: whatever else somebody changed in it stays. */
async function switchOne(
  { platforms, section }: ActionParts,
  connection: Connection,
  target: Target,
  enabled: boolean,
  signal: AbortSignal,
): Promise<ItemResult> {
  const client = await platforms.clientFor(connection);
  const query = await findScheduledQuery(client, target.guid, signal);
  if (query === undefined) {
    await section.update(connection, { removed: [target.guid] });
    return { target, outcome: 'notFound' };
  }
  if (query.enabled !== enabled) {
    const written = await safeUpdate(client, query, { ...query, enabled }, signal);
    if (written.kind !== 'updated') {
      return { target, outcome: 'failed', reason: t('Somebody else changed it at the same moment.') };
    }
  }
  await section.update(connection, { changed: [{ ...query, enabled }] });
  return { target, outcome: query.enabled === enabled ? 'unchanged' : 'done' };
}
