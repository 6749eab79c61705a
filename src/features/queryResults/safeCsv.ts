/** A cell and what ends it. A cell whose end has not arrived yet does not match. */
const cellPattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n)/y;
const lastCellPattern = /("(?:[^"]|"")*"|[^",\r\n]*)$/y;
const formula = /^"?[=+\-@\t\r]/;
const number = /^"?[+-]?\d+(\.\d+)?([eE][+-]?\d+)?"?$/;

/**
 * Makes CSV, piece by piece, into CSV that a spreadsheet takes for text and numbers alone: what could be a
 * formula gets an apostrophe in front.
 */
export class SafeCsv {
  /** Rows that have been completed, the one with the names among them. */
  lines = 0;
  #rest = '';

  push(piece: string): string {
    const text = this.#rest + piece;
    let safe = '';
    let end = 0;
    cellPattern.lastIndex = 0;
    for (let match = cellPattern.exec(text); match; match = cellPattern.exec(text)) {
      const [whole, cell = '', separator = ''] = match;
      safe += safeCell(cell) + separator;
      if (separator !== ',') this.lines += 1;
      end += whole.length;
    }
    this.#rest = text.slice(end);
    return safe;
  }

  /** What is left when nothing more comes. */
  end(): string {
    lastCellPattern.lastIndex = 0;
    const cell = lastCellPattern.exec(this.#rest)?.[1] ?? this.#rest;
    this.#rest = '';
    return safeCell(cell);
  }
}

function safeCell(cell: string): string {
  if (!formula.test(cell) || number.test(cell)) return cell;
  return cell.startsWith('"') ? `"'${cell.slice(1)}` : `'${cell}`;
}
