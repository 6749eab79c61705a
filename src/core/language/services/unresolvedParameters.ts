import type { Command } from '../ast';
import type { Expression, ParameterReference } from '../expression';
import { printString } from '../printExpression';
import { shifted } from '../parsedSection';
import type { ParsedSection } from '../parsedSection';
import type { ParsedQuery } from '../parseQuery';
import { fieldsOf } from './fieldFlow';
import { Finder } from './finder';
import { expressionsOf, visitCommands, walkExpressions } from './walk';

/** A parameter that the text uses but does not set. */
export interface UnresolvedParameter {
  readonly name: string;
  readonly references: readonly ParameterReference[];
}

/**
 * The parameters to ask the user for, without those that have a default or that `setq` may set from unknown
 * fields.
 */
export function unresolvedParameters(parsed: ParsedQuery): readonly UnresolvedParameter[] {
  const set = parametersSetIn(parsed);
  if (set.open) return [];
  const unresolved = new Map<string, ParameterReference[]>();
  for (const { reading, by } of sectionsWithSign(parsed)) {
    for (const reference of parameterReferences(reading.commands)) {
      if (reference.fallback || reference.name === '' || set.names.has(reference.name)) continue;
      const references = unresolved.get(reference.name) ?? [];
      references.push(shifted(reference, by));
      unresolved.set(reference.name, references);
    }
  }
  return [...unresolved].map(([name, references]) => ({ name, references }));
}

/** The parameters that the text sets. */
export function parametersBefore(parsed: ParsedQuery): readonly string[] {
  return [...parametersSetIn(parsed).names];
}

/** Commands that set parameters, to be put before the text. */
export function settingsOf(values: ReadonlyMap<string, string>): string {
  return [...values].map(([name, value]) => `set ${name} = ${literalOf(value)} | `).join('');
}

/**
 * Converts a typed value: numbers and booleans are literals, everything else is a string, also digits after a zero
 * (an ID rather than a number) and a number or boolean in quotes.
 */
export function literalOf(value: string): string {
  const trimmed = value.trim();
  return isLiteral(trimmed) || isQuotedLiteral(trimmed) ? trimmed : printString(value);
}

/** Whether a typed value is a number, a boolean or null. */
export function isLiteral(value: string): boolean {
  return /^(-?(0|[1-9]\d*)(\.\d+)?|true|false|null)$/.test(value);
}

/** Whether a typed value is text that would be a literal without its quotes. */
export function isQuotedLiteral(value: string): boolean {
  return /^".+"$/.test(value) && isLiteral(value.slice(1, -1));
}

/** The sections that may contain a reference. */
function sectionsWithSign({ text, sections }: ParsedQuery): readonly ParsedSection[] {
  const signs = new Finder(text, '$');
  let start = 0;
  return sections.filter(({ pipe = text.length }) => {
    const hasSign = signs.isIn(start, pipe);
    start = pipe;
    return hasSign;
  });
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

/** `open` if others may be set from unknown fields. */
function parametersSetIn({ sections }: ParsedQuery) {
  const names = new Set<string>();
  let open = false;
  const add = (command: Command): void => {
    if ((command.kind === 'set' || command.kind === 'evalc') && command.parameter)
      names.add(command.parameter.text);
    if (command.kind !== 'setq' || !command.subquery) return;
    const fields = fieldsOf(command.subquery.query);
    for (const name of fields.names) names.add(name);
    open ||= fields.open || fields.tables.size > 0;
  };
  for (const { reading } of sections) visitCommands(reading.commands, add);
  return { names, open };
}
