import type { BoundCall } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import { needsBacktracking, readJavaPattern, replacementParts } from '../functions/javaPattern';
import { once } from './once';
import { ownFunction } from './ownFunctions';
import { quoteText } from '../../store/sqlText';

/**
 * Functions with a regular expression of Java. The engine runs constant ones in linear time, unless they look around
 * or refer back; those and patterns that differ per row run in JavaScript, within a time limit.
 */
export const patternFunctions: Readonly<Record<string, (call: BoundCall, ...args: string[]) => string>> = {
  match: (call, text, pattern) => {
    const linear = linearPattern(call);
    const match = linear
      ? `regexp_matches(${text}, ${quoteText(linear.text)})`
      : `(${ownFunction('match', text, pattern)} = 'true')`;
    return `coalesce(${match}, false)`;
  },
  groups: (call, text, pattern) => {
    const linear = linearPattern(call);
    return linear ? printGroups(text, linear) : `CAST(${ownFunction('groups', text, pattern)} AS JSON)`;
  },
  replace: (call, text, part, by) => {
    if (!hasPattern(call)) return `replace(${text}, ${part}, ${by})`;
    const linear = linearPattern(call);
    const replacement = linear && engineReplacement(call, linear);
    return replacement === undefined
      ? ownFunction('replace', text, part, by)
      : `regexp_replace(${text}, ${quoteText(linear?.text ?? '')}, ${quoteText(replacement)}, 'g')`;
  },
};

/** The pattern if it is constant and not null, as is the field that no row has. */
export function constantPattern(call: BoundCall): string | undefined {
  const argument = call.arguments[1];
  return argument?.node === 'literal' && argument.value !== null ? String(argument.value) : undefined;
}

function linearPattern(call: BoundCall): EnginePattern | undefined {
  const constant = constantPattern(call);
  const read = constant === undefined ? undefined : enginePattern(constant);
  return read?.isLinear === true ? read : undefined;
}

function printGroups(value: string, { text, groupCount }: EnginePattern): string {
  const regex = quoteText(text);
  if (groupCount === 0) return `CASE WHEN regexp_matches(${value}, ${regex}) THEN CAST('[]' AS JSON) END`;
  const names = Array.from({ length: groupCount }, (_, index) => `g${index + 1}`);
  // By name the engine returns all groups, by number only nine.
  const matched = `regexp_extract(${value}, ${regex}, [${names.map(quoteText).join(', ')}])`;
  const list = once(matched, 'matched', `json_array(${names.map((name) => `matched.${name}`).join(', ')})`);
  return `CASE WHEN regexp_matches(${value}, ${regex}) THEN ${list} END`;
}

/** Whether a call of `replace` uses a pattern rather than a text. */
export function hasPattern({ arguments: args }: BoundCall): boolean {
  return args[3]?.node === 'literal' && args[3].value === 're';
}

/** The most groups that the engine can insert. */
const maxInserted = 9;

/** A constant replacement in the syntax of the engine; undefined if it cannot have it. */
function engineReplacement(call: BoundCall, pattern: EnginePattern): string | undefined {
  const argument = call.arguments[2];
  if (argument?.node !== 'literal' || argument.value === null) return undefined;
  const parts = replacementParts(String(argument.value), pattern);
  if (!parts?.every((part) => typeof part === 'string' || part <= maxInserted)) return undefined;
  return parts
    .map((part) => (typeof part === 'string' ? part.replaceAll('\\', '\\\\') : `\\${part}`))
    .join('');
}

export interface EnginePattern {
  readonly text: string;
  /** Whether the engine can run it. */
  readonly isLinear: boolean;
  /** The number of capturing groups, named or not. */
  readonly groupCount: number;
  /** The one-based positions of named groups. */
  readonly named: ReadonlyMap<string, number>;
}

/** With thousands of groups the engine takes minutes for a row and cannot be interrupted. */
const maxGroups = 100;

/** Converts a Java pattern to the engine's syntax, in which `(?<name>` is `(?P<name>`. */
export function enginePattern(pattern: string): EnginePattern {
  if (needsBacktracking(pattern)) return slowPattern(pattern);
  const named = new Map<string, number>();
  let groupCount = 0;
  const text = pattern.replaceAll(tokenPattern, (token: string, name: string | undefined) => {
    if (!token.startsWith('(')) return token;
    groupCount += 1;
    if (name === undefined) return token;
    named.set(name, groupCount);
    // The engine only allows letters, digits and _ in names, so they are replaced.
    return `(?P<g${groupCount}>`;
  });
  if (groupCount > maxGroups) throw new QueryRejection('query-too-large');
  return { text, isLinear: true, groupCount, named };
}

function slowPattern(pattern: string): EnginePattern {
  const read = readJavaPattern(pattern);
  if (!read) throw new QueryRejection('broken-expression');
  const { groupCount, named } = read;
  return { text: pattern, isLinear: false, groupCount, named };
}

/** Whether a named group may match nothing. */
export function mayMatchNothing(pattern: string, name: string): boolean {
  const start = /\(\?P?<([^>=!]+)>/g;
  const found = [...pattern.matchAll(start)].find((one) => one[1] === name);
  const from = (found?.index ?? 0) + (found?.[0].length ?? 0);
  let depth = 1;
  for (const { 0: part, index } of pattern.slice(from).matchAll(classOrBracket)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (depth > 0) continue;
    const read = readJavaPattern(pattern.slice(from, from + index));
    return read === undefined || ''.search(read.regex) === 0;
  }
  return true;
}

const classOrBracket = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|[()]/g;

/** An escaped character, a character class, or the start of a capturing group. */
const tokenPattern = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?P?<([^>=!]+)>|\((?!\?)/g;
