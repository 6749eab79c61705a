import { t } from '../../base/localize';
import { nearest } from '../../base/nearest';
import type { Command, TableName } from '../ast';
import { aggregates, commands, findCommand, functions } from '../catalog/catalog';
import { errorCodes } from '../errorCodes';
import type { ErrorKey } from '../errorCodes';
import type { ParsedQuery } from '../parseQuery';
import { problemAt } from '../problem';
import type { Fixable, Problem } from '../problem';
import { requiredTables } from './namedTables';
import { commandNames } from './structure';

/**
 * The diagnostics of the editor. An empty document has none.
 *
 * @param isLocal whether the query runs on the local platform, which does not support every command.
 */
export function diagnosticsOf(parsed: ParsedQuery, isLocal = false): readonly Problem[] {
  if (parsed.text.trim() === '') return [];
  const problems = parsed.problems.map((problem) => proposing(problem, nearestName(parsed.text, problem)));
  return isLocal ? [...problems, ...notLocal(parsed)] : problems;
}

function proposing(problem: Problem, meant: string | undefined): Problem {
  if (meant === undefined) return problem;
  return { ...problem, message: `${problem.message} ${t('Did you mean “{0}”?', meant)}` };
}

function notLocal(parsed: ParsedQuery): readonly Problem[] {
  const key = 'unsupported-command';
  return commandNames(parsed, ({ name }) => findCommand(name.text)?.runsLocally === false).map(
    ({ text, from, to }) => ({
      code: errorCodes[key],
      key,
      from,
      to,
      severity: 'warning',
      message: t('The command “{0}” exists, but the local platform does not run it.', text),
    }),
  );
}

/** The known name closest to an unknown one. */
export function nearestName(text: string, { key, typo, from, to }: Problem): string | undefined {
  if (typo !== undefined) return undefined;
  const written = text.slice(from, to);
  const names = (candidates[key] ?? []).map(({ name }) => name);
  const meant = nearest(written, names);
  return meant === written ? undefined : meant;
}

const candidates: Partial<Record<ErrorKey, readonly { readonly name: string }[]>> = {
  'unsupported-command': commands,
  'unsupported-function': [...functions, ...aggregates],
  'invalid-aggregation-function': aggregates,
};

/** The tables that a query reads by name and that do not exist on the platform. */
export function missingTables(
  parsed: ParsedQuery,
  tables: readonly string[],
): readonly (Problem & Fixable)[] {
  const known = new Set(tables);
  // If nothing is missing, positions need not be adjusted.
  return parsed.sections
    .filter(({ reading }) => missingOf(reading.commands, known).length > 0)
    .flatMap(({ commands: positioned }) => missingOf(positioned, known))
    .map((table) => {
      const problem = problemAt('table-not-found', table, undefined, table.name);
      const meant = nearest(table.name, tables);
      return {
        ...proposing(problem, meant),
        ...(meant !== undefined && { meant: { name: meant, text: meant } }),
      };
    });
}

function missingOf(written: readonly Command[], known: ReadonlySet<string>): readonly TableName[] {
  return requiredTables(written).filter(({ name }) => !known.has(name));
}
