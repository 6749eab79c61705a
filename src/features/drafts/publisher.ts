import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { t } from '../../shared/localize';
import type { ScheduledQuery, ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { Cancelled } from '../../ui/cancelled';
import type { Log } from '../../ui/log';
import type { Platforms } from '../../ui/platforms';
import type { Prompts } from '../../ui/prompts';
import { writeReceipt } from '../../ui/receipt';
import { lastChangeOf } from './lastChange';
import { askConflict, askCreateAnew } from './publishQuestions';
import { planPublish, type DraftToPublish } from './publishDraft';
import type { QueryTarget } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

/** What publishing needs of the editor, and tells the rest of the extension. */
export interface PublisherSurroundings {
  readonly platforms: Platforms;
  readonly prompts: Prompts;
  readonly log: Log;
  readonly copies: WorkingCopies;
  readonly compare: (target: QueryTarget) => Promise<void>;
  /** A second look, where the connection calls for it. Rejects with `Cancelled` to go no further. */
  readonly confirm: (target: QueryTarget, draft: DraftToPublish) => Promise<void>;
  /** Undoes what was typed, so that the editor shows the platform's text. */
  readonly revert: (target: QueryTarget) => Promise<void>;
  readonly published: (target: QueryTarget, record: ScheduledQuery) => Promise<void>;
  readonly created: (target: QueryTarget, record: ScheduledQuery) => Promise<void>;
}

export type PublishOutcome = 'published' | 'unchanged' | 'reloaded' | 'comparing' | 'created';

/** Takes a draft to the platform, never over somebody else's work and never without the draft being kept. */
export class Publisher {
  constructor(private readonly around: PublisherSurroundings) {}

  async publish(target: QueryTarget, signal: AbortSignal): Promise<PublishOutcome> {
    const { copies, platforms } = this.around;
    const stored = await copies.open(target.address);
    if (stored?.draft === undefined) return 'unchanged';
    await platforms.ensureWritable(target.connection);
    const draft = { guid: target.address.guid, base: stored.base, text: stored.draft };
    await this.around.confirm(target, draft);
    return this.#attempt(target, draft, signal);
  }

  async #attempt(target: QueryTarget, draft: DraftToPublish, signal: AbortSignal): Promise<PublishOutcome> {
    const client = await this.around.platforms.clientFor(target.connection);
    const plan = await planPublish(client, draft, signal);
    switch (plan.kind) {
      case 'send':
        return this.#send(client, target, plan.fields, signal);
      case 'same':
        await this.#settle(target, plan.current, draft.text);
        return 'published';
      case 'gone':
        return this.#createAnew(client, target, draft, signal);
      case 'conflict':
        return this.#resolve(client, target, draft, plan.current, signal);
    }
  }

  async #send(
    client: PlatformClient,
    target: QueryTarget,
    fields: ScheduledQueryFields,
    signal: AbortSignal,
  ): Promise<PublishOutcome> {
    await client.updateScheduledQuery(target.address.guid, fields, signal);
    this.#note(target, 'publish the text of a scheduled query', fields.name);
    const record = await findScheduledQuery(client, target.address.guid, signal);
    if (record !== undefined) await this.#settle(target, record, fields.query);
    return 'published';
  }

  async #resolve(
    client: PlatformClient,
    target: QueryTarget,
    draft: DraftToPublish,
    current: ScheduledQuery,
    signal: AbortSignal,
  ): Promise<PublishOutcome> {
    const change = await lastChangeOf(client, target.address.guid, signal);
    switch (await askConflict(this.around.prompts, target, change)) {
      case 'compare':
        await this.around.compare(target);
        return 'comparing';
      case 'overwrite':
        // What the person has seen is the new base: a third change would be found again.
        return this.#attempt(target, { ...draft, base: current }, signal);
      case 'reload':
        await this.#settle(target, current, draft.text);
        await this.around.revert(target);
        return 'reloaded';
      case 'keep':
        throw new Cancelled();
    }
  }

  async #createAnew(
    client: PlatformClient,
    target: QueryTarget,
    draft: DraftToPublish,
    signal: AbortSignal,
  ): Promise<PublishOutcome> {
    await askCreateAnew(this.around.prompts, target);
    const fields = { ...draft.base, query: draft.text };
    const guid = await client.createScheduledQuery(fields, signal);
    const record = await findCreated(client, guid, fields.name, signal);
    this.#note(target, 'create a deleted scheduled query anew', fields.name);
    await this.around.copies.forget(target.address);
    if (record !== undefined) await this.around.created(target, record);
    return 'created';
  }

  #note({ connection }: QueryTarget, operation: string, name: string): void {
    writeReceipt(this.around.log, { connection, operation, names: [name], result: 'done' });
  }

  async #settle(target: QueryTarget, record: ScheduledQuery, text: string): Promise<void> {
    await this.around.copies.settle(target.address, record, text);
    await this.around.published(target, record);
  }
}

/** A service may not say which GUID it gave; names are unique, so the name finds it. */
async function findCreated(
  client: PlatformClient,
  guid: string | undefined,
  name: string,
  signal: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  if (guid !== undefined) return findScheduledQuery(client, guid, signal);
  const { items } = await client.scheduledQueries({ keywords: name }, signal);
  return items.find((query) => query.name === name);
}

/** What the status bar says afterwards; undefined where the screen already shows it. */
export function outcomeInWords(outcome: PublishOutcome, target: QueryTarget): string | undefined {
  switch (outcome) {
    case 'published':
      return t('Published {0} to {1}.', target.name, target.connection.name);
    case 'created':
      return t('Created {0} anew on {1}.', target.name, target.connection.name);
    case 'unchanged':
      return t('{0} has no draft: there is nothing to publish.', target.name);
    case 'reloaded':
    case 'comparing':
      return undefined;
  }
}
