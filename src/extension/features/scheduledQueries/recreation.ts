import type { PlatformClient } from '../../../core/api/client';
import { createOnce, linkDependent } from '../../../core/api/scheduledQueryWrites';
import { findByName, findCreatedQuery } from '../../../core/api/findScheduledQuery';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/access';
import type { Log } from '../../ui/log';
import { isUnknownOutcome, readAfterWrite, sendWrite } from '../../ui/writes/sendAndLog';
import { guidsOf } from '../../ui/writes/bulkResults';
import type { BulkTarget, ItemResult } from '../../ui/writes/bulkResults';
import { follows } from '../../../core/interface/dependents';
import { GuidMap, GuidSet } from '../../../core/interface/guid';

interface RecreationDeps {
  readonly platforms: { clientFor(connection: Connection): Promise<PlatformClient> };
  readonly section: Pick<ScheduledQueriesAccess, 'update' | 'reload'>;
  readonly ui: { readonly log: Pick<Log, 'warn'> };
}

/**
 * Re-creates deleted queries of one connection. The platform assigns new GUIDs, so queries that ran after a deleted one
 * are linked to its new GUID. Used for all retries, because a query may run after one that was created before them.
 */
export class Recreation {
  /** By previous GUID; undefined if the platform did not return the new one. */
  readonly #newGuids = new GuidMap<string | undefined>();
  /** Previous GUIDs of queries whose creation has an unknown outcome. */
  readonly #unknown = new GuidSet();
  readonly #deleted: GuidMap<ScheduledQuery>;

  constructor(
    private readonly deps: RecreationDeps,
    private readonly connection: Connection,
    deleted: readonly ScheduledQuery[],
    /** All schedules, with the deleted ones. */
    private readonly known: readonly ScheduledQuery[],
  ) {
    this.#deleted = new GuidMap(deleted.map((record) => [record.guid, record]));
  }

  /** The queries that were not deleted and ran after these. */
  dependentsOf(targets: readonly BulkTarget[]): readonly ScheduledQuery[] {
    const guids = new GuidSet(guidsOf(targets));
    return this.known.filter((query) => !this.#deleted.has(query.guid) && follows(query, guids));
  }

  /** For one target at a time, because a query may run after one that was created before it. */
  async run(target: BulkTarget, signal: AbortSignal): Promise<ItemResult> {
    const record = this.#deleted.get(target.guid);
    if (record === undefined) return { item: target, outcome: 'conflict', cause: 'deleted' };
    return { item: target, ...(await this.#recreate(record, signal)) };
  }

  async #recreate(record: ScheduledQuery, signal: AbortSignal): Promise<Omit<ItemResult, 'item'>> {
    const client = await this.deps.platforms.clientFor(this.connection);
    const preceding = follows(record, new GuidSet(this.#deleted.keys()))
      ? this.#deleted.get(record.precedingGuid ?? '')
      : undefined;
    const precedingGuid = preceding && (await this.#newGuidOf(client, preceding, signal));
    if (preceding !== undefined && precedingGuid === undefined) {
      const reason = t('It runs after “{0}”, which was not re-created.', preceding.name);
      return { outcome: 'rejected', reason };
    }
    const linked = { ...record, precedingGuid: precedingGuid ?? record.precedingGuid };
    const newGuid = await this.#create(client, record.guid, linked, signal);
    this.#newGuids.set(record.guid, newGuid);
    const notLinked = await this.#show(client, record, newGuid);
    return {
      outcome: 'done',
      reason: notLinked.length > 0 ? t('Not linked again: {0}', notLinked.join(', ')) : undefined,
    };
  }

  async #create(
    client: PlatformClient,
    guid: string,
    fields: ScheduledQuery,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const mayExist = this.#unknown.has(guid);
    try {
      return await sendWrite(async () => createOnce(client, fields, signal, { mayExist }));
    } catch (error) {
      if (isUnknownOutcome(error)) this.#unknown.add(guid);
      throw error;
    }
  }

  /** Undefined if it is not created. Names are unique, so the name identifies it if the GUID is unknown. */
  async #newGuidOf(
    client: PlatformClient,
    { guid, name }: ScheduledQuery,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (!this.#newGuids.has(guid)) return undefined;
    return this.#newGuids.get(guid) ?? (await findByName(client, name, signal))?.guid;
  }

  /** Shows the new query and links others to it. Returns the names of those that could not be linked. */
  async #show(
    client: PlatformClient,
    { guid, name }: ScheduledQuery,
    newGuid: string | undefined,
  ): Promise<readonly string[]> {
    const { connection } = this;
    const { section, ui } = this.deps;
    // Without the signal: the created query is read even after a cancellation.
    const made = await readAfterWrite(ui.log, async () => findCreatedQuery(client, newGuid, name));
    const dependents = this.dependentsOf([{ guid, name }]);
    if (made === undefined) {
      section.reload(connection);
      return dependents.map((dependent) => dependent.name);
    }
    this.#newGuids.set(guid, made.guid);
    await section.update(connection, { added: [made], recreated: [{ guid, record: made }] });
    const notLinked: string[] = [];
    for (const dependent of dependents) {
      // The query itself is created even if this fails.
      const linked = await linkDependent(client, dependent, made.guid).catch(() => undefined);
      if (linked === undefined) notLinked.push(dependent.name);
      else await section.update(connection, { changed: [linked] });
    }
    return notLinked;
  }
}
