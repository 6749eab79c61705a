import { t } from '../../src/shared/localize';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { formatCount } from '../app/format';
import type { ArrangementText } from './arrangementText';
import { copyRows } from './copyRows';
import type { CopyFormat } from './copyRows';
import { largestLimit } from './resultRows';
import type { ResultRows } from './resultRows';

/** Copies selected rows after loading missing ones; reports if there are too many. */
export class RowsCopy {
  #wanted: { readonly first: number; readonly last: number; readonly format: CopyFormat } | undefined;
  words: ArrangementText | undefined;

  get pending(): boolean {
    return this.#wanted !== undefined;
  }

  start(first: number, last: number, format: CopyFormat): void {
    this.#wanted = { first, last, format };
    this.words = undefined;
  }

  end(): void {
    this.#wanted = undefined;
    this.words = undefined;
  }

  /** The text, once all rows are loaded. */
  continue(rows: ResultRows, data: QueryResultsState): string | undefined {
    if (!this.#wanted) return undefined;
    const { first, last, format } = this.#wanted;
    const selected = last - first + 1;
    const taken = Math.min(last, first + largestLimit - 1);
    if (!rows.loadRange(first, taken, data.rowCount) && rows.missing === undefined) {
      this.words = { text: t('Loading {0} rows to copy…', formatCount(taken - first + 1)) };
      return undefined;
    }
    const all = Array.from({ length: taken - first + 1 }, (_, index) => rows.at(first + index));
    const there = all.filter((row) => row !== undefined);
    this.end();
    if (there.length < selected) {
      const counts = [formatCount(there.length), formatCount(selected)] as const;
      this.words = {
        text: t('{0} of {1} rows were copied. Export the results to get all of them.', ...counts),
      };
    }
    return copyRows(there, data.columns, format);
  }
}
