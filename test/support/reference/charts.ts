import { readSpan, lengthOf, truncate } from './dates';
import { groupRows, percentile, readAggregates, stats } from './grouping';
import type { Aggregate } from './grouping';
import { parseExpression } from './expressions';
import type { Scope } from './scope';
import { readClauses, readOptions, splitList } from './syntax';
import { asText, isNumber, sortOrder } from './values';
import type { Row, Value } from './values';

/** The values of the fields `columns` become columns, after `ALIAS:` if there are several aggregates. */
function spread(
  calls: readonly Aggregate[],
  by: readonly string[],
  columns: readonly string[],
  rows: readonly Row[],
): Row[] {
  return groupRows(rows, (row) => by.map((name) => row.get(name) ?? null)).map(({ keys, rows: within }) => {
    const cells = groupRows(within, (row) => columns.map((name) => row.get(name) ?? null)).flatMap((cell) => {
      const name = cell.keys.map((key) => asText(key) ?? 'null').join(':');
      return calls.map((call): [string, Value] => [
        calls.length === 1 ? name : `${call.as}:${name}`,
        call.compute(cell.rows),
      ]);
    });
    return new Map([...cells, ...by.map((name, index): [string, Value] => [name, keys[index] ?? null])]);
  });
}

export function pivot(text: string, scope: Scope, rows: readonly Row[]): Row[] {
  const { rest } = readOptions(text, ['parallel']);
  const clauses = readClauses(rest, ['by', 'rows', 'for', 'cols']);
  const calls = readAggregates(clauses[''] ?? '', scope);
  const by = splitList(clauses['by'] ?? clauses['rows'] ?? '');
  const columns = splitList(clauses['for'] ?? clauses['cols'] ?? '');
  return columns.length === 0 ? stats({ calls, by }, rows) : spread(calls, by, columns, rows);
}

/** Rows without a date in `_time` are left out. */
export function timechart(text: string, scope: Scope, rows: readonly Row[]): Row[] {
  const { options, rest } = readOptions(text, ['span', 'offset', 'parallel']);
  const clauses = readClauses(rest, ['by']);
  const calls = readAggregates(clauses[''] ?? '', scope);
  const span = readSpan(options['span'] ?? '1h');
  const offset = options['offset'] === undefined ? 0 : lengthOf(readSpan(options['offset']));
  const timed = rows.flatMap((row) => {
    const time = row.get('_time');
    return time instanceof Date ? [new Map([...row, ['_time', truncate(time.getTime(), span, offset)]])] : [];
  });
  const columns = splitList(clauses['by'] ?? '');
  return columns.length === 0
    ? stats({ calls, by: ['_time'] }, timed)
    : spread(calls, ['_time'], columns, timed);
}

export function boxplot(text: string, scope: Scope, rows: readonly Row[]): Row[] {
  const clauses = readClauses(text, ['by']);
  const expression = parseExpression(clauses[''] ?? '', scope);
  const by = splitList(clauses['by'] ?? '');
  const groups = groupRows(rows, (row) => by.map((name) => row.get(name) ?? null));
  if (by.length === 0 && groups.length === 0) groups.push({ keys: [], rows: [] });
  return groups.map(({ keys, rows: within }) => {
    const values = within.map((row) => expression.value(row)).filter(isNumber);
    const at = (percent: number): Value => percentile(values, percent);
    return new Map<string, Value>([
      ...by.map((name, index): [string, Value] => [name, keys[index] ?? null]),
      ['count', BigInt(values.length)],
      ['min', values.toSorted(sortOrder)[0] ?? null],
      ['iqr1', at(25)],
      ['iqr2', at(50)],
      ['iqr3', at(75)],
      ['max', values.toSorted(sortOrder).at(-1) ?? null],
    ]);
  });
}
