import {
  stopScheduledQueries,
  updateScheduledQuery,
  createScheduledQuery,
  removeScheduledQueries,
} from '../../../core/api/operations/scheduledQueries';
import { guardedUpdate } from '../../../core/api/scheduledQueryWrites';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { readAfterWrite, sendWrite } from '../../ui/writes/sendAndLog';
import { writeGuarded } from '../../ui/writes/guardedWrite';
import { enablingPlan, oneByOne } from '../../ui/writes/bulkFlow';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import { guidsOf, ofOutcome } from '../../ui/writes/bulkResults';
import type { BulkTarget, ChunkStep, ItemResult } from '../../ui/writes/bulkResults';
import { readRecords, recordsOf, runOnQueries, readAll, pickQueries } from './bulkQueries';
import type { BulkSubject } from './bulkQueries';
import { resultsOfStop, resultsOfRemoval } from './bulkResponses';
import { severalNamed, named, formatAge } from '../../ui/format/formatTimestamp';
import { stopEffects, deletionEffects, predecessorsFirst } from './chainEffects';
import type { ActionDeps } from './actionDeps';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';
import { triggerText } from './propertyText';
import { Recreation } from './recreation';
import { isRunning } from './scheduledQueryItem';
import { GuidSet } from '../../../core/interface/guid';
import { deletedQueries } from './keptQueries';

/** *Enable* and *Disable*: the platform has no operation for it, so each record is written as a whole. */
export async function enableQueries(
  deps: ActionDeps,
  args: readonly unknown[],
  enabled: boolean,
): Promise<void> {
  const title = enabled ? t('Enable Scheduled Queries') : t('Disable Scheduled Queries');
  const { connection, value } = await pickQueries(deps, args, title);
  await runOnQueries(deps, connection, value, ({ targets, queries }) => ({
    ...enablingPlan(enabled, title, targets, (count, location) =>
      enabled
        ? t('Enable {0} scheduled queries on {1}?', count, location)
        : t('Disable {0} scheduled queries on {1}?', count, location),
    ),
    operations: (chunk) =>
      recordsOf(queries, chunk)
        .filter((query) => query.enabled !== enabled)
        .map((query) => updateScheduledQuery(query.guid, { ...query, enabled })),
    ...oneByOne(async (target, signal) => {
      const [query] = recordsOf(queries, [target]);
      return setEnabled(deps, connection, target, query, enabled, signal);
    }),
  }));
}

/** Sends exactly the request that was shown, or none if the record has changed or did not exist then. */
async function setEnabled(
  { platforms, section, ui }: ActionDeps,
  connection: Connection,
  target: BulkTarget,
  query: ScheduledQuery | undefined,
  enabled: boolean,
  signal: AbortSignal,
): Promise<ItemResult> {
  if (query?.enabled === enabled) {
    await section.update(connection, { changed: [query] });
    return { item: target, outcome: 'unchanged' };
  }
  const changed = query && { ...query, enabled };
  const result =
    changed &&
    (await writeGuarded<ScheduledQuery>(
      { platforms, log: ui.log, withProgress: async (task) => task(signal) },
      { connection, name: target.name, operation: undefined, ...guardedUpdate(query, changed) },
    ));
  const current = result?.outcome === 'conflict' ? result.current : changed;
  await section.update(connection, current ? { changed: [current] } : { removed: [target.guid] });
  if (current === undefined) return { item: target, outcome: 'conflict', cause: 'deleted' };
  if (current === changed) return { item: target, outcome: 'done' };
  const reason = t('Someone else changed it in the meantime. Nothing was sent.');
  return { item: target, outcome: 'conflict', reason };
}

/** *Stop Scheduled Queries…* */
export async function stopQueries(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { platforms, section, ui } = deps;
  const title = t('Stop Scheduled Queries');
  const { connection, value } = await pickQueries(deps, args, title);
  await runOnQueries(deps, connection, value, ({ queries }, force) => ({
    action: 'stop',
    title,
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
    step: async (chunk, signal) => {
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
        removed: guidsOf(ofOutcome(results, 'conflict')),
      });
      return results;
    },
  }));
}

/** *Delete Scheduled Queries…* */
export async function removeQueries(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Delete Scheduled Queries');
  const { connection, value } = await pickQueries(deps, args, title);
  await runOnQueries(deps, connection, value, ({ queries, all }, force) => {
    // If all of them are running, skipping those would do nothing.
    const allRunning = queries.length > 0 && queries.every(isRunning);
    const policy = force || allRunning ? 'force' : 'skip';
    const skipped = policy === 'skip' ? queries.filter(isRunning).length : 0;
    return {
      action: 'delete',
      title,
      question: {
        one: (name, location) => t('Delete “{0}” on {1}?', name, location),
        many: (count, location) =>
          skipped === 0
            ? t('Delete {0} scheduled queries on {1}?', count, location)
            : t('Delete {0} of {1} scheduled queries on {2}?', count - skipped, count, location),
      },
      detail: (max) => deletionEffects(queries, all, policy === 'force', max),
      verb: allRunning ? t('Stop and Delete') : force ? t('Delete, Including Running') : t('Delete'),
      toggleLabel: allRunning ? undefined : force ? t('Skip Running') : t('Include Running'),
      destructive: true,
      chunkSize: 200,
      operations: (chunk) => [removeScheduledQueries(guidsOf(chunk), policy)],
      step: removalStep(deps, connection, policy, all),
      undo: { label: t('Re-create'), run: async (done) => recreateQueries(deps, connection, all, done) },
    };
  });
}

