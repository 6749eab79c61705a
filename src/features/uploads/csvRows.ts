/** The first rows of CSV text by the rules of RFC 4180; blank lines are none. A cut last row is left out. */
export function csvRows(
  text: string,
  delimiter: string,
  most: number,
  complete: boolean,
): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const { value, end } of valuesOf(text, delimiter)) {
    if (end === '' && !complete) break;
    row.push(unquoted(value));
    if (end === delimiter) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    if (rows.length === most) break;
    row = [];
  }
  return rows;
}

interface Value {
  readonly value: string;
  /** The delimiter, a line's end, or nothing at the end of the text. */
  readonly end: string;
}

function* valuesOf(text: string, delimiter: string): Generator<Value> {
  const separator = delimiter === '|' ? '\\|' : delimiter;
  const reader = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y');
  reader.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    const found = reader.exec(text);
    if (found === null) return;
    const [, value = '', end = ''] = found;
    yield { value, end };
    if (end === '') return;
  }
}

function unquoted(value: string): string {
  return value.startsWith('"') && value.endsWith('"') && value.length > 1
    ? value.slice(1, -1).replaceAll('""', '"')
    : value;
}
