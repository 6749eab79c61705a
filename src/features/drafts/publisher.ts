import type { PlatformClient } from '../../api/client';
import { createOnce } from '../../api/createOnce';
import { findCreatedQuery, findScheduledQuery } from '../../api/findScheduledQuery';
import { dependentsOf, linkDependent } from '../../api/dependents';
import { tableNames } from '../../api/tableNames';
import type { Operation } from '../../api/operation';
import { differingFields } from '../../api/safeUpdate';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { Cancelled } from '../../ui/prompts/cancelled';
import type { Log } from '../../ui/log';
import { recordWrite } from '../../ui/writes/recordWrite';
import type { Platforms } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import { lastChangeOf, planPublish, publishOperation, withContent } from './publishDraft';
import { askConflict, askCreateAgain, askOtherService } from './publishQuestions';
import type { PublishResponse } from './publishQuestions';
import type { DraftContent, DraftToPublish } from './publishDraft';
import type { QueryTarget } from './queryTarget';
import { isDraft, currentText } from './storedQuery';
import type { WorkingCopies } from './workingCopies';

/** The dependencies of publishing. */
export interface PublisherDeps {
  readonly platforms: Platforms;
  readonly prompts: Prompts;
  readonly log: Log;
  readonly copies: WorkingCopies;
  /** Runs requests with a cancellable progress notification if they take long. */
  readonly working: <Result>(
    target: QueryTarget,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
  readonly compare: (target: QueryTarget) => Promise<void>;
  /** Opens an editor in which the draft is merged with the record. */
  readonly merge: (target: QueryTarget, current: ScheduledQuery) => Promise<void>;
  /** Asks for a confirmation if the connection or the text requires it. */
  readonly confirm: (
    target: QueryTarget,
    request: Operation<unknown>,
    about: { readonly problem: ProblemSummary | undefined; readonly schedule: string | undefined },
  ) => Promise<PublishResponse>;
  readonly showProblem: (target: QueryTarget, problem: ProblemSummary) => Promise<void>;
  /** Reverts unsaved changes, so that the editor shows the text of the platform. */
  readonly revert: (target: QueryTarget) => Promise<void>;
  readonly published: (target: QueryTarget, record: ScheduledQuery) => Promise<void>;
  readonly created: (target: QueryTarget, record: ScheduledQuery) => Promise<void>;
}

export type PublishOutcome =
  | 'published'
  | 'unchanged'
  | 'reloaded'
  | 'comparing'
  | 'merging'
  | 'correcting'
  | 'created';

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
  async publish(target: QueryTarget): Promise<PublishOutcome> {
    const key = this.deps.copies.keyOf(target.address);
    // A question that lost the focus would keep this call waiting; the question is asked again instead.
    if (this.#queue.has(key)) this.deps.prompts.dismiss();
    return this.#queue.take(key, async () => this.#publish(target));
  }

  async #publish(target: QueryTarget): Promise<PublishOutcome> {
    const { copies, platforms, prompts } = this.deps;
    const stored = await copies.open(target.address);
    if (stored === undefined) return 'unchanged';
    if (!isDraft(stored) && !copies.isDeleted(target.address)) return 'unchanged';
    if (!copies.isAtHome(target.address, stored)) {
      await askOtherService(prompts, target, stored.service);
      await copies.moveToConnection(target.address);
    }
    await platforms.ensureWritable(target.connection);
    return this.#attempt(target, { guid: target.address.guid, ...stored });
  }

