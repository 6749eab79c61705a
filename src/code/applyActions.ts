import type { PlatformClient } from '../api/client';
import { createOnce } from '../api/createOnce';
import {
  ApiError,
  KeyRefusedError,
  PermissionError,
  UnreachableError,
  WritesLockedError,
} from '../api/errors';
import type { UnreachableReason } from '../api/errors';
import { allScheduledQueries, findByName } from '../api/findScheduledQuery';
import { safeUpdate } from '../api/safeUpdate';
import { t } from '../shared/localize';
import { fieldsOf } from '../shared/wire/scheduledQuery';
import type { ScheduledQueryFields } from '../shared/wire/scheduledQuery';
import type { LockEntry } from './lock';
import { differences } from './plan';
import type { Action, Change, Creation, Deletion } from './plan';
import { pendingPath } from './resolveFields';

export interface ActionResult {
  readonly action: Action;
  /** Why it failed; undefined if it succeeded. */
  readonly failure: string | undefined;
  /** Whether the outcome is unknown. */
  readonly isUncertain: boolean;
  /** Whether it was left out because of the state of the platform, without an attempt. */
  readonly isSkipped?: boolean;
}

/** Saves each result before the next action, so that an interrupted run can be repeated. */
export type SaveLockEntry = (action: Action, entry: LockEntry | undefined) => Promise<void>;

/** Runs actions sequentially and yields their results. A failure does not stop the rest; an aborted signal does. */
export async function* applyActions(
  client: PlatformClient,
  actions: readonly Action[],
  remember: SaveLockEntry,
  signal?: AbortSignal,
): AsyncGenerator<ActionResult, void, void> {
  const made = new Map<string, string>();
  let obstacle: string | undefined;
  for (const action of actions) {
    if (signal?.aborted === true) obstacle ??= t('Not attempted: canceled before it started.');
    if (obstacle !== undefined) {
      yield { action, failure: obstacle, isUncertain: false };
      continue;
    }
    let entry: LockEntry | undefined;
    try {
      entry = await perform(client, action, made, signal);
    } catch (error) {
      yield { action, ...failureOf(error, signal) };
      if (blocksAll(error)) obstacle = t('Not attempted, for the same reason.');
      continue;
    }
    if (entry !== undefined) made.set(action.path, entry.guid);
    // A change is reported as done even if the lock file cannot be updated; then the error ends the run.
    const unnoted = await remember(action, entry).catch((error: unknown) => ({ error }));
    yield { action, failure: undefined, isUncertain: false };
    if (unnoted !== undefined) throw unnoted.error;
  }
}

/** A problem that affects only this query. */
class NotDoneError extends Error {}

/** The state of the platform does not allow it. */
class SkippedError extends NotDoneError {}

/** Returns the new lock entry; undefined if the record was deleted. */
async function perform(
  client: PlatformClient,
  action: Action,
  made: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<LockEntry | undefined> {
  switch (action.kind) {
    case 'create':
      return create(client, action, made, signal);
    case 'change':
      return change(client, action, made, signal);
    case 'delete':
      await remove(client, action, signal);
      return undefined;
    case 'adopt':
      return action.entry;
  }
}

async function create(
  client: PlatformClient,
  action: Creation,
  made: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<LockEntry> {
  const record = withPreceding(action.wanted, made);
  const guid =
    (await createOnce(client, record, signal)) ?? (await findByName(client, record.name, signal))?.guid;
  if (guid === undefined) throw new NotDoneError(t('The platform does not list it.'));
  return { guid, record };
}

async function change(
  client: PlatformClient,
  { wanted, current }: Change,
  made: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<LockEntry> {
  const record = withPreceding(wanted, made);
  const outcome = await safeUpdate(client, current, record, signal);
  if (outcome.kind === 'conflict')
    throw new SkippedError(t('It was changed on the platform after the plan was made.'));
  if (outcome.kind === 'gone')
    throw new SkippedError(t('It was deleted on the platform after the plan was made.'));
  return { guid: current.guid, record };
}

async function remove(
  client: PlatformClient,
  { current }: Deletion,
  signal: AbortSignal | undefined,
): Promise<void> {
  const all = await allScheduledQueries(client, signal);
  const now = all.find(({ guid }) => guid.toLowerCase() === current.guid);
  if (now === undefined) return;
  if (differences(now, current).length > 0) {
    throw new SkippedError(t('It was changed on the platform after the plan was made.'));
  }
  // The change of a query that ran after it may have failed or been skipped.
  const dependent = all.find(({ precedingGuid }) => precedingGuid?.toLowerCase() === current.guid);
  if (dependent !== undefined) throw new SkippedError(t('“{0}” still runs after it.', dependent.name));
  const { skipped, failures } = await client.removeScheduledQueries([current.guid], 'skip', signal);
  if (skipped > 0) throw new SkippedError(t('It is running and was skipped.'));
  const [failure] = failures;
  if (failure !== undefined) throw new NotDoneError(failure.reason);
}

function withPreceding(
  wanted: ScheduledQueryFields,
  made: ReadonlyMap<string, string>,
): ScheduledQueryFields {
  const path = pendingPath(wanted.precedingGuid);
  if (path === undefined) return fieldsOf(wanted);
  const precedingGuid = made.get(path);
  if (precedingGuid === undefined) {
    throw new NotDoneError(t('Its preceding query, {0}, is not on the platform.', path));
  }
  return { ...fieldsOf(wanted), precedingGuid };
}

/** Rethrows failures that affect the whole run, such as a full disk. */
function failureOf(error: unknown, signal: AbortSignal | undefined): Omit<ActionResult, 'action'> {
  if (signal?.aborted === true) {
    const failure = t('Canceled while the request was in progress. It may have taken effect.');
    return { failure, isUncertain: true };
  }
  if (!(error instanceof ApiError || error instanceof NotDoneError)) throw error;
  if (!(error instanceof ApiError && error.uncertain)) {
    return { failure: error.message, isUncertain: false, isSkipped: error instanceof SkippedError };
  }
  const failure = t('{0} The change may have been written. Run Plan again.', error.message);
  return { failure, isUncertain: true };
}

const unreachableForAll: readonly UnreachableReason[] = [
  'connection-refused',
  'host-not-found',
  'certificate',
  'redirect',
];

function blocksAll(error: unknown): boolean {
  if (error instanceof UnreachableError) return unreachableForAll.includes(error.reason);
  const errors = [KeyRefusedError, PermissionError, WritesLockedError];
  return errors.some((type) => error instanceof type);
}
