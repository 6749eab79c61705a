import type { BoundCall, BoundExpression } from '../plan/planNode';
import { maxTextLength, textTooLong } from '../run/failureReason';
import { contextFunctions, remembered } from '../plan/planFunctions';
import { once } from './once';
import { constantPattern, enginePattern, hasPattern } from './printPattern';
import { quoteText } from '../../store/sqlText';

/**
 * Makes a call fail that would create a text that is too long. The engine does not count texts in progress as
 * memory, so nothing else limits them.
 */
export function limitText(call: BoundCall, args: readonly string[], printed: string): string {
  const size = sizes[call.name]?.(call, ...args);
  if (size === undefined) return printed;
  const limited = failIf(`${size} > ${maxTextLength}`, printed);
  return isMeasured(call)
    ? once(
        limited,
        'made',
        failIf(`strlen(made) > greatest(${maxTextLength}, strlen(${args[0] ?? ''}))`, 'made'),
      )
    : limited;
}

function failIf(condition: string, otherwise: string): string {
  return `CASE WHEN ${condition} THEN error(${quoteText(textTooLong)}) ELSE ${otherwise} END`;
}

/** Whether the expression may fail or varies per call: the engine rejects it inside `TRY`. */
export function isVolatile(expression: BoundExpression): boolean {
  const isSuch = expression.node === 'call' && (expression.name in sizes || varying.has(expression.name));
  return isSuch || operandsOf(expression).some(isVolatile);
}

const varying: ReadonlySet<string> = new Set([
  'guid',
  'rand',
  'randbytes',
  'daterange',
  remembered,
  ...Array.from(contextFunctions, (name) => `${name} `),
]);

function operandsOf(expression: BoundExpression): readonly BoundExpression[] {
  if (expression.node === 'foreach') return [expression.body, ...expression.arguments];
  if ('arguments' in expression) return expression.arguments;
  if ('operand' in expression) return [expression.operand];
  return 'left' in expression ? [expression.left, expression.right] : [];
}

type Size = (call: BoundCall, ...args: string[]) => string;

/** The bytes of the arguments: the result is at most a few times as long. */
const args: Size = (_call, ...texts) => total(texts);

/** For an approximate size, the result is measured too, and may exceed the limit by this factor until then. */
const roughly = 16;

function isMeasured(call: BoundCall): boolean {
  return call.name === 'groups' || call.name === 'format' || (call.name === 'replace' && hasPattern(call));
}

/** The bytes of each function's result, or less within a fixed factor. */
const sizes: Readonly<Record<string, Size>> = {
  concat: args,
  format: args,
  array: args,
  dict: args,
  kvjoin: (_call, keyDelimiter, pairDelimiter, ...pairs) =>
    `${total(pairs)} + (${bytesOf(keyDelimiter)} + ${bytesOf(pairDelimiter)}) * ${pairs.length / 2}`,
  // Rows are searched as they are stored, and lines of a table may be long.
  rowtext: (_call, ...texts) => `(${total(texts)}) // 64`,
  split: (_call, text) => bytesOf(text),
  groups: (call, text) => `${bytesOf(text)} * ${groupCount(call)} // ${roughly}`,
  strjoin: (_call, separator, list) =>
    `${bytesOf(list)} + coalesce(json_array_length(${list}), 0) * ${bytesOf(separator)}`,
  tohex: (_call, bytes) => `coalesce(octet_length(${bytes}), 0)`,
  tobase64: (_call, bytes) => `coalesce(octet_length(${bytes}), 0)`,
  replace: (call, text, part, replacement) =>
    hasPattern(call)
      ? sizeWithPattern(text, replacement, constantPattern(call))
      : sizeOfReplaced(text, part, replacement),
};

function total(texts: readonly string[]): string {
  return ['0', ...texts.map(bytesOf)].join(' + ');
}

function bytesOf(text: string): string {
  return `coalesce(strlen(${text}), 0)`;
}

const guessedGroups = 9;

function groupCount(call: BoundCall): number {
  const pattern = constantPattern(call);
  return pattern === undefined ? guessedGroups : enginePattern(pattern).groupCount;
}

/** Zero if the text does not grow. */
function sizeOfReplaced(text: string, part: string, replacement: string): string {
  const grown = `(strlen(${replacement}) - strlen(${part}))`;
  const matches = `((strlen(${text}) - strlen(replace(${text}, ${part}, ''))) // strlen(${part}))`;
  return `CASE WHEN ${grown} > 0 AND strlen(${part}) > 0
    AND strlen(${text}) * strlen(${replacement}) > ${maxTextLength}
    THEN strlen(${text}) + ${matches} * ${grown} ELSE 0 END`;
}

/** Matches do not overlap, so the total of one group is no longer than the text. */
function sizeWithPattern(text: string, replacement: string, pattern: string | undefined): string {
  const max = `(strlen(${text}) + 1) * (strlen(${replacement}) + 1)`;
  if (pattern === undefined || !enginePattern(pattern).isLinear) return `${max} // ${roughly}`;
  const groups = `(strlen(${replacement}) - strlen(replace(${replacement}, '$', '')))`;
  const matches = `len(regexp_extract_all(${text}, ${quoteText(enginePattern(pattern).text)}))`;
  return `CASE WHEN ${max} > ${maxTextLength}
    THEN (strlen(${text}) * (1 + ${groups}) + ${matches} * strlen(${replacement})) // ${roughly} ELSE 0 END`;
}
