/** The maximum number of bytes that a function returns; tables may contain longer texts. */
export const maxTextLength = 262_144;

/** The error message of the engine if a function would exceed the limit. */
export const textTooLong = `a function would return text of more than ${maxTextLength} bytes`;

/** The error message if a regular expression backtracks without end. */
export const patternTooSlow =
  'a regular expression takes more than a second for 2,048 rows or fewer: avoid nested repetitions such as (a+)+';

/** The error message of `daterange`. */
export const tooManyDates = 'daterange would return more than 100,000 dates';

/** Files of a log table are damaged; the message names the rows. */
export class DamagedRowsError extends Error {
  override readonly name = 'DamagedRowsError';
}

/** Why a valid query failed, in words for its author; undefined if only the log has details. */
export function failureReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DamagedRowsError) return error.message;
  return (
    own.find((reason) => error.message.includes(reason)) ??
    reasons.find(([pattern]) => pattern.test(error.message))?.[1]
  );
}

const own = [textTooLong, patternTooSlow, tooManyDates];

/** The engine also reports a full disk as out of memory, so that is checked first. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /max_temp_directory_size|no space left on device/i,
    'not enough disk space for the temporary data of this query',
  ],
  [/out of memory/i, 'out of memory'],
];