  async #attempt(target: QueryTarget, draft: DraftToPublish): Promise<PublishOutcome> {
    const client = await this.deps.platforms.clientFor(target.connection);
    const plan = await this.deps.working(target, (signal) => planPublish(client, draft, signal));
    const attempt = { client, target, draft };
    switch (plan.kind) {
      case 'send':
        return this.#send(attempt, plan.current);
      case 'same':
        await this.#settle(target, plan.current, draft);
        return 'published';
      case 'deleted':
        return this.#createAgain(attempt);
      case 'conflict':
        return this.#resolve(attempt, plan.current);
    }
  }

  async #send(attempt: Attempt, current: ScheduledQuery): Promise<PublishOutcome> {
    const { client, target, draft } = attempt;
    const operation = publishOperation(current, draft);
    const read = async (): Promise<ScheduledQuery | undefined> =>
      this.deps.working(target, (signal) => findScheduledQuery(client, draft.guid, signal));
    const problem = await this.#problemOf(attempt);
    const response = await this.deps.confirm(target, operation, { problem, schedule: draft.schedule });
    if (problem !== undefined && response === 'showProblem') return this.#showProblem(target, problem);
    if (response === 'compare') return this.#compare(target);
    // Before the comparison, so that no question is open between it and the write.
    await this.deps.platforms.ensureWritable(target.connection);
    if (response === 'publish') {
      // The record may have changed while the question was open; only what the user has seen is overwritten.
      const now = await read();
      if (now === undefined || differingFields(now, current).length > 0) return this.#attempt(target, draft);
    }
    await this.#write(target, 'publish the draft of a scheduled query', current.name, (signal) =>
      client.send(operation, signal),
    );
    // The draft is published even if the record cannot be read again.
    const record = await read().catch(() => undefined);
    await this.#settle(target, record ?? { ...current, ...withContent(current, draft) }, draft);
    return 'published';
  }

  async #resolve({ client, target, draft }: Attempt, current: ScheduledQuery): Promise<PublishOutcome> {
    const change = await this.deps.working(target, (signal) => lastChangeOf(client, current, signal));
    const conflict = { base: draft.base, theirs: current, yours: withContent(draft.base, draft) };
    switch (await askConflict(this.deps.prompts, target, change, conflict)) {
      case 'merge':
        await this.deps.merge(target, current);
        return 'merging';
      case 'compare':
        return this.#compare(target);
      case 'overwrite':
        // The record that the user has seen is the new base, so that a third change is detected.
        return this.#attempt(target, { ...draft, base: current });
      case 'reload':
        await this.#settle(target, current, draft);
        await this.deps.revert(target);
        return 'reloaded';
      case 'keep':
        throw new Cancelled();
    }
  }

  async #compare(target: QueryTarget): Promise<PublishOutcome> {
    await this.deps.compare(target);
    return 'comparing';
  }

  async #createAgain(attempt: Attempt): Promise<PublishOutcome> {
    const { client, target, draft } = attempt;
    const problem = await this.#problemOf(attempt);
    const dependents = await this.deps.working(target, (signal) => dependentsOf(client, draft.guid, signal));
    const response = await askCreateAgain(this.deps.prompts, target, problem, namesOf(dependents));
    if (problem !== undefined && response === 'showProblem') return this.#showProblem(target, problem);
    const { name } = draft.base;
    const guid = await this.#write(target, 're-create a deleted scheduled query', name, (signal) =>
      // An earlier attempt may have created it without a response.
      createOnce(client, withContent(draft.base, draft), signal, { mayExist: true }),
    );
    const finding = this.deps.working(target, (signal) => findCreatedQuery(client, guid, name, signal));
    const record = await finding.catch(() => undefined);
    await this.deps.copies.forget(target.address);
    if (record === undefined) return 'created';
    await this.deps.created(target, record);
    await this.#link(attempt, dependents, record.guid);
    return 'created';
  }

  /** The query itself is created even if this fails. */
  async #link(
    { client, target }: Attempt,
    dependents: readonly ScheduledQuery[],
    guid: string,
  ): Promise<void> {
    const apart: ScheduledQuery[] = [];
    for (const dependent of dependents) {
      const linked = await linkDependent(client, dependent, guid).catch(() => undefined);
      if (linked === undefined) apart.push(dependent);
      else await this.deps.published(target, linked);
    }
    if (apart.length === 0) return;
    const message = `${target.connection.name}: ${t('Not linked to it again: {0}', namesOf(apart))}`;
    void this.deps.prompts.notify({ severity: 'warning', message });
  }

  /** The parser is loaded when the first text is published. */
  async #problemOf({ client, target, draft }: Attempt): Promise<ProblemSummary | undefined> {
    const { summarizeProblems } = await import('../../language/services/problemSummary');
    const tables = await this.deps.working(target, (signal) => tableNames(client, signal));
    return summarizeProblems(currentText(draft), target.connection.environment === 'local', tables);
  }

  async #showProblem(target: QueryTarget, problem: ProblemSummary): Promise<PublishOutcome> {
    await this.deps.showProblem(target, problem);
    return 'correcting';
  }

  async #write<Result>(
    target: QueryTarget,
    operation: string,
    name: string,
    send: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const receipt = { connection: target.connection, operation, names: [name] };
    return recordWrite(this.deps.log, receipt, async () => this.deps.working(target, send));
  }

  async #settle(target: QueryTarget, record: ScheduledQuery, draft: DraftContent): Promise<void> {
    await this.deps.copies.settle(target.address, record, draft);
    await this.deps.published(target, record);
  }
}

function namesOf(queries: readonly ScheduledQuery[]): string {
  return queries.map(({ name }) => `“${name}”`).join(', ');
}

/** The message in the status bar; undefined if the result is already visible. */
export function describeOutcome(
  outcome: PublishOutcome,
  { name, connection }: QueryTarget,
): string | undefined {
  if (outcome === 'published') return t('Published {0} to {1}.', name, connection.name);
  if (outcome === 'created') return t('Re-created {0} on {1}.', name, connection.name);
  return outcome === 'unchanged' ? t('{0} has no draft, so there is nothing to publish.', name) : undefined;
}
