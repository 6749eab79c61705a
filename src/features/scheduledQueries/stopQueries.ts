import type { Operation } from '../../api/operation';
import { stopScheduledQueries } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { BulkResult } from '../../shared/wire/bulk';
import type { Connection } from '../../ui/connections/connection';
import { readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import { readRecords } from './actionDeps';
import type { ActionDeps } from './actionDeps';
import { runBulkPlan } from './bulkFlow';
import type { BulkPlan } from './bulkFlow';
import { guidsOf, ofOutcome, resultsOfStop } from './bulkResults';
import type { Target } from './bulkResults';
import { bulkQuestion } from './bulkQuestion';
import { chooseQueries } from './chosenQueries';
import { chunksOf } from './chunks';
import { stopEffects } from './effectText';
import { readCurrent } from './readCurrent';
import type { ChunkStep } from './runInChunks';

const chunkSize = 200;

/** *Stop Scheduled Queries…* */
export async function stopQueries(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const { connection, queries } = await chooseQueries(deps, given, t('Stop Scheduled Queries'));
  await stopThese(deps, connection, queries, false);
}

async function stopThese(
  deps: ActionDeps,
  connection: Connection,
  targets: readonly Target[],
  force: boolean,
): Promise<void> {
  await deps.platforms.ensureWritable(connection);
  const { queries } = await readCurrent(deps, connection, targets);
  await runBulkPlan(deps, stopPlan(deps, connection, { targets, queries }, force));
}

interface Subject {
  readonly targets: readonly Target[];
  readonly queries: readonly ScheduledQuery[];
}

function stopPlan(deps: ActionDeps, connection: Connection, subject: Subject, force: boolean): BulkPlan {
  const { targets, queries } = subject;
  return {
    action: 'stop',
    connection,
    targets,
    title: t('Stop Scheduled Queries'),
    message: bulkQuestion(targets, connection, {
      one: (name, place) => t('Stop “{0}” on {1}?', name, place),
      many: (count, place) => t('Stop {0} scheduled queries on {1}?', count, place),
    }),
    detail: stopEffects(queries, force),
    verb: force ? t('Force Stop') : t('Stop'),
    toggleLabel: force ? t('Do Not Force') : t('Force'),
    destructive: true,
    chunkSize,
    operations: () => chunksOf(targets, chunkSize).map((chunk) => stopOperation(chunk, force)),
    step: stopStep(deps, connection, force),
    toggle: () => Promise.resolve(stopPlan(deps, connection, subject, !force)),
    again: async (some, forced) => stopThese(deps, connection, some, forced || force),
  };
}

function stopOperation(chunk: readonly Target[], force: boolean): Operation<BulkResult> {
  return stopScheduledQueries(guidsOf(chunk), force);
}

function stopStep({ platforms, section, ui }: ActionDeps, connection: Connection, force: boolean): ChunkStep {
  return async (chunk, signal) => {
    const client = await platforms.clientFor(connection);
    const guids = guidsOf(chunk);
    const before = await readRecords(client, guids, signal);
    const answer = await sendWrite(async () => client.send(stopOperation(chunk, force), signal));
    // Without the signal: the result is read even after a cancellation.
    const after = await readAfterWrite(ui.log, async () => readRecords(client, guids));
    if (after === undefined) section.reload(connection);
    const results = resultsOfStop(chunk, answer, before, after);
    await section.update(connection, {
      changed: [...(after?.values() ?? [])],
      removed: guidsOf(ofOutcome(results, 'notFound')),
    });
    return results;
  };
}
