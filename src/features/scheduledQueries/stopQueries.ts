import type { Operation } from '../../api/operation';
import { stopScheduledQueries } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { BulkResult } from '../../shared/wire/bulk';
import type { Connection } from '../../ui/connections/connection';
import { readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import { readRecords } from './actionDeps';
import type { ActionDeps } from './actionDeps';
import { runBulk } from './bulkFlow';
import type { BulkPlan, BulkSubject } from './bulkFlow';
import { guidsOf, ofOutcome, resultsOfStop } from './bulkResults';
import type { Target } from './bulkResults';
import { chooseQueries } from './chosenQueries';
import { stopEffects } from './effectText';
import type { ChunkStep } from './runInChunks';

/** *Stop Scheduled Queries…* */
export async function stopQueries(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const { connection, queries } = await chooseQueries(deps, given, t('Stop Scheduled Queries'));
  await runBulk(deps, connection, queries, { plan: (subject, force) => stopPlan(deps, subject, force) });
}

function stopPlan(deps: ActionDeps, { connection, queries }: BulkSubject, force: boolean): BulkPlan {
  return {
    action: 'stop',
    title: t('Stop Scheduled Queries'),
    question: {
      one: (name, place) => t('Stop “{0}” on {1}?', name, place),
      many: (count, place) => t('Stop {0} scheduled queries on {1}?', count, place),
    },
    detail: stopEffects(queries, force),
    verb: force ? t('Force Stop') : t('Stop'),
    toggleLabel: force ? t('Do Not Force') : t('Force'),
    destructive: true,
    chunkSize: 200,
    operations: (chunk) => [stopOperation(chunk, force)],
    step: stopStep(deps, connection, force),
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
