/**
 * The rows of a table whose tests differ in what the platform answers and not in what VS Code does: all of them in the
 * newest VS Code, the first one in the oldest.
 */
export function variations<Row>(rows: readonly Row[]): readonly Row[] {
  return process.env['LOGBENCH_VARIATIONS'] === 'first' ? rows.slice(0, 1) : rows;
}
