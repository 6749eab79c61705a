import { parseNotebook, printNotebook } from './markdownCells';
import type { MarkdownCell } from './markdownCells';
import { readProperties, withProperties } from './notebookProperties';
import { markdownLine } from '../base/markdownText';

/** What a notebook is about. */
export interface NotebookSubject {
  /** The parameter of the template that has its name. */
  readonly parameter: 'table' | 'schedule';
  readonly name: string;
  /** The query of a schedule, for the first empty cell. */
  readonly query?: string | undefined;
}

/**
 * A template about one table or schedule: the parameter has its name, the heading too, and its queries read the table.
 * A query cannot have a parameter for the name of a table, so the one of the template is replaced.
 */
export function fillTemplate(template: string, { parameter, name, query = '' }: NotebookSubject): string {
  const { frontMatter, cells, tail } = parseNotebook(template);
  const { parameters } = readProperties(frontMatter).properties;
  const example = parameter === 'table' ? parameters.get(parameter) : undefined;
  const empty = cells.findIndex(({ kind, value }) => kind === 'query' && value.trim() === '');
  const filled = (cell: MarkdownCell, index: number): string => {
    if (index === empty) return query;
    if (cell.kind === 'query')
      return example === undefined ? cell.value : withTable(cell.value, example, name);
    return index === 0
      ? cell.value.replace(/^#[ \t].*/, (heading) => `${heading}: ${markdownLine(name)}`)
      : cell.value;
  };
  return printNotebook({
    frontMatter: withProperties(frontMatter, { parameters: new Map([...parameters, [parameter, name]]) }),
    cells: cells.map((cell, index) => ({ ...cell, value: filled(cell, index) })),
    tail,
  });
}

/** `fw_seoul` is replaced by the table, and `fw_*` by the tables whose names begin alike. */
function withTable(query: string, example: string, table: string): string {
  const alike = (name: string): string => `${/^[^_-]*[_-]?/.exec(name)?.[0] ?? ''}*`;
  const replaced = new Map([
    [alike(example), alike(table)],
    [example, table],
  ]);
  return query.replace(/[\p{L}\p{N}_*-]+/gu, (word) => replaced.get(word) ?? word);
}
