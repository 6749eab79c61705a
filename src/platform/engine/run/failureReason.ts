/** The maximum number of bytes that a function returns; tables may contain longer texts. */
export const maxTextLength = 262_144;

/** The error message of the engine if a function would exceed the limit. */
export const textTooLong = `a function would return text of more than ${maxTextLength} bytes`;

/** Files of a log table are damaged; the message names the rows. */
export class DamagedRowsError extends Error {
  override readonly name = 'DamagedRowsError';
}

/** Why a valid query failed, in words for its author; undefined if only the log has details. */
export function failureReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DamagedRowsError) return error.message;
  return reasons.find(([pattern]) => pattern.test(error.message))?.[1];
}

/** The engine also reports a full disk as out of memory, so that is checked first. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [new RegExp(textTooLong), textTooLong],
  [
    /max_temp_directory_size|no space left on device/i,
    'not enough disk space for the temporary data of this query',
  ],
  [/out of memory/i, 'out of memory'],
];
