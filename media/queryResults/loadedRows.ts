import type { Cell, QueryResultsView, ResultColumn, ResultRow } from '../../src/shared/protocol/queryResults';
import { epochOf } from '../app/format';

/**
 * The indexes of loaded rows that match the filter, sorted. Only loaded rows are considered, whose number the
 * page shows.
 */
export function arrangeLoaded(
  entries: Iterable<readonly [number, ResultRow]>,
  columns: readonly ResultColumn[],
  { filter, sort }: Pick<QueryResultsView, 'filter' | 'sort'>,
): readonly number[] {
  const words = filter.toLowerCase().match(/\S+/g) ?? [];
  const kept = [...entries].filter(([, row]) => words.length === 0 || hasAll(row, words));
  const column = columns.findIndex(({ name }) => name === sort?.column);
  const type = columns[column]?.type;
  if (sort && type) {
    const direction = sort.descending ? -1 : 1;
    const value = (row: ResultRow): Cell => {
      const cell = row[column] ?? null;
      return type === 'time' ? (epochOf(cell) ?? cell) : cell;
    };
    const keyed = kept.map(([index, row]) => ({ index, cell: value(row) }));
    keyed.sort((one, other) => compareCells(one.cell, other.cell, direction));
    return keyed.map(({ index }) => index);
  }
  return kept.map(([index]) => index);
}

function hasAll(row: ResultRow, words: readonly string[]): boolean {
  const text = row.map(plainText).join('\u0000').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Missing values come last in both directions. */
function compareCells(one: Cell, other: Cell, direction: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * direction;
  return collator.compare(plainText(one), plainText(other)) * direction;
}

/** Created once, because creating one per comparison is a hundred times slower. */
const collator = new Intl.Collator(undefined, { numeric: true });

function plainText(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
