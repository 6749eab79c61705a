import { createScheduledQuery, removeScheduledQueries } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { connectionOf } from '../../ui/explorer/explorerNode';
import { targetTitle } from '../../ui/resolveTarget';
import { formatAge } from '../../ui/format/format';
import { readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import { guidsOf, ofOutcome } from '../../ui/writes/bulkResults';
import type { BulkTarget, ChunkStep } from '../../ui/writes/bulkResults';
import { readAll, readRecords, recordsOf, runOnQueries } from './bulkQueries';
import type { BulkSubject } from './bulkQueries';
import { resultsOfRemoval } from './bulkResponses';
import { named, severalNamed } from '../../ui/format/names';
import { deletionEffects, predecessorsFirst } from './chains';
import { pickQueries } from './selectedQueries';
import type { ActionDeps } from './actionDeps';
import { triggerText } from './propertyText';
import { Recreation } from './recreation';
import { isRunning } from './scheduledQueryItem';
import { GuidSet } from '../../shared/wire/guid';

/** *Delete Scheduled Queries…* */
export async function removeQueries(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value: queries } = await pickQueries(deps, args, t('Delete Scheduled Queries'));
  await runOnQueries(deps, connection, queries, (subject, force) => removalPlan(deps, subject, force));
}

function removalPlan(deps: ActionDeps, { connection, queries, all }: BulkSubject, force: boolean): BulkPlan {
  // If all of them are running, skipping those would do nothing.
  const allRunning = queries.length > 0 && queries.every(isRunning);
  const policy = force || allRunning ? 'force' : 'skip';
  return {
    action: 'delete',
    title: t('Delete Scheduled Queries'),
    question: {
      one: (name, location) => t('Delete “{0}” on {1}?', name, location),
      many: (count, location) => t('Delete {0} scheduled queries on {1}?', count, location),
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
}

/** Also removes the deleted queries from the tree and updates their dependents. */
function removalStep(
  { platforms, section, ui, deleted }: ActionDeps,
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
    deleted.keep(
      connection,
      recordsOf(all, ofOutcome(results, 'done')).map((base) => ({ guid: base.guid, base })),
    );
    const removed = new GuidSet(guidsOf(ofOutcome(results, 'done', 'notFound')));
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
  const { deleted, platforms, ui } = deps;
  const title = t('Re-create Deleted Queries');
  const hasAny = (connection: Connection): boolean => deleted.of(connection).length > 0;
  const connection =
    connectionOf(args) ?? (platforms.all().some(hasAny) ? await platforms.pick(title, hasAny) : undefined);
  if (connection === undefined || !hasAny(connection)) {
    await ui.prompts.notify({
      severity: 'information',
      message: t('There are no deleted queries that can be re-created.'),
    });
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
  await runOnQueries(deps, connection, records, (subject) => recreationPlan(subject, recreation), known);
}

function recreationPlan({ targets, queries }: BulkSubject, recreation: Recreation): BulkPlan {
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
    // One request creates one record.
    chunkSize: 1,
    operations: (chunk) => recordsOf(queries, chunk).map(createScheduledQuery),
    step: async (chunk, signal) => recreation.run(chunk, signal),
  };
}
