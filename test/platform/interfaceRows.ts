/** One thing that the interface's document states: an operation, a row of a table or an item of a numbered list. */
export interface InterfaceRow {
  /** Made of the section and the row's own words, so that it stays the same when rows are added around it. */
  readonly id: string;
}

/** How many leading cells tell a row from the others of its table. */
const identifyingCells: Readonly<Record<string, number>> = {
  errors: 3,
  'states-and-transitions': 3,
  limits: 2,
};

/** Reads the document as Markdown; every table row, numbered item and operation heading becomes a row. */
export function readInterfaceRows(document: string): InterfaceRow[] {
  const ids: string[] = [];
  let section = '';
  let tables = 0;
  let inTable = false;
  for (const line of document.split('\n')) {
    const heading = /^#{2,3} (.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      section = slug(heading);
      tables = 0;
      if (/^\d+\. /.test(heading)) ids.push(section);
    }
    const cells = cellsOf(line);
    if (cells && !inTable) tables += 1;
    else if (cells && !isRule(cells)) ids.push(rowId(section, tables, cells));
    inTable = cells !== undefined;
    ids.push(...numberedItem(section, line));
  }
  return ids.map((id) => ({ id }));
}

/** The line between a table's head and its rows. */
function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^-+$/.test(cell));
}

function numberedItem(section: string, line: string): string[] {
  const item = /^ *(\d+)\. /.exec(line)?.[1];
  return item === undefined ? [] : [`${section}/rule-${item}`];
}

function cellsOf(line: string): string[] | undefined {
  if (!line.startsWith('|')) return undefined;
  return line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function rowId(section: string, table: number, cells: readonly string[]): string {
  const args = cells.slice(0, identifyingCells[section] ?? 1).map(slug);
  return `${section}${table > 1 ? `-${table}` : ''}/${args.join('/')}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '');
}