/** Also removes the deleted queries from the tree and updates their dependents. */
function removalStep(
  { platforms, section, ui, sharedMemory }: ActionDeps,
  connection: Connection,
  policy: 'force' | 'skip',
  all: readonly ScheduledQuery[],
): ChunkStep {
  return async (chunk, signal) => {
    const client = await platforms.clientFor(connection);
    const guids = guidsOf(chunk);
    const response = await sendWrite(async () => client.send(removeScheduledQueries(guids, policy), signal));
    // Without the signal: the result is read even after a cancellation.
    const read = async () => readRecords(client, guids);
    const remaining = response.skipped === 0 ? undefined : await readAfterWrite(ui.log, read);
    const results = resultsOfRemoval(chunk, response, remaining);
    deletedQueries(sharedMemory).keep(
      connection,
      recordsOf(all, ofOutcome(results, 'done')).map((base) => ({ guid: base.guid, base })),
    );
    const removed = new GuidSet(guidsOf(ofOutcome(results, 'done', 'conflict')));
    const orphans = all
      .filter(({ precedingGuid, guid }) => removed.has(precedingGuid ?? '') && !removed.has(guid))
      .map((query) => ({ ...query, precedingName: undefined }));
    await section.update(connection, {
      removed: [...removed],
      changed: [...orphans, ...(remaining?.values() ?? [])],
    });
    return results;
  };
}

/** *Re-create Deleted Queries…*: those that this or an earlier window has deleted. */
export async function recreateDeleted(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { platforms, ui } = deps;
  const deleted = deletedQueries(deps.sharedMemory);
  const title = t('Re-create Deleted Queries');
  const none = t('There are no deleted queries that can be re-created.');
  const suits = (connection: Connection): boolean => deleted.of(connection).length > 0;
  const connection = await resolveConnection(platforms, args, title, { suits, none });
  if (!suits(connection)) {
    await ui.prompts.notify({ message: none });
    return;
  }
  const records = await ui.prompts.pickMany({
    title: targetTitle(title, connection),
    placeholder: t('Select the queries to re-create'),
    choices: deleted.of(connection).map(({ guid, base, keptAt }) => ({
      label: base.name,
      description: t('deleted {0}', formatAge(new Date(keptAt))),
      detail: triggerText(base),
      value: { ...withoutState, ...base, guid },
    })),
  });
  await recreateQueries(deps, connection, [...(await readAll(deps, connection)), ...records], records);
}

const withoutState = {
  runningState: undefined,
  resultState: undefined,
  elapsedTime: undefined,
  lastRunTime: undefined,
  lastFailureTime: undefined,
  lastFailureReason: undefined,
  created: undefined,
  updated: undefined,
  raw: {},
};

/**
 * Re-creates deleted queries. The platform assigns new GUIDs, so the queries that ran after a deleted query are linked
 * to it again.
 */
async function recreateQueries(
  deps: ActionDeps,
  connection: Connection,
  /** All schedules, with the deleted ones. */
  known: readonly ScheduledQuery[],
  deleted: readonly BulkTarget[],
): Promise<void> {
  const records = predecessorsFirst(recordsOf(known, deleted));
  // One for all retries, which refer to what was created before them.
  const recreation = new Recreation(deps, connection, records, known);
  const plan = ({ targets, queries }: BulkSubject): BulkPlan => {
    const dependents = recreation.dependentsOf(targets);
    return {
      action: 'recreate',
      title: t('Re-create Scheduled Queries'),
      question: {
        one: (name, location) => t('Re-create “{0}” on {1}?', name, location),
        many: (count, location) => t('Re-create {0} scheduled queries on {1}?', count, location),
      },
      detail: (max) =>
        [
          ...severalNamed(targets, max),
          targets.length === 1
            ? t('It keeps its definition and gets a new GUID.')
            : t('They keep their definitions and get new GUIDs.'),
          ...(dependents.length === 0 ? [] : [t('Linked again: {0}', named(dependents, max))]),
        ].join('\n\n'),
      verb: t('Re-create'),
      destructive: false,
      operations: (chunk) => recordsOf(queries, chunk).map(createScheduledQuery),
      ...oneByOne(async (target, signal) => recreation.run(target, signal)),
    };
  };
  await runOnQueries(deps, connection, records, plan, known);
}
