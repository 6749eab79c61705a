import { linkDependent } from '../../../core/api/scheduledQueryWrites';
import { tableNames } from '../../../core/api/tableNames';
import type { PlatformClient } from '../../../core/api/client';
import type { Operation } from '../../../core/api/operation';
import type { Outcome } from '../../../core/api/guardedWrite';
import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Log } from '../../ui/log';
import { sendAndLog } from '../../ui/writes/sendAndLog';
import type { Platforms } from '../../ui/connections/connection';
import { named } from '../../ui/format/formatTimestamp';
import type { Prompts } from '../../ui/prompts/prompts';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import { conflictOf, planPublish, sendDraft } from './publishDraft';
import { askConflict, askCreateAgain, askOtherPlatform } from './draftQuestions';
import type { PublishResponse, PublishSubject } from './draftQuestions';
import type { DraftToPublish } from './editableText';
import type { QueryTarget } from './queryTarget';
import { isDraft } from './storedQuery';
import type { EditableRecord } from './storedQuery';
import { kindOf } from './textKinds';
import type { WorkingCopies } from './workingCopies';

/** The dependencies of publishing. */
export interface PublisherDeps {
  readonly platforms: Platforms;
  readonly prompts: Prompts;
  readonly log: Log;
  readonly copies: WorkingCopies;
  /** Runs requests with progress. */
  readonly working: <Result>(
    target: QueryTarget,
    task: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
  /** Asks for a confirmation if the connection or the text requires it. */
  readonly confirm: (
    target: QueryTarget,
    requests: readonly Operation<unknown>[],
    about: PublishSubject,
  ) => Promise<PublishResponse>;
}

/** What became of a draft, and what the editor does next. */
export type PublishResult = { readonly outcome: Outcome } & (
  | { readonly next: 'none' }
  /** `before` is the record that was overwritten; undefined if nothing was sent. */
  | { readonly next: 'show'; readonly record: EditableRecord; readonly before: EditableRecord | undefined }
  | { readonly next: 'open'; readonly created: Created }
  | { readonly next: 'reload'; readonly record: EditableRecord }
  | { readonly next: 'merge'; readonly record: EditableRecord }
  | { readonly next: 'correct'; readonly problem: ProblemSummary }
  | { readonly next: 'compare' }
);

export interface Created {
  /** Undefined if it cannot be read. */
  readonly record: EditableRecord | undefined;
  /** The queries that run after it again. */
  readonly linked: readonly ScheduledQuery[];
  readonly notLinked: readonly ScheduledQuery[];
}

/** A draft that is being published. */
interface Attempt {
  readonly client: PlatformClient;
  readonly target: QueryTarget;
  readonly draft: DraftToPublish;
}

/**
 * Publishes drafts without overwriting changes of others and without losing the draft. Progress is shown only
 * during requests, not while a question is open.
 */
export class Publisher {
  readonly #queue = new KeyedQueue();

  constructor(private readonly deps: PublisherDeps) {}

  /** Sequential per query: the second call publishes newer edits or finds nothing to do. */
  async publish(target: QueryTarget): Promise<PublishResult> {
    const key = this.deps.copies.keyOf(target.address);
    // A question that lost the focus would keep this call waiting; the question is asked again instead.
    if (this.#queue.has(key)) this.deps.prompts.dismiss();
    return this.#queue.run(key, async () => this.#publish(target));
  }

  async #publish(target: QueryTarget): Promise<PublishResult> {
    const { copies, platforms, prompts } = this.deps;
    const stored = await copies.open(target.address);
    const hasNone = stored === undefined || (!isDraft(stored) && !copies.isDeleted(target.address));
    if (hasNone) return { outcome: 'unchanged', next: 'none' };
    if (!copies.isOnCurrentPlatform(target.address, stored)) {
      await askOtherPlatform(prompts, target, stored.service);
      await copies.moveToConnection(target.address);
    }
    const draft = { ...target.address, ...stored };
    const problem = kindOf(draft).unreadable(draft);
    if (problem !== undefined) return { outcome: 'rejected', next: 'correct', problem };
    await platforms.ensureWritable(target.connection);
    return this.#attempt(target, draft);
  }

