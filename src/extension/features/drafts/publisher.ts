import type { PlatformClient } from '../../../core/api/client';
import type { Outcome } from '../../../core/api/guardedWrite';
import { tableNames } from '../../../core/api/tableNames';
import { t } from '../../../core/base/localize';
import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import type { Platforms } from '../../ui/connections/connection';
import { named } from '../../ui/format/formatTimestamp';
import type { Log } from '../../ui/log';
import type { Ui } from '../../ui/openUi';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Settings } from '../../ui/settings/settingsValues';
import { writeGuarded } from '../../ui/writes/guardedWrite';
import type { GuardDeps, UserWrite, UserWriteResult } from '../../ui/writes/guardedWrite';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import { readAfterWrite, requestDetail, sendAndLog } from '../../ui/writes/sendAndLog';
import { askConflict, askCreateAgain, askOtherPlatform, conflictOf, confirmPublish } from './draftQuestions';
import type { Comparison, DraftToPublish, LinkedAgain } from './editableText';
import type { QueryTarget } from './queryTarget';
import { isDraft } from './storedQuery';
import type { EditableRecord } from './storedQuery';
import { kindOf } from './textKinds';
import type { WorkingCopies } from './workingCopies';

export interface PublisherDeps {
  readonly ui: Pick<Ui, 'prompts' | 'documents' | 'log'>;
  readonly platforms: Platforms;
  readonly copies: WorkingCopies;
  readonly readSettings: () => Pick<Settings, 'confirmation'>;
  readonly withProgress: <Result>(
    title: string,
    task: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
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

export interface Created extends LinkedAgain {
  /** Undefined if it cannot be read. */
  readonly record: EditableRecord | undefined;
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
    if (this.#queue.has(key)) this.deps.ui.prompts.dismiss();
    return this.#queue.run(key, async () => {
      for (;;) {
        const draft = await draftOf(this.deps, target);
        const result = 'outcome' in draft ? draft : await new Publication(this.deps, target, draft).publish();
        if (result !== undefined) return result;
      }
    });
  }
}

/** The stored draft, or why it cannot be published. */
async function draftOf(
  { ui, platforms, copies }: PublisherDeps,
  target: QueryTarget,
): Promise<DraftToPublish | PublishResult> {
  const { address, connection } = target;
  const stored = await copies.open(address);
  if (stored === undefined || (!isDraft(stored) && !copies.isDeleted(address)))
    return { outcome: 'unchanged', next: 'none' };
  if (!copies.isOnCurrentPlatform(address, stored)) {
    await askOtherPlatform(ui.prompts, target, stored.service);
    await copies.moveToConnection(address);
  }
  const draft = { ...address, ...stored };
  const problem = kindOf(draft).unreadable?.(draft);
  if (problem !== undefined) return { outcome: 'rejected', next: 'correct', problem };
  await platforms.ensureWritable(connection);
  return draft;
}

/** One attempt to publish a draft. */
class Publication {
  readonly #kind;
  readonly #guard: GuardDeps;

  constructor(
    private readonly deps: PublisherDeps,
    private readonly target: QueryTarget,
    private readonly draft: DraftToPublish,
  ) {
    this.#kind = kindOf(draft);
    const title = t('Publishing {0} to {1}', target.name, target.connection.name);
    const withProgress: GuardDeps['withProgress'] = async (task) => deps.withProgress(title, task);
    this.#guard = { platforms: deps.platforms, log: deps.ui.log, withProgress };
  }

