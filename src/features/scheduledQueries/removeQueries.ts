import type { Operation } from '../../api/operation';
import { removeScheduledQueries } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { BulkResult } from '../../shared/wire/bulk';
import type { Connection } from '../../ui/connections/connection';
import { readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import { readRecords } from './actionDeps';
import type { ActionDeps } from './actionDeps';
import { runBulkPlan } from './bulkFlow';
import type { BulkPlan } from './bulkFlow';
import { guidsOf, ofOutcome, resultsOfRemoval } from './bulkResults';
import type { ItemResult, Target } from './bulkResults';
import { bulkQuestion } from './bulkQuestion';
import { chooseQueries } from './chosenQueries';
import { chunksOf } from './chunks';
import { deletionEffects } from './effectText';
import { readCurrent } from './readCurrent';
import { recreateQueries } from './recreateQueries';
import type { ChunkStep } from './runInChunks';

const chunkSize = 200;

/** *Delete Scheduled Queries…* */
export async function removeQueries(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const title = t('Delete Scheduled Queries');
  const { connection, queries } = await chooseQueries(deps, given, title);
  await removeThese(deps, connection, queries, false);
}

async function removeThese(
  deps: ActionDeps,
  connection: Connection,
  targets: readonly Target[],
  force: boolean,
): Promise<void> {
  await deps.platforms.ensureWritable(connection);
  const { queries, all } = await readCurrent(deps, connection, targets);
  await runBulkPlan(deps, removalPlan(deps, connection, { targets, queries, all }, force));
}

interface Subject {
  readonly targets: readonly Target[];
  readonly queries: readonly ScheduledQuery[];
  readonly all: readonly ScheduledQuery[];
}

function removalPlan(deps: ActionDeps, connection: Connection, subject: Subject, force: boolean): BulkPlan {
  const { targets, queries, all } = subject;
  return {
    action: 'delete',
    connection,
    targets,
    title: t('Delete Scheduled Queries'),
    message: bulkQuestion(targets, connection, {
      one: (name, place) => t('Delete “{0}” on {1}?', name, place),
      many: (count, place) => t('Delete {0} scheduled queries on {1}?', count, place),
    }),
    detail: deletionEffects(queries, all, force),
    verb: force ? t('Delete, Including Running') : t('Delete'),
    toggleLabel: force ? t('Skip Running') : t('Include Running'),
    destructive: true,
    chunkSize,
    operations: () => chunksOf(targets, chunkSize).map((chunk) => removalOperation(chunk, force)),
    step: removalStep(deps, connection, force, all),
    toggle: () => Promise.resolve(removalPlan(deps, connection, subject, !force)),
    undo: {
      label: t('Re-create'),
      run: async (done) => recreateQueries(deps, connection, { all, targets: done }),
    },
    again: async (some, forced) => removeThese(deps, connection, some, forced || force),
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
