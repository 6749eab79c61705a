/** One line of CSV as in RFC 4180, without the line break. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(quoted).join(',');
}

/**
 * Like `csvLine`, for spreadsheets: cells that a spreadsheet could run as a formula get an apostrophe in
 * front; numbers are unchanged.
 */
export function safeCsvLine(cells: readonly string[]): string {
  return csvLine(cells.map((cell) => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell)));
}

export function safeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${safeCsvLine(cells)}\r\n`).join('');
}

const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
