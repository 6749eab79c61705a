import type { PlatformClient } from '../api/client';
import { sendGuarded } from '../api/guardedWrite';
import type { WriteResult } from '../api/guardedWrite';
import { createOnce, guardedUpdate } from '../api/scheduledQueryWrites';
import { allScheduledQueries, findByName } from '../api/findScheduledQuery';
import { t } from '../base/localize';
import { fieldsOf } from '../interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';
import { isTextApplied, textError } from './checkFiles';
import { applyInTurn, ConflictError, NotDoneError, SkippedError } from './applyInTurn';
import type { LockEntry } from './lock';
import { differences } from './plan';
import type { Action, Change, Creation, Deletion } from './plan';
import { pendingPath } from './linkFiles';
import { removeScheduledQueries } from '../api/operations/scheduledQueries';

/**
 * Runs actions sequentially and yields their results. A failure does not stop the rest; an aborted signal does.
 *
 * @param remember saves each result before the next action, so that an interrupted run can be repeated.
 */
export function applyActions(
  client: PlatformClient,
  actions: readonly Action[],
  remember: (action: Action, entry: LockEntry | undefined) => Promise<void>,
  signal?: AbortSignal,
): AsyncGenerator<WriteResult<Action>, void, void> {
  const made = new Map<string, string>();
  const performed = async (action: Action): Promise<LockEntry | undefined> => {
    const entry = await perform(client, action, made, signal);
    if (entry !== undefined) made.set(action.path, entry.guid);
    return entry;
  };
  return applyInTurn(actions, performed, remember, signal);
}

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
  rejectError(action.wanted);
  const record = withPreceding(action.wanted, made);
  const guid =
    (await createOnce(client, record, signal)) ?? (await findByName(client, record.name, signal))?.guid;
  if (guid === undefined) throw new NotDoneError(t('The platform does not list it.'));
  return { guid, record };
}

async function change(
  client: PlatformClient,
  { wanted, current, fields }: Change,
  made: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<LockEntry> {
  if (isTextApplied(fields, wanted.enabled)) rejectError(wanted);
  const record = withPreceding(wanted, made);
  const result = await sendGuarded(client, guardedUpdate(current, record), signal);
  if (result.outcome === 'conflict') throw new ConflictError(result.current);
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
  if (differences(now, current).length > 0) throw new ConflictError(now);
  // The change of a query that ran after it may have failed or been skipped.
  const dependent = all.find(({ precedingGuid }) => precedingGuid?.toLowerCase() === current.guid);
  if (dependent !== undefined) throw new SkippedError(t('“{0}” still runs after it.', dependent.name));
  const { skipped, failures } = await client.send(removeScheduledQueries([current.guid], 'skip'), signal);
  if (skipped > 0) throw new SkippedError(t('It is running and was skipped.'));
  const [failure] = failures;
  if (failure !== undefined) throw new NotDoneError(failure.reason);
}

function rejectError({ query }: ScheduledQueryFields): void {
  const error = textError(query);
  if (error !== undefined) throw new NotDoneError(t('The file has an error: {0}', error));
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
