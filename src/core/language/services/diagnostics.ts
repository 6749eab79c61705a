import { t } from '../../base/localize';
import { nearest } from '../../base/nearest';
import type { Command, TableName } from '../ast';
import {
  aggregates,
  commandOptions,
  commands,
  findCommand,
  findFunction,
  functions,
} from '../catalog/catalog';
import { isLocalNode, isLocalObject, systemObjects } from '../catalog/systemObjects';
import { errorCodes } from '../errorCodes';
import type { ErrorKey } from '../errorCodes';
import type { Name } from '../expression';
import type { ParsedQuery } from '../parseQuery';
import { problemAt } from '../problem';
import type { Fixable, Problem } from '../problem';
import { requiredTables } from './namedTables';
import { expressionsOf, visitCommands, walkExpressions } from './walk';

/** The diagnostics of the editor. An empty document has none. */
export function diagnosticsOf(parsed: ParsedQuery): readonly Problem[] {
  if (parsed.text.trim() === '') return [];
  return parsed.problems.map((problem) => proposing(problem, nearestName(parsed.text, problem)));
}

function proposing(problem: Problem, meant: string | undefined): Problem {
  if (meant === undefined) return problem;
  return { ...problem, message: `${problem.message} ${t('Did you mean “{0}”?', meant)}` };
}

/** What is only good to know. */
export type Information = Omit<Problem, 'severity'> & { readonly severity: 'information' };

/** What the local platform does not have: it would reject the query. */
export function missingHere({ text, sections }: ParsedQuery): readonly Information[] {
  const key = 'unsupported-command';
  const found: Information[] = [];
  const maySearchGroups = /\bmatch[a-z]/.test(text);
  for (const { reading, by } of sections) {
    visitCommands(reading.commands, (command) => {
      const missing = missingPart(command, maySearchGroups);
      if (!missing) return;
      const { name, message } = missing;
      const range = { from: name.from + by, to: name.to + by };
      found.push({ code: errorCodes[key], key, ...range, severity: 'information', message });
    });
  }
  return found;
}

function missingPart(
  command: Command,
  maySearchGroups: boolean,
): { readonly name: Name; readonly message: string } | undefined {
  const { name, options } = command;
  if (findCommand(name.text)?.runsLocally === false) {
    const message = t('The command “{0}” exists, but the local platform does not run it.', name.text);
    return { name, message };
  }
  const known = commandOptions[name.text] ?? {};
  const missing =
    options.find((one) => known[one.name.text]?.notLocal)?.name ??
    missingArgument(command) ??
    (maySearchGroups ? missingFunction(command) : undefined);
  return missing && { name: missing, message: t('The local platform does not have “{0}”.', missing.text) };
}

function missingArgument(command: Command): Name | undefined {
  switch (command.kind) {
    case 'system':
      return isMissingObject(command.object) ? command.object : undefined;
    case 'anchors':
      return command.parser && { ...command.parser, text: `parse ${command.parser.text}` };
    case 'table':
    case 'fulltext': {
      const table = command.tables.find(({ node }) => node !== undefined && !isLocalNode(node));
      return table && { text: `${table.node ?? ''}:`, from: table.from, to: table.to };
    }
    default:
      return undefined;
  }
}

/** A function of groups of the platform, such as `matchnet`. */
function missingFunction(command: Command): Name | undefined {
  let missing: Name | undefined;
  for (const expression of expressionsOf(command)) {
    walkExpressions(expression, (inner) => {
      const name = inner.kind === 'call' ? inner.function : undefined;
      if (name && /^match./.test(name.text) && findFunction(name.text)) missing ??= name;
    });
  }
  return missing;
}

function isMissingObject(object: Name | undefined): boolean {
  return object !== undefined && systemObjects.includes(object.text) && !isLocalObject(object.text);
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
