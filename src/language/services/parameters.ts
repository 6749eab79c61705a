import { type Command, type Query } from '../ast';
import { type Expression, type ParameterReference } from '../expression';
import { type ParsedQuery } from '../parseQuery';
import { expressionsOf, visitCommands, walkExpressions } from './walk';
import { fieldsOf } from './fieldFlow';

/** A parameter that the text refers to and nothing in it sets. */
export interface UnresolvedParameter {
  readonly name: string;
  readonly references: readonly ParameterReference[];
}

/**
 * Parameters to ask the user for. One with a default is not among them, nor is one that `setq` may set from
 * fields that the text does not tell.
 */
export function unresolvedParameters({ query }: ParsedQuery): readonly UnresolvedParameter[] {
  if (setsUnknownNames(query)) return [];
  const set = new Set(namesSetBy(query));
  const unresolved = new Map<string, ParameterReference[]>();
  for (const reference of parameterReferences(query.commands)) {
    if (reference.fallback || reference.name === '' || set.has(reference.name)) continue;
    const references = unresolved.get(reference.name);
    if (references) references.push(reference);
    else unresolved.set(reference.name, [reference]);
  }
  return [...unresolved].map(([name, references]) => ({ name, references }));
}

/** The names of the parameters that the text sets. */
export function parametersBefore({ query }: ParsedQuery): readonly string[] {
  return [...new Set(namesSetBy(query))];
}

export function parameterReferences(commands: readonly Command[]): readonly ParameterReference[] {
  const references: ParameterReference[] = [];
  const collect = (expression: Expression): void => {
    if (expression.kind === 'parameter') references.push(expression);
  };
  visitCommands(commands, (command) => {
    for (const expression of expressionsOf(command)) walkExpressions(expression, collect);
  });
  return references;
}

function namesSetBy(query: Query): readonly string[] {
  const names: string[] = [];
  visitCommands(query.commands, (command) => names.push(...namesSetByCommand(command)));
  return names;
}

function namesSetByCommand(command: Command): readonly string[] {
  if (command.kind === 'set') return command.parameter ? [command.parameter.text] : [];
  if (command.kind === 'setq' && command.subquery) return [...fieldsOf(command.subquery.query).names];
  return [];
}

function setsUnknownNames(query: Query): boolean {
  let unknown = false;
  visitCommands(query.commands, (command) => {
    if (command.kind === 'setq' && command.subquery) unknown ||= fieldsOf(command.subquery.query).open;
  });
  return unknown;
}