  /** Undefined if the record or the draft has changed while a question was open. */
  async publish(): Promise<PublishResult | undefined> {
    const { copies, platforms } = this.deps;
    const client = await platforms.clientFor(this.target.connection);
    const { comparison, current } = await this.#guard.withProgress(async (signal) =>
      compareDraft(client, this.draft, signal),
    );
    switch (comparison) {
      case 'send':
        return this.#send(client, current);
      case 'same':
        await copies.finishDraft(this.target.address, current, this.draft);
        return { outcome: 'unchanged', next: 'show', record: current, before: undefined };
      case 'deleted':
        return this.#createAgain(client);
      case 'conflict':
        return this.#resolve(client, current);
    }
  }

  async #send(client: PlatformClient, seen: EditableRecord): Promise<PublishResult | undefined> {
    const { deps, target, draft } = this;
    const { ui, copies } = deps;
    const problem = await this.#problem(client);
    const result = await sendDraft(
      { ...this.#guard, log: ui.log, copies },
      { target, draft, seen },
      {
        operation: `publish the draft of a ${this.#kind.noun}`,
        ask: async () => {
          const request = requestDetail(ui.documents, target.connection, () =>
            this.#kind.operations(seen, draft),
          );
          const subject = { problem, effect: this.#kind.effect(seen, draft) };
          return confirmPublish(ui.prompts, target, subject, request, deps.readSettings().confirmation);
        },
      },
    );
    switch (result.outcome) {
      case 'conflict':
        return undefined;
      case 'skipped':
        return instead(result.choice, problem);
      case 'done':
        return { outcome: 'done', next: 'show', record: result.record, before: seen };
    }
  }

  async #resolve(client: PlatformClient, record: EditableRecord): Promise<PublishResult | undefined> {
    const { deps, target, draft } = this;
    const change = await this.#guard.withProgress(async (signal) =>
      this.#kind.lastChange(client, record, signal),
    );
    switch (await askConflict(deps.ui.prompts, target, conflictOf(record, draft, change))) {
      case 'merge':
        return { outcome: 'conflict', next: 'merge', record };
      case 'compare':
        return { outcome: 'conflict', next: 'compare' };
      case 'overwrite':
        // The record that the user has seen is the new base, so that a third change is detected.
        return new Publication(deps, target, { ...draft, base: record }).publish();
      case 'reload':
        await deps.copies.finishDraft(target.address, record, draft);
        return { outcome: 'skipped', next: 'reload', record };
      case 'keep':
        throw new CanceledError();
    }
  }

  async #createAgain(client: PlatformClient): Promise<PublishResult> {
    const { deps, target, draft } = this;
    const { connection, address } = target;
    const { withProgress } = this.#guard;
    const problem = await this.#problem(client);
    const dependents = await withProgress(
      async (signal) => (await this.#kind.dependents?.(client, draft.guid, signal)) ?? [],
    );
    const subject = { problem, effect: this.#kind.recreationEffect() };
    const choice = await askCreateAgain(deps.ui.prompts, target, subject, named(dependents, Infinity));
    if (choice === 'showProblem') return instead(choice, problem);
    const { name } = draft.base;
    const receipt = { connection, operation: `re-create a deleted ${this.#kind.noun}`, names: [name] };
    const guid = await sendAndLog(deps.ui.log, receipt, async () =>
      withProgress(async (signal) => this.#kind.create(client, draft, signal)).catch((error: unknown) => {
        throw this.#kind.explain?.(error, connection) ?? error;
      }),
    );
    const finding = withProgress(async (signal) => this.#kind.findCreated(client, guid, name, signal));
    const record = await finding.catch(() => undefined);
    await deps.copies.forget(address);
    const links = record && (await this.#kind.linkAgain?.(client, dependents, record.guid));
    return { outcome: 'done', next: 'open', created: { record, linked: [], notLinked: [], ...links } };
  }

  async #problem(client: PlatformClient): Promise<ProblemSummary | undefined> {
    return this.#guard.withProgress(async (signal) => problemOf(client, this.target, this.draft, signal));
  }
}

/** What the user wants instead of publishing. */
function instead(choice: 'showProblem' | 'compare', problem: ProblemSummary | undefined): PublishResult {
  return choice === 'compare' || problem === undefined
    ? { outcome: 'skipped', next: 'compare' }
    : { outcome: 'skipped', next: 'correct', problem };
}

/**
 * Reads the record again and determines the effect of publishing. To overwrite after a conflict, compare again with the
 * record that the user has seen as the base, so that a third change is detected too.
 */
export async function compareDraft(
  client: PlatformClient,
  draft: DraftToPublish,
  signal?: AbortSignal,
): Promise<ComparedDraft> {
  const kind = kindOf(draft);
  const current = await kind.read(client, draft.guid, signal);
  return current === undefined
    ? { comparison: 'deleted', current }
    : { comparison: kind.compare(current, draft), current };
}

export type ComparedDraft =
  | { readonly comparison: Comparison; readonly current: EditableRecord }
  | { readonly comparison: 'deleted'; readonly current: undefined };

/** What is wrong with the query of a draft. */
export async function problemOf(
  client: PlatformClient,
  { connection }: QueryTarget,
  draft: DraftToPublish,
  signal: AbortSignal,
): Promise<ProblemSummary | undefined> {
  const tables = await tableNames(client, signal);
  return kindOf(draft).problem(draft, connection.environment === 'local', tables);
}

/** A draft, and the record on which the user wants to publish it. */
export interface DraftOnRecord {
  readonly target: QueryTarget;
  readonly draft: DraftToPublish;
  readonly seen: EditableRecord;
}

export interface SendDeps extends GuardDeps {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly copies: Pick<WorkingCopies, 'open' | 'finishDraft'>;
}

export type DraftResult<Choice> =
  | Exclude<UserWriteResult<EditableRecord, Choice>, { outcome: 'done' }>
  | {
      readonly outcome: 'done';
      readonly record: EditableRecord;
    };

/** Sends a draft, unless the record or the draft has changed since the user has seen it. */
export async function sendDraft<Choice = never>(
  deps: SendDeps,
  { target, draft, seen }: DraftOnRecord,
  question: Pick<UserWrite<EditableRecord, Choice>, 'operation' | 'ask'>,
): Promise<DraftResult<Choice>> {
  const { platforms, copies, log, withProgress } = deps;
  const { connection, address } = target;
  const kind = kindOf(draft);
  const result = await writeGuarded<EditableRecord, Choice>(deps, {
    ...{ ...question, connection, name: seen.name },
    read: async (client, signal) => kind.read(client, draft.guid, signal),
    isUnchanged: async (now) => kind.isSame(now, seen) && isDraft(await copies.open(address)),
    send: async (client, signal) => {
      for (const request of kind.operations(seen, draft)) {
        await client.send(request, signal).catch((error: unknown) => {
          throw kind.explain?.(error, connection) ?? error;
        });
      }
    },
  });
  if (result.outcome !== 'done') return result;
  const client = await platforms.clientFor(connection);
  // The draft is published even if the record cannot be read again.
  const read = await readAfterWrite(log, async () =>
    withProgress(async (signal) => kind.read(client, draft.guid, signal)),
  );
  const record = read ?? kind.published(seen, draft);
  await copies.finishDraft(address, record, draft);
  return { outcome: 'done', record };
}
