/** Cells as one line of CSV by the rules of RFC 4180, without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(quoted).join(',');
}

/**
 * The same for files that people open in a spreadsheet: what the spreadsheet could take for a formula gets an
 * apostrophe in front, and numbers stay numbers.
 */
export function safeCsvLine(cells: readonly string[]): string {
  return csvLine(cells.map((cell) => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell)));
}

/** Whole rows as a file for a spreadsheet. */
export function safeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${safeCsvLine(cells)}\r\n`).join('');
}

const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
