/** The maximum number of bytes that a function returns; tables may contain longer texts. */
export const maxTextLength = 262_144;

/** The error message of the engine if a function would exceed the limit. */
export const textTooLong = `a function would return text of more than ${maxTextLength} bytes`;

/** The error message if a regular expression backtracks without end, or texts are long. */
export const functionTooSlow =
  'a function takes too long for 2,048 rows or fewer: avoid long texts, and in a regular expression nested repetitions such as (a+)+';

/** The maximum number of characters that a function returns for the rows of one chunk. */
export const maxChunkSize = 64 * 1024 * 1024;

/** The error message of such a function. */
export const chunkTooLarge = `a function would return more than 67,108,864 characters for 2,048 rows or fewer`;

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

const own = [textTooLong, functionTooSlow, chunkTooLarge, tooManyDates];

/** The engine also reports a full disk as out of memory, so that is checked first. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /max_temp_directory_size|no space left on device/i,
    'not enough disk space for the temporary data of this query',
  ],
  [/out of memory/i, 'out of memory'],
];
