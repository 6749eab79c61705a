/** Bytes of the longest text that a function makes; a table may hold longer ones. */
export const maxTextLength = 262_144;

/** The engine fails with these words where a function would make a longer one. */
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

/** The engine says of a full disk too that it is out of memory, so that one comes first. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [new RegExp(textTooLong), textTooLong],
  [
    /max_temp_directory_size|no space left on device/i,
    'not enough disk space for the temporary data of this query',
  ],
  [/out of memory/i, 'out of memory'],
];
