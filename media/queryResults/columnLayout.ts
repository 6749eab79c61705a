import type { ResultColumn, ResultRow } from '../../src/core/pages/queryResults';
import { differingFirst } from './resultColumns';

/** A column that is measured: its name and the texts of its first cells. */
export interface MeasuredColumn {
  readonly column: ResultColumn;
  readonly texts: readonly string[];
}

const measuredRows = 200;
const narrowest = 60;
const widest = 360;
/** Wider, because it contains the text of a log. */
const maxLineWidth = 480;

/**
 * The order and widths of the columns of a panel. They are determined by the first rows, and then kept, also by the
 * next runs: columns must not move under the pointer. A result with mostly other columns starts over.
 */
export class ColumnLayout {
  #known: readonly string[] = [];
  readonly #widths = new Map<string, number>();

  /** @param measure returns the width that a column needs. */
  constructor(private readonly measure: (measured: MeasuredColumn) => number) {}

  get widths(): ReadonlyMap<string, number> {
    return this.#widths;
  }

  /** Takes new columns into account. The order of stored logs depends on their rows; others keep their own. */
  learn(
    columns: readonly ResultColumn[],
    loaded: () => readonly ResultRow[],
    cellText: (row: ResultRow, index: number) => string,
  ): void {
    const unknown = columns.filter(({ name }) => !this.#widths.has(name));
    const rows = unknown.length === 0 ? [] : loaded();
    if (rows.length === 0) return;
    const isOther = unknown.length * 2 > columns.length;
    if (isOther) this.#widths.clear();
    const before = isOther ? [] : this.#known;
    const names = differingFirst(columns, rows).map((index) => columns[index]?.name ?? '');
    const added = names.filter((name) => !before.includes(name));
    // The ID is the least useful column, and stays the last.
    const last = before.filter((name) => name === '_id');
    this.#known = [...before.filter((name) => name !== '_id'), ...added, ...last];
    const first = rows.slice(0, measuredRows);
    for (const [index, column] of columns.entries()) {
      if (this.#widths.has(column.name)) continue;
      const most = column.name === 'line' ? maxLineWidth : widest;
      const width = this.measure({ column, texts: first.map((row) => cellText(row, index)) });
      this.#widths.set(column.name, Math.max(narrowest, Math.min(most, width)));
    }
  }

  /** The positions of columns of stored logs in the order in which they are shown. */
  order(columns: readonly ResultColumn[]): readonly number[] | undefined {
    if (this.#known.length === 0) return undefined;
    const rank = (index: number): number => {
      const place = this.#known.indexOf(columns[index]?.name ?? '');
      return place < 0 ? Infinity : place;
    };
    return [...columns.keys()].sort((one, other) => rank(one) - rank(other) || one - other);
  }
}
