import type { PlatformClient } from '../../api/client';
import { createOnce, dependentsOf, linkDependent } from '../../api/scheduledQueryWrites';
import { findCreatedQuery } from '../../api/findScheduledQuery';
import { tableNames } from '../../api/tableNames';
import type { Operation } from '../../api/operation';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQueryFields';
import { ExplainedError } from '../../ui/failures/failureText';
import { named } from '../../ui/format/format';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Log } from '../../ui/log';
import { recordWrite } from '../../ui/writes/recordWrite';
import type { Platforms } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import {
  isRuleDraft,
  isSameRecord,
  lastChangeOf,
  planPublish,
  publishedRecord,
  publishOperations,
  changesOf,
  conflictOf,
  offered,
  createAgainOperation,
  ruleProblems,
  unreadableDraft,
} from './publishDraft';
import { askConflict, askCreateAgain, askOtherPlatform } from './draftQuestions';
import type { PublishResponse, PublishSubject } from './draftQuestions';
import type { DraftToPublish, RuleDraft } from './publishDraft';
import { readRecord } from './readRecord';
import type { QueryTarget } from './queryTarget';
import { isDraft, isRule, currentText, withContent } from './storedQuery';
import type { DraftContent, EditableRecord } from './storedQuery';
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
  readonly merge: (target: QueryTarget, current: EditableRecord) => Promise<void>;
  /** Asks for a confirmation if the connection or the text requires it. */
  readonly confirm: (
    target: QueryTarget,
    requests: readonly Operation<unknown>[],
    about: PublishSubject,
  ) => Promise<PublishResponse>;
  readonly showProblem: (target: QueryTarget, problem: ProblemSummary) => Promise<void>;
  /** Reverts unsaved changes, so that the editor shows the text of the platform. */
  readonly revert: (target: QueryTarget) => Promise<void>;
  /** `before` is the record that was overwritten; undefined if nothing was sent. */
  readonly published: (
    target: QueryTarget,
    record: EditableRecord,
    before: EditableRecord | undefined,
  ) => Promise<void>;
  readonly created: (target: QueryTarget, record: EditableRecord) => Promise<void>;
}

