import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import { confirmByName, confirmWithDetails } from '../../ui/writes/recordWrite';
import type { ConfirmationDetail } from '../../ui/writes/recordWrite';
import type { PlatformIdentity, Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import { formatTimestamp, formatAge } from '../../ui/format/format';
import { conflictSummary } from '../../ui/format/queryFields';
import type { Conflict } from '../../ui/format/queryFields';
import type { Button, Prompts, Choice } from '../../ui/prompts/prompts';
import type { Settings } from '../../ui/settings/settingsValues';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { Change } from './storedQuery';
import type { QueryTarget } from './queryTarget';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { targetTitle } from '../../ui/resolveTarget';
import { addressOf } from '../../shared/queryAddress';
import type { StoredDraft } from './draftStore';
import type { WorkingCopies } from './workingCopies';

/** What a confirmation says about a draft. */
export interface PublishSubject {
  readonly problem: ProblemSummary | undefined;
  readonly schedule: string | undefined;
  /** What changes in a rule; undefined for a scheduled query. */
  readonly changes: string | undefined;
}

/** `unasked`: no confirmation was necessary. */
export type PublishResponse = 'unasked' | 'publish' | 'showProblem' | 'compare';

/** Asks for a confirmation on production or if the text has a problem. Elsewhere the command itself is sufficient. */
export async function confirmPublish(
  prompts: Prompts,
  { connection, name }: QueryTarget,
  { problem, schedule, changes }: PublishSubject,
  request: ConfirmationDetail,
  confirmation: Settings['confirmation'],
): Promise<PublishResponse> {
  if (connection.environment !== 'production' && problem === undefined) return 'unasked';
  const message = t('Publish {0} to {1}?', name, connectionLabel(connection));
  const effect =
    changes ??
    (schedule === undefined
      ? t('The new text takes effect at the next run. The schedule and properties do not change.')
      : t('Its schedule changes to {0}. The other properties do not change.', schedule));
  const response = await confirmWithDetails<PublishResponse>(prompts, {
    message,
    detail: withProblem(problem, effect),
    buttons: [
      ...proceedAnyway<PublishResponse>(
        problem,
        { label: t('Publish'), value: 'publish' },
        t('Publish Anyway'),
      ),
      // Ends the question, which would cover the texts that are compared.
      { label: t('Compare'), value: 'compare' },
    ],
    details: [request],
  });
  if (response === 'publish') await confirmByName(prompts, connection, message, confirmation);
  return response;
}

/** Enter presses the first button, so with a problem that must not be the one that publishes. */
function proceedAnyway<Value>(
  problem: ProblemSummary | undefined,
  act: Button<Value>,
  anyway: string,
): readonly Button<Value | 'showProblem'>[] {
  if (problem === undefined) return [act];
  return [
    { label: t('Show Problem'), value: 'showProblem' },
    { ...act, label: anyway },
  ];
}

function withProblem(problem: ProblemSummary | undefined, effect: string): string {
  return problem === undefined ? effect : `${problem.text}\n\n${effect}`;
}

/** A conflict of rules, whose texts contain everything. */
export interface RuleConflict {
  /** What would change. */
  readonly rule: string;
  readonly base: { readonly query: string };
  readonly theirs: { readonly query: string };
  readonly yours: { readonly query: string };
}

export type ConflictResponse = 'merge' | 'compare' | 'overwrite' | 'reload' | 'keep';

export async function askConflict(
  prompts: Prompts,
  { connection, name }: QueryTarget,
  change: Change | undefined,
  conflict: Conflict | RuleConflict,
): Promise<ConflictResponse> {
  const { base, theirs, yours } = conflict;
  // Properties cannot be merged line by line.
  const isMergeable = base.query !== theirs.query && base.query !== yours.query;
  return prompts.confirm<ConflictResponse>({
    message: describeConflict(name, connectionLabel(connection), change),
    detail: [
      'rule' in conflict ? conflict.rule : conflictSummary(conflict),
      t('Your draft is kept until you decide. Reload discards it.'),
    ].join('\n\n'),
    buttons: [
      ...(isMergeable ? [{ label: t('Merge'), value: 'merge' as const }] : []),
      { label: t('Compare'), value: 'compare' },
      { label: t('Overwrite'), value: 'overwrite' },
      { label: t('Reload'), value: 'reload' },
      { label: t('Keep Draft'), value: 'keep', closes: true },
    ],
  });
}

export async function askCreateAgain(
  prompts: Prompts,
  { connection, name, address }: QueryTarget,
  problem: ProblemSummary | undefined,
  dependents: string,
): Promise<'create' | 'showProblem'> {
  const effect = [
    address.rule === undefined
      ? t('It gets a new GUID, and the schedule and properties that it had when you opened it.')
      : t('It gets a new GUID and the properties of your draft. Its earlier versions are lost.'),
    ...(dependents === '' ? [] : [t('Linked again: {0}', dependents)]),
  ].join('\n\n');
  return prompts.confirm({
    message: t('{0} was deleted on {1}. Re-create it?', name, connectionLabel(connection)),
    detail: withProblem(problem, effect),
    buttons: proceedAnyway(problem, { label: t('Create'), value: 'create' as const }, t('Create Anyway')),
  });
}

/** The URL of the connection has changed since the draft was created, and the new platform may have the same GUID. */
export async function askOtherPlatform(
  prompts: Prompts,
  { connection, name }: QueryTarget,
  { address, product }: PlatformIdentity,
): Promise<void> {
  await prompts.confirm({
    message: t(
      'Your draft of {0} was started on {1} ({2}), but {3} now points to {4} ({5}).',
      name,
      address,
      product,
      connectionLabel(connection),
      connection.baseUrl,
      connection.product,
    ),
    detail: t(
      'Another platform may have a different query with the same GUID. Your draft is kept if you cancel.',
    ),
    buttons: [{ label: t('Publish Anyway'), value: 'publish' }],
  });
}

export async function confirmDiscard(prompts: Prompts, name: string, connection: string): Promise<void> {
  await prompts.confirm({
    message: t('Discard your draft of {0}?', name),
    detail: t('The editor will show the text from {0}. This cannot be undone.', connection),
    buttons: [{ label: t('Discard Draft'), value: 'discard' }],
  });
}

function describeConflict(name: string, connection: string, change: Change | undefined): string {
  if (change === undefined)
    return t('Someone else changed {0} on {1} after you opened it.', name, connection);
  const [user, time] = [shownUser(change.user), formatTimestamp(new Date(change.time))];
  return t('{0} changed {1} on {2} at {3}, after you opened it.', user, name, connection, time);
}

type Copies = Pick<WorkingCopies, 'drafts' | 'addressesOf' | 'isReached'>;

type FindConnection = (name: string) => Connection | undefined;

type DraftCommand = 'open' | 'publish' | 'move' | 'discard';

/** Asks which of all drafts is meant, those that no connection leads to included. */
export async function askDraft(
  prompts: Prompts,
  copies: Copies,
  find: FindConnection,
): Promise<ShownQuery | undefined> {
  const drafts = [...(await copies.drafts())].sort(
    (one, other) => other.query.changedAt - one.query.changedAt,
  );
  if (drafts.length > 0) {
    return prompts.pick({
      title: t('Drafts'),
      placeholder: t('Select a draft'),
      choices: drafts.map((draft) => choiceOf(draft, copies, find)),
    });
  }
  void prompts.notify({ message: t('There are no drafts.') });
  return undefined;
}

/** Actions that require the platform are offered only if it has a connection. */
export async function askDraftCommand(
  prompts: Prompts,
  { name, address }: ShownQuery,
  connection: Connection | undefined,
): Promise<DraftCommand> {
  const reached: readonly Choice<DraftCommand>[] = [
    { label: t('Publish to Platform'), icon: 'cloud-upload', value: 'publish' },
    ...(address.rule === undefined
      ? [{ label: t('Move into Project'), icon: 'repo', value: 'move' as const }]
      : []),
  ];
  return prompts.pick<DraftCommand>({
    title: connection === undefined ? name : targetTitle(name, connection),
    placeholder: t('Select what to do with the draft'),
    choices: [
      { label: t('Open'), icon: 'go-to-file', value: 'open' },
      ...(connection === undefined ? [] : reached),
      { label: t('Discard Draft'), icon: 'discard', value: 'discard' },
    ],
  });
}

function choiceOf({ id, query }: StoredDraft, copies: Copies, find: FindConnection): Choice<ShownQuery> {
  const { base, service, changedAt, schedule } = query;
  const addresses = copies.addressesOf(id, query);
  // Of several connections to its platform, the one with which it was written.
  const [first = addressOf(query.connection, id)] = addresses;
  const address = addresses.find(({ connection }) => connection === query.connection) ?? first;
  const connection = copies.isReached(query) ? find(address.connection) : undefined;
  return {
    label: base.name,
    description:
      connection === undefined ? t('its connection no longer exists') : connectionLabel(connection),
    detail: [
      ...(schedule === undefined
        ? []
        : [t('schedule {0} instead of {1}', schedule, base.cronSchedule ?? '')]),
      `${service.address} (${service.product})`,
      formatAge(new Date(changedAt)),
    ].join(' · '),
    value: { address, name: base.name },
  };
}
