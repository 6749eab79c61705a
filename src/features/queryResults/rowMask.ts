import { maskedColumns } from '../../assistant/maskedColumns';
import type { MaskedColumns } from '../../assistant/maskedColumns';
import { hidingMasker } from '../../shared/privacy/hiddenValues';
import type { Masker } from '../../shared/privacy/masker';
import type { RawRecord } from '../../shared/wire/optional';
import { parseForRun } from './parseForRun';

/** Masks the rows of a query, including columns that are derived from sensitive ones or named after values. */
export class RowMask {
  readonly #masked: MaskedColumns;

  constructor(
    text: string,
    private readonly masker: Masker,
  ) {
    this.#masked = maskedColumns(parseForRun(text).query, masker.columns);
  }

  /** Keeps the column names. */
  row(row: RawRecord): RawRecord {
    return this.masker.row(row, this.#masked.columns);
  }

  /** A column of `timechart … by user` is named after a user. */
  column(name: string): string {
    const { names, namedColumns } = this.#masked;
    return names === undefined || namedColumns.has(name) ? name : this.masker.name(names, name);
  }

  /** With masked column names. */
  renamedRow(row: RawRecord): RawRecord {
    const entries = Object.entries(this.row(row));
    return Object.fromEntries(entries.map(([name, value]) => [this.column(name), value] as const));
  }
}

/** Undefined while sensitive values are shown. */
export function rowMaskOf(text: string): RowMask | undefined {
  const masker = hidingMasker();
  return masker && new RowMask(text, masker);
}
