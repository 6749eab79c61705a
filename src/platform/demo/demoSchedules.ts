import * as z from 'zod/mini';
import type { Trigger } from '../schedule';
import type { ScheduledQueries } from '../store/queryStore';
import { addScheduledRuns } from '../store/scheduledRuns';
import type { ScheduledRun } from '../store/scheduledRuns';
import type { Store } from '../store/store';
import demo from './demo.json';
import type { SeededRandom } from './seededRandom';
import { minute } from '../../core/time/durations';

const demoSchedule = z.object({
  query: z.string(),
  /** A cron expression, or the name of a preceding schedule and its required result. */
  trigger: z.union([z.string(), z.tuple([z.string(), z.enum(['succeeded', 'failed', 'finished'])])]),
  description: z.optional(z.string()),
  enabled: z._default(z.boolean(), true),
  outputParameter: z._default(z.boolean(), false),
  failure: z.optional(z.string()),
});
type DemoSchedule = z.infer<typeof demoSchedule>;

const schedules = z.record(z.string(), demoSchedule);

/** A change of a schedule that made it fail. */
export interface DemoChange {
  readonly guid: string;
  readonly name: string;
  readonly at: Date;
}

/** Thirty schedules with results of earlier runs. Returns the changes after which some began to fail. */
export async function addDemoSchedules(
  { scheduledQueries, store }: { readonly scheduledQueries: ScheduledQueries; readonly store: Store },
  seeded: SeededRandom,
  now: Date,
): Promise<readonly DemoChange[]> {
  const changes: DemoChange[] = [];
  const guids = new Map<string, string>();
  for (const [name, schedule] of Object.entries(schedules.parse(demo.schedules))) {
    const { query, description, enabled, outputParameter } = schedule;
    const trigger = triggerOf(schedule, guids);
    const fields = { name, description, enabled, query, trigger, outputParameter };
    const guid = await scheduledQueries.create(fields, 'admin');
    guids.set(name, guid);
    if (!enabled) continue;
    const started = new Date(now.getTime() - (1 + seeded.below(55)) * minute);
    await scheduledQueries.recordStart(guid, { due: started, started });
    const run = { elapsedMilliseconds: 40 + seeded.below(2500), rows: 0 };
    await scheduledQueries.recordEnd(
      guid,
      schedule.failure === undefined
        ? { result: 'succeeded', ...run }
        : { result: 'failed', ...run, reason: schedule.failure },
    );
    await scheduledQueries.discardStarts(guid);
    if (schedule.failure === undefined) continue;
    const history = runsBefore(started, schedule.failure);
    await store.write((transaction) =>
      addScheduledRuns(
        transaction,
        history.map((run) => [guid, run]),
      ),
    );
    changes.push({ guid, name, at: new Date(started.getTime() - (failedRuns + 0.5) * runEvery) });
  }
  return changes;
}

const runEvery = 10 * minute;
const failedRuns = 11;
const workingRuns = 60;

/** Runs every ten minutes, of which the last ones failed, oldest first. */
function runsBefore(last: Date, failure: string): readonly ScheduledRun[] {
  return Array.from({ length: workingRuns + failedRuns }, (_, index): ScheduledRun => {
    const age = workingRuns + failedRuns - index;
    const started = new Date(last.getTime() - age * runEvery);
    const isFailed = age <= failedRuns;
    const elapsedMilliseconds = isFailed ? 12 : 180 + ((index * 37) % 90);
    return {
      due: started,
      started,
      finished: new Date(started.getTime() + elapsedMilliseconds),
      elapsedMilliseconds,
      rows: isFailed ? 0 : 1,
      resultState: isFailed ? 'failed' : 'succeeded',
      failure: isFailed ? failure : undefined,
    };
  });
}

function triggerOf({ trigger }: DemoSchedule, guids: ReadonlyMap<string, string>): Trigger {
  if (typeof trigger === 'string') return { type: 'cron', schedule: trigger };
  const [preceding, action] = trigger;
  return { type: 'workflow', precedingGuid: guids.get(preceding) ?? '', action };
}