  async #attempt(target: QueryTarget, draft: DraftToPublish): Promise<PublishResult> {
    const { copies, platforms, working } = this.deps;
    const client = await platforms.clientFor(target.connection);
    const plan = await working(target, (signal) => planPublish(client, draft, signal));
    const attempt = { client, target, draft };
    switch (plan.kind) {
      case 'send':
        return this.#send(attempt, plan.current);
      case 'same':
        await copies.settle(target.address, plan.current, draft);
        return { outcome: 'unchanged', next: 'show', record: plan.current, before: undefined };
      case 'deleted':
        return this.#createAgain(attempt);
      case 'conflict':
        return this.#resolve(attempt, plan.current);
    }
  }

  async #send(attempt: Attempt, seen: EditableRecord): Promise<PublishResult> {
    const { target, draft } = attempt;
    const kind = kindOf(draft);
    const problem = await this.#problemOf(attempt);
    const subject = { problem, effect: kind.effect(seen, draft) };
    const response = await this.deps.confirm(target, kind.operations(seen, draft), subject);
    if (problem !== undefined && response === 'showProblem')
      return { outcome: 'skipped', next: 'correct', problem };
    if (response === 'compare') return { outcome: 'skipped', next: 'compare' };
    const record = await sendDraft(
      { ...this.deps, working: async (task) => this.deps.working(target, task) },
      { target, draft, seen },
      `publish the draft of a ${kind.label}`,
    );
    // The record or the draft has changed since the user has seen it.
    if (record === undefined) return this.#publish(target);
    return { outcome: 'done', next: 'show', record, before: seen };
  }

  async #resolve({ client, target, draft }: Attempt, record: EditableRecord): Promise<PublishResult> {
    const { copies, prompts, working } = this.deps;
    const kind = kindOf(draft);
    const change = await working(target, (signal) => kind.lastChange(client, record, signal));
    switch (await askConflict(prompts, target, conflictOf(record, draft, change))) {
      case 'merge':
        return { outcome: 'conflict', next: 'merge', record };
      case 'compare':
        return { outcome: 'conflict', next: 'compare' };
      case 'overwrite':
        // The record that the user has seen is the new base, so that a third change is detected.
        return this.#attempt(target, { ...draft, base: record });
      case 'reload':
        await copies.settle(target.address, record, draft);
        return { outcome: 'skipped', next: 'reload', record };
      case 'keep':
        throw new CanceledError();
    }
  }

  async #createAgain(attempt: Attempt): Promise<PublishResult> {
    const { client, target, draft } = attempt;
    const { working, copies, prompts, log } = this.deps;
    const { connection, address } = target;
    const kind = kindOf(draft);
    const problem = await this.#problemOf(attempt);
    const dependents = await working(target, (signal) => kind.dependents(client, draft.guid, signal));
    const subject = { problem, effect: kind.recreationEffect() };
    const response = await askCreateAgain(prompts, target, subject, named(dependents, Infinity));
    if (problem !== undefined && response === 'showProblem')
      return { outcome: 'skipped', next: 'correct', problem };
    const { name } = draft.base;
    const receipt = { connection, operation: `re-create a deleted ${kind.label}`, names: [name] };
    const guid = await sendAndLog(log, receipt, async () =>
      working(target, (signal) => kind.create(client, draft, signal)).catch((error: unknown) => {
        throw kind.explain(error, connection);
      }),
    );
    const finding = working(target, (signal) => kind.findCreated(client, guid, name, signal));
    const record = await finding.catch(() => undefined);
    await copies.forget(address);
    const links = record === undefined ? noLinks : await this.#link(client, dependents, record.guid);
    return { outcome: 'done', next: 'open', created: { record, ...links } };
  }

  /** The query itself is created even if this fails. */
  async #link(
    client: PlatformClient,
    dependents: readonly ScheduledQuery[],
    guid: string,
  ): Promise<Omit<Created, 'record'>> {
    const [linked, notLinked]: [ScheduledQuery[], ScheduledQuery[]] = [[], []];
    for (const dependent of dependents) {
      const record = await linkDependent(client, dependent, guid).catch(() => undefined);
      if (record === undefined) notLinked.push(dependent);
      else linked.push(record);
    }
    return { linked, notLinked };
  }

  async #problemOf({ client, target, draft }: Attempt): Promise<ProblemSummary | undefined> {
    const tables = await this.deps.working(target, (signal) => tableNames(client, signal));
    return kindOf(draft).problem(draft, target.connection.environment === 'local', tables);
  }
}

const noLinks = { linked: [], notLinked: [] };