export type PublishOutcome =
  | 'published'
  /** The platform had this content already. */
  | 'same'
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
    return this.#queue.run(key, async () => this.#publish(target));
  }

  async #publish(target: QueryTarget): Promise<PublishOutcome> {
    const { copies, platforms, prompts } = this.deps;
    const stored = await copies.open(target.address);
    if (stored === undefined) return 'unchanged';
    if (!isDraft(stored) && !copies.isDeleted(target.address)) return 'unchanged';
    if (!copies.isOnCurrentPlatform(target.address, stored)) {
      await askOtherPlatform(prompts, target, stored.service);
      await copies.moveToConnection(target.address);
    }
    const draft = { ...target.address, ...stored };
    const unreadable = isRuleDraft(draft) ? unreadableDraft(draft) : undefined;
    if (unreadable !== undefined) {
      await this.deps.showProblem(target, unreadable);
      throw new ExplainedError(t('{0} was not published. {1}', target.name, unreadable.text));
    }
    await platforms.ensureWritable(target.connection);
    return this.#attempt(target, draft);
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
        return 'same';
      case 'deleted':
        return this.#createAgain(attempt);
      case 'conflict':
        return this.#resolve(attempt, plan.current);
    }
  }

  async #send(attempt: Attempt, current: EditableRecord): Promise<PublishOutcome> {
    const { client, target, draft } = attempt;
    const operations = publishOperations(current, draft);
    const read = async (): Promise<EditableRecord | undefined> =>
      this.deps.working(target, (signal) => readRecord(client, draft, signal));
    const problem = await this.#problemOf(attempt);
    const subject = { problem, schedule: draft.schedule, changes: changesOf(current, draft) };
    const response = await this.deps.confirm(target, operations, subject);
    if (problem !== undefined && response === 'showProblem') return this.#showProblem(target, problem);
    if (response === 'compare') return this.#compare(target);
    // Before the comparison, so that no question is open between it and the write.
    await this.deps.platforms.ensureWritable(target.connection);
    if (response === 'publish') {
      // The record may have changed while the question was open; only what the user has seen is overwritten.
      const now = await read();
      if (now === undefined || !isSameRecord(now, current)) return this.#attempt(target, draft);
    }
    const receipt = `publish the draft of a ${isRule(current) ? `${current.rule} rule` : 'scheduled query'}`;
    await this.#write(target, receipt, current.name, async (signal) => {
      for (const operation of operations) await offered(target, client.send(operation, signal));
    });
    // The draft is published even if the record cannot be read again.
    const record = await read().catch(() => undefined);
    await this.#settle(target, record ?? publishedRecord(current, draft), draft, current);
    return 'published';
  }

  async #resolve({ client, target, draft }: Attempt, current: EditableRecord): Promise<PublishOutcome> {
    const change = await this.deps.working(target, (signal) => lastChangeOf(client, current, signal));
    switch (await askConflict(this.deps.prompts, target, change, conflictOf(current, draft))) {
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
        throw new CanceledError();
    }
  }

  async #compare(target: QueryTarget): Promise<PublishOutcome> {
    await this.deps.compare(target);
    return 'comparing';
  }

  async #createAgain(attempt: Attempt): Promise<PublishOutcome> {
    const { client, target, draft } = attempt;
    if (isRuleDraft(draft)) return this.#createRuleAgain(attempt, draft);
    const problem = await this.#problemOf(attempt);
    const dependents = await this.deps.working(target, (signal) => dependentsOf(client, draft.guid, signal));
    const response = await askCreateAgain(this.deps.prompts, target, problem, named(dependents, Infinity));
    if (problem !== undefined && response === 'showProblem') return this.#showProblem(target, problem);
    const { name } = draft.base;
    const guid = await this.#write(target, 're-create a deleted scheduled query', name, (signal) =>
      // An earlier attempt may have created it without a response.
      createOnce(client, withContent(draft.base as ScheduledQueryFields, draft), signal, { mayExist: true }),
    );
    const finding = this.deps.working(target, (signal) => findCreatedQuery(client, guid, name, signal));
    const record = await finding.catch(() => undefined);
    await this.deps.copies.forget(target.address);
    if (record === undefined) return 'created';
    await this.deps.created(target, record);
    await this.#link(attempt, dependents, record.guid);
    return 'created';
  }

  async #createRuleAgain({ client, target }: Attempt, draft: RuleDraft): Promise<PublishOutcome> {
    await askCreateAgain(this.deps.prompts, target, undefined, '');
    const { rule, name } = draft.base;
    const guid = await this.#write(target, `re-create a deleted ${rule} rule`, name, async (signal) =>
      offered(target, client.send(createAgainOperation(draft), signal)),
    );
    await this.deps.copies.forget(target.address);
    const created = guid && (await readRecord(client, { guid, rule }).catch(() => undefined));
    if (created) await this.deps.created(target, created);
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
      else await this.deps.published(target, linked, undefined);
    }
    if (apart.length === 0) return;
    const message = `${target.connection.name}: ${t('Not linked again: {0}', named(apart, Infinity))}`;
    void this.deps.prompts.notify({ severity: 'warning', message });
  }

  /** The parser is loaded when the first text is published. */
  async #problemOf({ client, target, draft }: Attempt): Promise<ProblemSummary | undefined> {
    const { summarizeProblems } = await import('../../language/services/problemSummary');
    const tables = await this.deps.working(target, (signal) => tableNames(client, signal));
    const isLocal = target.connection.environment === 'local';
    if (isRuleDraft(draft)) return ruleProblems(draft, isLocal, tables);
    return summarizeProblems(currentText(draft), isLocal, tables);
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

  async #settle(
    target: QueryTarget,
    record: EditableRecord,
    draft: DraftContent,
    before?: EditableRecord,
  ): Promise<void> {
    await this.deps.copies.settle(target.address, record, draft);
    await this.deps.published(target, record, before);
  }
}

/** The message in the status bar; undefined if the result is already visible. */
export function describeOutcome(
  outcome: PublishOutcome,
  { name, connection }: QueryTarget,
): string | undefined {
  if (outcome === 'published') return t('Published {0} to {1}.', name, connection.name);
  if (outcome === 'same')
    return t('{0} on {1} already has this content. Nothing was sent.', name, connection.name);
  if (outcome === 'created') return t('Re-created {0} on {1}.', name, connection.name);
  return outcome === 'unchanged' ? t('{0} has no draft, so there is nothing to publish.', name) : undefined;
}
