import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import { t } from '../../../core/base/localize';
import { confirmByName, confirmWithDetails } from '../../ui/writes/sendAndLog';
import type { ConfirmationDetail } from '../../ui/writes/sendAndLog';
import type { PlatformIdentity } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import { formatTimestamp, named } from '../../ui/format/formatTimestamp';
import type { Button, Prompts } from '../../ui/prompts/prompts';
import type { Settings } from '../../ui/settings/settingsValues';
import { shownUser } from '../../../core/privacy/hiddenValues';
import type { DraftToPublish } from './editableText';
import { currentText } from './storedQuery';
import type { Change, EditableRecord } from './storedQuery';
import { kindOf } from './textKinds';
import type { QueryTarget } from './queryTarget';
import type { ShownQuery } from '../../ui/documents/queryUri';

/** What a confirmation says about a draft. */
export interface PublishSubject {
  readonly problem: ProblemSummary | undefined;
  /** What publishing changes. */
  readonly effect: string;
}

/**
 * Asks for a confirmation on production or if the text has a problem. Elsewhere the command itself is sufficient.
 * Undefined to publish.
 */
export async function confirmPublish(
  prompts: Prompts,
  { connection, name }: QueryTarget,
  { problem, effect }: PublishSubject,
  request: ConfirmationDetail,
  confirmation: Settings['confirmation'],
): Promise<'showProblem' | 'compare' | undefined> {
  if (connection.environment !== 'production' && problem === undefined) return undefined;
  const message = t('Publish {0} to {1}?', name, connectionLabel(connection));
  const response = await confirmWithDetails<'publish' | 'showProblem' | 'compare'>(prompts, {
    message,
    detail: withProblem(problem, effect),
    buttons: [
      ...proceedAnyway(problem, { label: t('Publish'), value: 'publish' as const }, t('Publish Anyway')),
      // Ends the question, which would cover the texts that are compared.
      { label: t('Compare'), value: 'compare' },
    ],
    details: [request],
  });
  if (response !== 'publish') return response;
  await confirmByName(prompts, connection, message, confirmation);
  return undefined;
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

/** What a draft and the platform have changed since the draft was started. */
export interface DraftConflict {
  /** The changes of both sides. */
  readonly changes: string;
  /** Whether both have changed the text: properties cannot be merged line by line. */
  readonly isMergeable: boolean;
  /** Who has changed the platform, if it tells. */
  readonly change: Change | undefined;
}

export function conflictOf(
  current: EditableRecord,
  draft: DraftToPublish,
  change: Change | undefined,
): DraftConflict {
  const { base } = draft;
  const isMergeable = base.query !== current.query && base.query !== currentText(draft);
  return { changes: kindOf(draft).conflict(current, draft), isMergeable, change };
}

export type ConflictResponse = 'merge' | 'compare' | 'overwrite' | 'reload' | 'keep';

export async function askConflict(
  prompts: Prompts,
  { connection, name }: QueryTarget,
  { changes, isMergeable, change }: DraftConflict,
): Promise<ConflictResponse> {
  return prompts.confirm<ConflictResponse>({
    message: describeConflict(name, connectionLabel(connection), change),
    detail: [changes, t('Your draft is kept until you decide. Reload discards it.')].join('\n\n'),
    buttons: [
      ...(isMergeable ? [{ label: t('Merge'), value: 'merge' as const }] : []),
      { label: t('Compare'), value: 'compare' },
      { label: t('Overwrite'), value: 'overwrite' },
      { label: t('Reload'), value: 'reload' },
      { label: t('Keep Draft'), value: 'keep', closes: true },
    ],
  });
}

/** The text in the merge editor is that of one side, or has nothing that the user decided. */
export async function askUndecided(prompts: Prompts, { name }: QueryTarget): Promise<void> {
  await prompts.confirm({
    message: t('Is the merge of {0} finished?', name),
    detail: t(
      'The text in the merge editor replaces your draft and is published. Where neither side was accepted, it has the original lines.',
    ),
    buttons: [{ label: t('Use This Text'), value: 'use' }],
  });
}

export async function askCreateAgain(
  prompts: Prompts,
  { connection, name }: QueryTarget,
  { problem, effect }: PublishSubject,
  dependents: string,
): Promise<'create' | 'showProblem'> {
  const details = [effect, ...(dependents === '' ? [] : [t('Linked again: {0}', dependents)])].join('\n\n');
  return prompts.confirm({
    message: t('{0} was deleted on {1}. Re-create it?', name, connectionLabel(connection)),
    detail: withProblem(problem, details),
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

/** Several drafts can be compared first. */
export async function confirmDiscard(
  prompts: Prompts,
  drafts: readonly ShownQuery[],
  details: readonly ConfirmationDetail[],
): Promise<void> {
  const [{ name, address } = { name: '', address: { connection: '' } }] = drafts;
  const isOne = drafts.length === 1;
  await confirmWithDetails(prompts, {
    message: isOne ? t('Discard your draft of {0}?', name) : t('Discard {0} drafts?', drafts.length),
    detail: isOne
      ? t('The editor will show the text from {0}. This cannot be undone.', address.connection)
      : `${named(drafts)}\n\n${t('This cannot be undone.')}`,
    buttons: [{ label: isOne ? t('Discard Draft') : t('Discard Drafts'), value: 'discard' }],
    details,
  });
}

function describeConflict(name: string, connection: string, change: Change | undefined): string {
  if (change === undefined)
    return t('Someone else changed {0} on {1} after you opened it.', name, connection);
  const [user, time] = [shownUser(change.user), formatTimestamp(new Date(change.time))];
  return t('{0} changed {1} on {2} at {3}, after you opened it.', user, name, connection, time);
}
