import { nearest } from '../../shared/nearest';
import { t } from '../../shared/localize';
import type { Command, TableName } from '../ast';
import type { ParsedQuery } from '../parseQuery';
import { problemAt } from '../problem';
import type { Problem } from '../problem';
import { requiredTables } from './namedTables';

/** The tables that a query reads by name and that do not exist on the platform. */
export function missingTables(parsed: ParsedQuery, tables: readonly string[]): readonly Problem[] {
  const known = new Set(tables);
  // If nothing is missing, positions need not be adjusted.
  return parsed.stretches
    .filter(({ reading }) => missingOf(reading.commands, known).length > 0)
    .flatMap(({ commands }) => missingOf(commands, known))
    .map((table) => problemOf(table, tables));
}

/** A name with a colon belongs to another node. */
function missingOf(commands: readonly Command[], known: ReadonlySet<string>): readonly TableName[] {
  return requiredTables(commands).filter(({ name }) => !name.includes(':') && !known.has(name));
}

function problemOf(table: TableName, tables: readonly string[]): Problem {
  const problem = problemAt('table-not-found', table, undefined, table.name);
  const meant = nearest(table.name, tables);
  if (meant === undefined) return problem;
  return { ...problem, message: `${problem.message} ${t('Did you mean “{0}”?', meant)}` };
}
