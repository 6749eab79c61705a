import type { PlatformClient } from '../../api/client';
import { findCreatedQuery } from '../../api/findScheduledQuery';
import { linkFollower } from '../../api/followers';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import type { ActionDeps } from './actionDeps';
import { runBulk } from './bulkFlow';
import type { BulkPlan, BulkSubject } from './bulkFlow';
import { guidsOf } from './bulkResults';
import type { ItemResult, Target } from './bulkResults';
import { follows, predecessorsFirst } from './chains';
import { named, severalNamed } from './effectText';

/**
 * Re-creates deleted queries. The platform assigns new GUIDs, so the queries that ran after a deleted query are linked
 * to it again.
 */
export async function recreateQueries(
  deps: ActionDeps,
  connection: Connection,
  /** All schedules before the deletion. */
  known: readonly ScheduledQuery[],
  deleted: readonly Target[],
): Promise<void> {
  const guids = new Set(guidsOf(deleted));
  const records = predecessorsFirst(known.filter(({ guid }) => guids.has(guid)));
  await runBulk(deps, connection, records, { plan: (subject) => recreationPlan(deps, subject), known });
}

function recreationPlan(deps: ActionDeps, { connection, targets, queries, all }: BulkSubject): BulkPlan {
  const guids = new Set(guidsOf(targets));
  const followers = all.filter((query) => !guids.has(query.guid) && follows(query, guids));
  const recreation = new Recreation(deps, connection, followers);
  const recordOf = ({ guid }: Target): ScheduledQuery | undefined =>
    queries.find((query) => query.guid === guid);
  return {
    action: 'recreate',
    title: t('Re-create Scheduled Queries'),
    question: {
      one: (name, place) => t('Re-create “{0}” on {1}?', name, place),
      many: (count, place) => t('Re-create {0} scheduled queries on {1}?', count, place),
    },
    detail: [
      ...severalNamed(targets),
      targets.length === 1
        ? t('It keeps its definition and gets a new GUID.')
        : t('They keep their definitions and get new GUIDs.'),
      ...(followers.length === 0 ? [] : [t('Linked again: {0}', named(followers))]),
    ].join('\n\n'),
    verb: t('Re-create'),
    destructive: false,
    // One request creates one record.
    chunkSize: 1,
    operations: (chunk) => chunk.flatMap((target) => recordOf(target) ?? []).map(createScheduledQuery),
    step: async (chunk, signal) =>
      Promise.all(chunk.map(async (target) => recreation.make(target, recordOf(target), signal))),
  };
}

/** Sequential, because a query may follow one that was created before it. */
class Recreation {
  /** By previous GUID. */
  readonly #newGuids = new Map<string, string>();

  constructor(
    private readonly deps: ActionDeps,
    private readonly connection: Connection,
    private readonly followers: readonly ScheduledQuery[],
  ) {}

  async make(target: Target, record: ScheduledQuery | undefined, signal: AbortSignal): Promise<ItemResult> {
    if (record === undefined) return { target, outcome: 'notFound' };
    const { ui, section } = this.deps;
    const client = await this.deps.platforms.clientFor(this.connection);
    const guid = await sendWrite(async () => client.send(createScheduledQuery(this.#joined(record)), signal));
    // Without the signal: the created query is read even after a cancellation.
    const made = await readAfterWrite(ui.log, async () => findCreatedQuery(client, guid, record.name));
    if (made === undefined) {
      section.reload(this.connection);
      return { target, outcome: 'done' };
    }
    this.#newGuids.set(record.guid, made.guid);
    await section.update(this.connection, {
      added: [made],
      recreated: [{ guid: record.guid, record: made }],
    });
    return this.#joinFollowers(client, target, record.guid, made.guid);
  }

  async #joinFollowers(
    client: PlatformClient,
    target: Target,
    before: string,
    after: string,
  ): Promise<ItemResult> {
    const apart: string[] = [];
    for (const follower of this.followers.filter(({ precedingGuid }) => precedingGuid === before)) {
      // The query itself is created even if this fails.
      const linked = await linkFollower(client, follower, after).catch(() => undefined);
      if (linked === undefined) apart.push(follower.name);
      else await this.deps.section.update(this.connection, { changed: [linked] });
    }
    if (apart.length === 0) return { target, outcome: 'done' };
    return { target, outcome: 'done', reason: t('Not linked to it again: {0}', apart.join(', ')) };
  }

  #joined(record: ScheduledQuery): ScheduledQuery {
    const { precedingGuid = '' } = record;
    return { ...record, precedingGuid: this.#newGuids.get(precedingGuid) ?? record.precedingGuid };
  }
}
