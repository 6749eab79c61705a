const formula = /^[=+\-@\t\r]/;

/** Rows as CSV that a spreadsheet takes for text alone: what could be a formula gets an apostrophe in front. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
