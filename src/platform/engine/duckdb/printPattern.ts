import type { BoundCall } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import { once } from './once';
import { quoteText } from '../../store/sqlText';

/** Functions with a pattern, which is constant or differs per row. */
export const patternFunctions: Readonly<Record<string, (call: BoundCall, ...args: string[]) => string>> = {
  match: (call, text, pattern) => {
    const match = printWithPattern(call, pattern, (used) => `regexp_matches(${text}, ${used})`);
    return `coalesce(${match}, false)`;
  },
  groups: (call, text, pattern) => {
    const constant = constantPattern(call);
    if (constant !== undefined) return printGroups(text, constant);
    return printWithPattern(call, pattern, (varying) => printVaryingGroups(text, varying));
  },
  replace: printReplace,
};

/** The pattern if it is constant and not null, as is the field that no row has. */
export function constantPattern(call: BoundCall): string | undefined {
  const argument = call.arguments[1];
  return argument?.node === 'literal' && argument.value !== null ? String(argument.value) : undefined;
}

/** Uses a pattern; null if that of a row is invalid. */
function printWithPattern(call: BoundCall, args: string, use: (pattern: string) => string): string {
  const constant = constantPattern(call);
  if (constant !== undefined) return use(quoteText(enginePattern(constant).text));
  // Java writes a named group `(?<name>`, the engine `(?P<name>`.
  const pattern = `regexp_replace(${args}, '\\(\\?<([a-zA-Z])', '(?P<\\1', 'g')`;
  // The engine compiles a constant pattern before the first row and fails the query if it is invalid; inside
  // a lambda it does not.
  return `TRY(list_transform([${pattern}], lambda pattern: ${use('pattern')})[1])`;
}

function printGroups(value: string, pattern: string): string {
  const { text, groupCount } = enginePattern(pattern);
  const regex = quoteText(text);
  if (groupCount === 0) return `CASE WHEN regexp_matches(${value}, ${regex}) THEN CAST('[]' AS JSON) END`;
  const names = Array.from({ length: groupCount }, (_, index) => `g${index + 1}`);
  // By name the engine returns all groups, by number only nine.
  const matched = `regexp_extract(${value}, ${regex}, [${names.map(quoteText).join(', ')}])`;
  const list = once(matched, 'matched', `json_array(${names.map((name) => `matched.${name}`).join(', ')})`);
  return `CASE WHEN regexp_matches(${value}, ${regex}) THEN ${list} END`;
}

/** The maximum number of groups that the engine returns for a pattern that is not constant. */
export const maxVaryingGroups = 9;

/** The same for a pattern per row, whose groups are counted by their parentheses. */
function printVaryingGroups(value: string, pattern: string): string {
  const plain = `regexp_replace(${pattern}, '\\\\.|\\[\\^?\\]?[^\\]]*\\]', '', 'g')`;
  const times = (text: string): string =>
    `((length(${plain}) - length(replace(${plain}, '${text}', ''))) // ${text.length})`;
  const count = `${times('(')} - ${times('(?')} + ${times('(?P<')}`;
  const groups = Array.from(
    { length: maxVaryingGroups },
    (_, index) => `regexp_extract(${value}, ${pattern}, ${index + 1})`,
  );
  return `CASE WHEN regexp_matches(${value}, ${pattern}) THEN to_json(list_slice([${groups.join(', ')}], 1, ${count})) END`;
}

/** Whether a call of `replace` uses a pattern rather than a text. */
export function hasPattern({ arguments: args }: BoundCall): boolean {
  return args[3]?.node === 'literal' && args[3].value === 're';
}

function printReplace(call: BoundCall, text: string, part: string, args: string): string {
  if (!hasPattern(call)) return `replace(${text}, ${part}, ${args})`;
  const replacement = printReplacement(args, constantPattern(call));
  const replaced = printWithPattern(
    call,
    part,
    (pattern) => `regexp_replace(${text}, ${pattern}, ${replacement}, 'g')`,
  );
  return constantPattern(call) !== undefined ? replaced : `coalesce(${replaced}, ${text})`;
}

/** Java writes a group as $1, the engine as \1. A group that the pattern does not have is an empty text. */
function printReplacement(args: string, pattern: string | undefined): string {
  const plain = `replace(${args}, '\\', '\\\\')`;
  const count = pattern === undefined ? maxVaryingGroups : enginePattern(pattern).groupCount;
  const known =
    count >= maxVaryingGroups ? plain : `regexp_replace(${plain}, '\\$[${count + 1}-9]', '', 'g')`;
  return `regexp_replace(${known}, '\\$(\\d)', '\\\\\\1', 'g')`;
}

export interface EnginePattern {
  readonly text: string;
  /** The number of capturing groups, named or not. */
  readonly groupCount: number;
  /** The one-based positions of named groups. */
  readonly named: ReadonlyMap<string, number>;
}

/** With thousands of groups the engine takes minutes for a row and cannot be interrupted. */
const maxGroups = 100;

/**
 * Converts a Java pattern to the engine's syntax: `(?<name>` becomes `(?P<name>`. The engine's patterns run
 * in linear time; unsupported syntax, such as lookbehind, is rejected when the pattern is first used.
 */
export function enginePattern(pattern: string): EnginePattern {
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
  return { text, groupCount, named };
}

/** An escaped character, a character class, or the start of a capturing group. */
const tokenPattern = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?P?<([^>=!]+)>|\((?!\?)/g;
