import type { Command, TableName } from '../ast';
import { writtenName } from '../catalog/fieldSteps';
import { parseQuery } from '../parseQuery';
import type { ParsedQuery } from '../parseQuery';
import { visitCommands } from './walk';

/** The tables that a query reads and writes. */
export interface NamedTables {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** The tables in a query and its subqueries; a name may contain `*`. */
export function namedTables(text: string): NamedTables {
  const parsed = parseQuery(text);
  return { read: namesIn(parsed, tablesRead), written: namesIn(parsed, tablesWritten) };
}

/** The tables that a query reads by exact name, whether they must exist or not. */
export function readTables(parsed: Pick<ParsedQuery, 'sections'>): readonly string[] {
  return namesIn(parsed, (command) => tablesRead(command).filter(({ wildcard }) => !wildcard));
}

function namesIn(
  { sections }: Pick<ParsedQuery, 'sections'>,
  tablesOf: (command: Command) => readonly TableName[],
): readonly string[] {
  const names = new Set<string>();
  for (const { reading } of sections) {
    visitCommands(reading.commands, (command) => {
      for (const table of tablesOf(command)) names.add(writtenName(table));
    });
  }
  return [...names];
}

/** The tables that commands read by exact name and that must exist here: no wildcards, no optional ones, none of another node. */
export function requiredTables(commands: readonly Command[]): readonly TableName[] {
  const required: TableName[] = [];
  visitCommands(commands, (command) => {
    if (command.kind !== 'table' && command.kind !== 'fulltext') return;
    const isRequired = ({ wildcard, optional, node }: TableName): boolean =>
      !wildcard && !optional && node === undefined;
    required.push(...command.tables.filter(isRequired));
  });
  return required;
}

export function tablesRead(command: Command): readonly TableName[] {
  switch (command.kind) {
    case 'table':
    case 'fulltext':
      return command.tables;
    default:
      return [];
  }
}

function tablesWritten(command: Command): readonly TableName[] {
  switch (command.kind) {
    case 'import':
      return command.table === undefined ? [] : [command.table];
    default:
      return [];
  }
}
