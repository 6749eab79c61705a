import type { Command, TableName } from '../ast';
import { parseQuery } from '../parseQuery';
import { visitCommands } from './walk';

/** How a query uses tables, by the names that it has for them. */
export interface NamedTables {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** The tables that a query names, subqueries included; a name may hold `*`. */
export function namedTables(text: string): NamedTables {
  const read = new Set<string>();
  const written = new Set<string>();
  for (const { reading } of parseQuery(text).stretches) {
    visitCommands(reading.commands, (command) => {
      for (const { name } of tablesRead(command)) read.add(name);
      for (const { name } of tablesWritten(command)) written.add(name);
    });
  }
  return { read: [...read], written: [...written] };
}

/** The tables that commands read by their exact names, and that have to exist: no patterns, and none that is optional. */
export function requiredTables(commands: readonly Command[]): readonly TableName[] {
  const required: TableName[] = [];
  visitCommands(commands, (command) => {
    if (command.kind !== 'table' && command.kind !== 'fulltext') return;
    required.push(...command.tables.filter(({ wildcard, optional }) => !wildcard && !optional));
  });
  return required;
}

/** Whether a name of a query means the table. */
export function meansTable(name: string, table: string): boolean {
  if (!name.includes('*')) return name === table;
  const parts = name.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(table);
}

function tablesRead(command: Command): readonly TableName[] {
  switch (command.kind) {
    case 'table':
    case 'fulltext':
      return command.tables;
    case 'copytable':
      return command.source === undefined ? [] : [command.source];
    default:
      return [];
  }
}

function tablesWritten(command: Command): readonly TableName[] {
  switch (command.kind) {
    case 'import':
      return command.table === undefined ? [] : [command.table];
    case 'copytable':
      return command.target === undefined ? [] : [command.target];
    default:
      return [];
  }
}
