import { stopScheduledQueries, updateScheduledQuery } from '../../api/operations/scheduledQueries';
import { planUpdate } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import { guidsOf, ofOutcome } from '../../ui/writes/bulkResults';
import type { BulkTarget, ChunkStep, ItemResult } from '../../ui/writes/bulkResults';
import { readRecords, recordsOf, runOnQueries } from './bulkQueries';
import type { BulkSubject } from './bulkQueries';
import { resultsOfStop } from './bulkResponses';
import { severalNamed } from '../../ui/format/names';
import { stopEffects } from './chains';
import { pickQueries } from './selectedQueries';
import type { ActionDeps } from './actionDeps';

/** *Enable* and *Disable*: the platform has no operation for it, so each record is written as a whole. */
export async function switchQueries(
  deps: ActionDeps,
  args: readonly unknown[],
  enabled: boolean,
): Promise<void> {
  const title = enabled ? t('Enable Scheduled Queries') : t('Disable Scheduled Queries');
  const { connection, value: queries } = await pickQueries(deps, args, title);
  await runOnQueries(deps, connection, queries, (subject) => switchPlan(deps, subject, title, enabled));
}

function switchPlan(
  deps: ActionDeps,
  { connection, targets, queries }: BulkSubject,
  title: string,
  enabled: boolean,
): BulkPlan {
  return {
    action: enabled ? 'enable' : 'disable',
    title,
    question: enabled
      ? {
          one: (name, location) => t('Enable “{0}” on {1}?', name, location),
          many: (count, location) => t('Enable {0} scheduled queries on {1}?', count, location),
        }
      : {
          one: (name, location) => t('Disable “{0}” on {1}?', name, location),
          many: (count, location) => t('Disable {0} scheduled queries on {1}?', count, location),
        },
    detail: (max) => severalNamed(targets, max).join(''),
    verb: enabled ? t('Enable') : t('Disable'),
    destructive: false,
    // One request changes one record.
    chunkSize: 1,
    operations: (chunk) =>
      recordsOf(queries, chunk)
        .filter((query) => query.enabled !== enabled)
        .map((query) => updateScheduledQuery(query.guid, { ...query, enabled })),
    step: async (chunk, signal) =>
      Promise.all(
        chunk.map(async (target) => {
          const [query] = recordsOf(queries, [target]);
          return switchOne(deps, connection, target, query, enabled, signal);
        }),
      ),
  };
}

/** Sends exactly the request that was shown, or none if the record has changed or did not exist then. */
async function switchOne(
  { platforms, section }: ActionDeps,
  connection: Connection,
  target: BulkTarget,
  query: ScheduledQuery | undefined,
  enabled: boolean,
  signal: AbortSignal,
): Promise<ItemResult> {
  const client = await platforms.clientFor(connection);
  if (query?.enabled === enabled) {
    await section.update(connection, { changed: [query] });
    return { target, outcome: 'unchanged' };
  }
  // Before the comparison, so that no question is open between it and the write.
  await platforms.ensureWritable(connection);
  const plan = query && (await planUpdate(client, query, { ...query, enabled }, signal));
  if (query === undefined || plan === undefined || plan.kind === 'deleted') {
    await section.update(connection, { removed: [target.guid] });
    return { target, outcome: 'notFound' };
  }
  if (plan.kind === 'conflict') {
    await section.update(connection, { changed: [plan.current] });
    const reason = t('Someone else changed it in the meantime. Nothing was sent.');
    return { target, outcome: 'failed', reason };
  }
  await sendWrite(async () => client.send(plan.operation, signal));
  await section.update(connection, { changed: [{ ...query, enabled }] });
  return { target, outcome: 'done' };
}

/** *Stop Scheduled Queries…* */
export async function stopQueries(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value: queries } = await pickQueries(deps, args, t('Stop Scheduled Queries'));
  await runOnQueries(deps, connection, queries, (subject, force) => stopPlan(deps, subject, force));
}

function stopPlan(deps: ActionDeps, { connection, queries }: BulkSubject, force: boolean): BulkPlan {
  return {
    action: 'stop',
    title: t('Stop Scheduled Queries'),
    question: {
      one: (name, location) => t('Stop “{0}” on {1}?', name, location),
      many: (count, location) => t('Stop {0} scheduled queries on {1}?', count, location),
    },
    detail: (max) => stopEffects(queries, force, max),
    verb: force ? t('Force Stop') : t('Stop'),
    toggleLabel: force ? t('Do Not Force') : t('Force'),
    destructive: true,
    chunkSize: 200,
    operations: (chunk) => [stopScheduledQueries(guidsOf(chunk), force)],
    step: stopStep(deps, connection, force),
  };
}

function stopStep({ platforms, section, ui }: ActionDeps, connection: Connection, force: boolean): ChunkStep {
  return async (chunk, signal) => {
    const client = await platforms.clientFor(connection);
    const guids = guidsOf(chunk);
    const before = await readRecords(client, guids, signal);
    const response = await sendWrite(async () => client.send(stopScheduledQueries(guids, force), signal));
    // Without the signal: the result is read even after a cancellation.
    const after = await readAfterWrite(ui.log, async () => readRecords(client, guids));
    if (after === undefined) section.reload(connection);
    const results = resultsOfStop(chunk, response, before, after);
    await section.update(connection, {
      changed: [...(after?.values() ?? [])],
      removed: guidsOf(ofOutcome(results, 'notFound')),
    });
    return results;
  };
}
