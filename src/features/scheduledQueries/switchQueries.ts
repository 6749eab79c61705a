import { updateScheduledQuery } from '../../api/operations/scheduledQueries';
import { planUpdate } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { sendWrite } from '../../ui/writes/recordWrite';
import type { ActionDeps } from './actionDeps';
import { runBulk } from './bulkFlow';
import type { BulkPlan, BulkSubject } from './bulkFlow';
import type { ItemResult, Target } from './bulkResults';
import { chooseQueries } from './chosenQueries';
import { severalNamed } from './effectText';

/** *Enable* and *Disable*: the platform has no operation for it, so each record is written as a whole. */
export async function switchQueries(
  deps: ActionDeps,
  given: readonly unknown[],
  enabled: boolean,
): Promise<void> {
  const title = enabled ? t('Enable Scheduled Queries') : t('Disable Scheduled Queries');
  const { connection, queries } = await chooseQueries(deps, given, title);
  await runBulk(deps, connection, queries, { plan: (subject) => switchPlan(deps, subject, title, enabled) });
}

function switchPlan(
  deps: ActionDeps,
  { connection, targets, queries }: BulkSubject,
  title: string,
  enabled: boolean,
): BulkPlan {
  const recordOf = ({ guid }: Target): ScheduledQuery | undefined =>
    queries.find((query) => query.guid === guid);
  return {
    action: enabled ? 'enable' : 'disable',
    title,
    question: enabled
      ? {
          one: (name, place) => t('Enable “{0}” on {1}?', name, place),
          many: (count, place) => t('Enable {0} scheduled queries on {1}?', count, place),
        }
      : {
          one: (name, place) => t('Disable “{0}” on {1}?', name, place),
          many: (count, place) => t('Disable {0} scheduled queries on {1}?', count, place),
        },
    detail: severalNamed(targets).join(''),
    verb: enabled ? t('Enable') : t('Disable'),
    destructive: false,
    // One request changes one record.
    chunkSize: 1,
    operations: (chunk) =>
      chunk.flatMap((target) => {
        const query = recordOf(target);
        return query === undefined || query.enabled === enabled
          ? []
          : [updateScheduledQuery(query.guid, { ...query, enabled })];
      }),
    step: async (chunk, signal) =>
      Promise.all(
        chunk.map(async (target) =>
          switchOne(deps, connection, { target, query: recordOf(target), enabled }, signal),
        ),
      ),
  };
}

interface Switch {
  readonly target: Target;
  /** The record when the user was asked; undefined if it did not exist. */
  readonly query: ScheduledQuery | undefined;
  readonly enabled: boolean;
}

/** Sends exactly the request that was shown, or none if the record has changed since. */
async function switchOne(
  { platforms, section }: ActionDeps,
  connection: Connection,
  { target, query, enabled }: Switch,
  signal: AbortSignal,
): Promise<ItemResult> {
  const client = await platforms.clientFor(connection);
  if (query?.enabled === enabled) {
    await section.update(connection, { changed: [query] });
    return { target, outcome: 'unchanged' };
  }
  const plan = query && (await planUpdate(client, query, { ...query, enabled }, signal));
  if (query === undefined || plan === undefined || plan.kind === 'gone') {
    await section.update(connection, { removed: [target.guid] });
    return { target, outcome: 'notFound' };
  }
  if (plan.kind === 'conflict') {
    await section.update(connection, { changed: [plan.current] });
    return {
      target,
      outcome: 'failed',
      reason: t('Someone else changed it in the meantime. Nothing was sent.'),
    };
  }
  await sendWrite(async () => client.send(plan.operation, signal));
  await section.update(connection, { changed: [{ ...query, enabled }] });
  return { target, outcome: 'done' };
}
