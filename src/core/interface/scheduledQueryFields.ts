import type { ScheduledQuery } from './scheduledQuery';

export const writableFields = [
  'name',
  'description',
  'enabled',
  'query',
  'triggerType',
  'cronSchedule',
  'precedingGuid',
  'precedingAction',
  'nodeTypes',
  'outputParameter',
] as const satisfies readonly (keyof ScheduledQuery)[];

export const precedingActions = ['finished', 'succeeded', 'failed'] as const;
export const nodeTypes = ['control', 'data'] as const;

/** The limits of the platform, in characters. */
export const maxNameLength = 255;
export const maxDescriptionLength = 2000;

/** The writable fields. An update replaces all of them: omitted ones are reset to their defaults. */
export type ScheduledQueryFields = Pick<ScheduledQuery, (typeof writableFields)[number]>;

/** Fields without a value may be missing. */
type StoredFields = Partial<ScheduledQueryFields> &
  Pick<ScheduledQueryFields, 'name' | 'enabled' | 'query' | 'triggerType' | 'nodeTypes' | 'outputParameter'>;

/** The writable fields of a record, to send back all of them. */
export function fieldsOf(query: StoredFields): ScheduledQueryFields {
  return Object.fromEntries(writableFields.map((field) => [field, query[field]])) as ScheduledQueryFields;
}

/** The writable fields in which two records differ, in the order of the interface documentation. */
export function differingFields(
  one: ScheduledQueryFields,
  other: ScheduledQueryFields,
): readonly (keyof ScheduledQueryFields)[] {
  return writableFields.filter((field) =>
    field === 'precedingGuid'
      ? comparable(one[field]).toLowerCase() !== comparable(other[field]).toLowerCase()
      : comparable(one[field]) !== comparable(other[field]),
  );
}

/** The platform treats empty and absent values alike and ignores the order of node types. */
function comparable(value: ScheduledQueryFields[keyof ScheduledQueryFields]): string {
  return typeof value === 'object' ? [...value].sort().join(',') : String(value ?? '');
}

/** `other`: an unknown value. */
type RunState = 'running' | 'stopped' | 'other';

/** Platforms use different names for states; unknown ones are shown unchanged. */
export function runStateOf(word: string | undefined): RunState {
  const plain = normalizedState(word);
  if (plain === '' || stopped.has(plain)) return 'stopped';
  return running.has(plain) ? 'running' : 'other';
}

export function isFailure(resultState: string | undefined): boolean {
  return failed.has(normalizedState(resultState));
}

/** Whether a run has failed by itself: one that somebody has stopped needs no attention. */
export function hasFailed(resultState: string | undefined, reason: string | undefined): boolean {
  return isFailure(resultState) && !(reason?.startsWith(stopReason('')) ?? false);
}

/** How the local platform says why a stopped run ended. */
export function stopReason(loginName: string): string {
  return `stopped by ${loginName}`;
}

const running = new Set(['running', 'run', 'executing', 'inprogress', 'started', 'busy', '실행중']);
const stopped = new Set(['stopped', 'stop', 'idle', 'waiting', 'finished', 'ended', 'end', 'none', '중지']);
const failed = new Set(['failed', 'failure', 'fail', 'error', '실패']);

/** Ignores case, spaces and punctuation: platforms write RUNNING, in-progress and 실행 중. */
function normalizedState(word: string | undefined): string {
  return (word ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The fields of a new query before anything is entered. */
export const newQueryFields = fieldsOf({
  name: '',
  enabled: false,
  query: '',
  triggerType: 'cron',
  nodeTypes: [],
  outputParameter: false,
});
