import type { Operation } from '../../api/operation';
import { removeScheduledQueries } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { BulkResult } from '../../shared/wire/bulk';
import type { Connection } from '../../ui/connections/connection';
import { readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import { readRecords } from './actionDeps';
import type { ActionDeps } from './actionDeps';
import { runBulk } from './bulkFlow';
import type { BulkPlan, BulkSubject } from './bulkFlow';
import { guidsOf, ofOutcome, resultsOfRemoval } from './bulkResults';
import type { ItemResult, Target } from './bulkResults';
import { chooseQueries } from './chosenQueries';
import { deletionEffects } from './effectText';
import { recreateQueries } from './recreateQueries';
import type { ChunkStep } from './runInChunks';

/** *Delete Scheduled Queries…* */
export async function removeQueries(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const { connection, queries } = await chooseQueries(deps, given, t('Delete Scheduled Queries'));
  await runBulk(deps, connection, queries, { plan: (subject, force) => removalPlan(deps, subject, force) });
}

function removalPlan(deps: ActionDeps, { connection, queries, all }: BulkSubject, force: boolean): BulkPlan {
  return {
    action: 'delete',
    title: t('Delete Scheduled Queries'),
    question: {
      one: (name, place) => t('Delete “{0}” on {1}?', name, place),
      many: (count, place) => t('Delete {0} scheduled queries on {1}?', count, place),
    },
    detail: deletionEffects(queries, all, force),
    verb: force ? t('Delete, Including Running') : t('Delete'),
    toggleLabel: force ? t('Skip Running') : t('Include Running'),
    destructive: true,
    chunkSize: 200,
    operations: (chunk) => [removalOperation(chunk, force)],
    step: removalStep(deps, connection, force, all),
    undo: { label: t('Re-create'), run: async (done) => recreateQueries(deps, connection, all, done) },
  };
}

function removalOperation(chunk: readonly Target[], force: boolean): Operation<BulkResult> {
  return removeScheduledQueries(guidsOf(chunk), force ? 'force' : 'skip');
}

function removalStep(
  deps: ActionDeps,
  connection: Connection,
  force: boolean,
  all: readonly ScheduledQuery[],
): ChunkStep {
  return async (chunk, signal) => {
    const client = await deps.platforms.clientFor(connection);
    const answer = await sendWrite(async () => client.send(removalOperation(chunk, force), signal));
    // Without the signal: the result is read even after a cancellation.
    const remaining =
      answer.skipped === 0
        ? undefined
        : await readAfterWrite(deps.ui.log, async () => readRecords(client, guidsOf(chunk)));
    const results = resultsOfRemoval(chunk, answer, remaining);
    await showRemoval(deps, connection, results, [...(remaining?.values() ?? [])], all);
    return results;
  };
}

/** Removes the deleted queries from the tree and updates their followers. */
async function showRemoval(
  { section }: ActionDeps,
  connection: Connection,
  results: readonly ItemResult[],
  remaining: readonly ScheduledQuery[],
  all: readonly ScheduledQuery[],
): Promise<void> {
  const removed = guidsOf(ofOutcome(results, 'done', 'notFound'));
  const orphans = all
    .filter(({ precedingGuid, guid }) => removed.includes(precedingGuid ?? '') && !removed.includes(guid))
    .map((query) => ({ ...query, precedingName: undefined }));
  await section.update(connection, { removed, changed: [...orphans, ...remaining] });
}
