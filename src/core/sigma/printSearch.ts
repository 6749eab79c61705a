import { printFieldName, printString } from '../language/printExpression';
import type { DetectionItem, FieldTest } from './detection';
import type { Expressions } from './lookAhead';
import {
  isCaseless,
  isLoweredWrong,
  isMany,
  lowered,
  loweredPattern,
  normalized,
  plainText,
} from './pattern';
import type { Pattern, PatternPart } from './pattern';

/** The precedence of a printed expression. */
export type Binding = 'or' | 'and' | 'operand';

export interface Printed {
  readonly text: string;
  readonly binding: Binding;
}

/** What the values of an item are compared with. */
export interface Operand {
  /** As written in an expression. */
  readonly text: string;
  /** Whether it is several values with separators. */
  readonly isRow: boolean;
}

export function fieldOperand(name: string): Operand {
  return { text: printFieldName(name), isRow: false };
}

/** Prints an item as one expression. */
export function printItem(item: DetectionItem, operand: Operand, other: (field: string) => string): Printed {
  // Alternative values become one list, so that plain ones are compared together.
  const lists = item.join === 'all' ? item.values : [item.values.flat()];
  const joined = joinPrinted(
    'and',
    lists.map((tests) => printAny(tests, operand, other)),
  );
  if (!item.negated) return joined;
  return { text: `isnotnull(${operand.text}) and not(${joined.text})`, binding: 'and' };
}

export function joinPrinted(operator: 'and' | 'or', parts: readonly Printed[]): Printed {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const texts = parts.map((part) =>
    operator === 'and' && part.binding === 'or' ? `(${part.text})` : part.text,
  );
  return { text: texts.join(` ${operator} `), binding: operator };
}

function printAny(tests: readonly FieldTest[], operand: Operand, other: (field: string) => string): Printed {
  const ignoresCase = tests.some(
    (test) => test.test === 'pattern' && !test.cased && !isCaseless(test.pattern),
  );
  const numbers: string[] = [];
  const texts: string[] = [];
  const rest: Printed[] = [];
  for (const test of tests) {
    const text = plainValue(test, operand);
    if (text !== undefined) texts.push(printString(text));
    else if (test.test === 'number' && test.operator === '==') numbers.push(test.value);
    else rest.push({ text: printTest(test, operand, ignoresCase, other), binding: 'operand' });
  }
  const searched = ignoresCase ? `lower(${operand.text})` : `string(${operand.text})`;
  return joinPrinted('or', [...printList(operand.text, numbers), ...printList(searched, texts), ...rest]);
}

/** The text of a value that is compared as a whole and can be written as a string literal. */
function plainValue(test: FieldTest, operand: Operand): string | undefined {
  if (test.test !== 'pattern' || operand.isRow) return undefined;
  const text = plainText(test.pattern);
  if (text === undefined || text.includes('*') || hasControls(text)) return undefined;
  if (isLoweredWrong(test.pattern)) return undefined;
  if (!test.cased) return lowered(text);
  // A case-sensitive text is compared separately.
  return isCaseless(test.pattern) ? text : undefined;
}

function printList(operand: string, values: readonly string[]): readonly Printed[] {
  const [only] = values;
  if (only === undefined) return [];
  const text = values.length === 1 ? `${operand} == ${only}` : `in(${operand}, ${values.join(', ')})`;
  return [{ text, binding: 'operand' }];
}

function printTest(
  test: FieldTest,
  operand: Operand,
  ignoresCase: boolean,
  other: (field: string) => string,
): string {
  const { text } = operand;
  switch (test.test) {
    case 'pattern':
      return printPattern(test, operand, ignoresCase);
    case 'number':
      return `${text} ${test.operator} ${test.value}`;
    case 'expression':
      return printExpressions(test, text);
    case 'network':
      return `match(lower(${text}), ${printString(test.expression)})`;
    case 'null':
      return `isnull(${text})`;
    case 'exists':
      return test.wanted ? `isnotnull(${text})` : `isnull(${text})`;
    case 'field':
      return printFieldTest(test, text, other(test.other));
    case 'timePart':
      return `datepart(${dateOf(text, test.part)}, "${test.part}") ${test.operator} ${test.value}`;
  }
}

/** Parts are those of dates; a text such as `2026-01-31T08:30:00Z` is read as it is written. */
function dateOf(text: string, part: string): string {
  const date = `string(${text})`;
  return part === 'min' || part === 'hour'
    ? `date(replace(${date}, "T", " "), "yyyy-MM-dd HH:mm")`
    : `date(${date}, "yyyy-MM-dd")`;
}

function printExpressions({ found, absent }: Expressions, text: string): string {
  const call = (expression: string): string => `match(${text}, ${printString(expression)})`;
  return [...found.map(call), ...absent.map((expression) => `not(${call(expression)})`)].join(' and ');
}

function printPattern(
  { pattern, cased }: Extract<FieldTest, { test: 'pattern' }>,
  operand: Operand,
  ignoresCase: boolean,
): string {
  if (!cased && isLoweredWrong(pattern)) return matchCall(operand.text, normalized(pattern), operand, 'i');
  const parts = normalized(cased ? pattern : loweredPattern(pattern));
  const searched = ignoresCase && !cased ? `lower(${operand.text})` : operand.text;
  return isAnything(parts) ? `isnotnull(${operand.text})` : printParts(parts, searched, operand);
}

function printParts(parts: Pattern, searched: string, operand: Operand): string {
  const inner = plainText(parts.filter((part) => !isMany(part)));
  if (inner === undefined || hasControls(inner)) return matchCall(searched, parts, operand);
  if (!operand.isRow && !inner.includes('*')) return printComparison(searched, parts);
  return isContaining(parts)
    ? `contains(${searched}, ${printString(inner)})`
    : matchCall(searched, parts, operand);
}

/** Matches any value, but not null. */
function isAnything(parts: Pattern): boolean {
  return parts.length === 1 && parts.every(isMany);
}

function printComparison(searched: string, parts: Pattern): string {
  // Without wildcards, the comparison does not convert to text.
  const isWhole = parts.every((part) => 'text' in part);
  return `${isWhole ? `string(${searched})` : searched} == ${printString(wildcardText(parts))}`;
}

function matchCall(searched: string, parts: Pattern, { isRow }: Operand, flags = ''): string {
  return `match(${searched}, ${printString(`(?${flags}s)${expressionOf(parts, isRow)}`)})`;
}

function isContaining(parts: Pattern): boolean {
  return parts.length === 3 && parts.every((part, position) => isMany(part) === (position !== 1));
}

/** Texts with characters that a string literal cannot contain are written as expressions. */
function hasControls(text: string): boolean {
  return /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);
}

function wildcardText(parts: Pattern): string {
  return parts.map((part) => ('text' in part ? part.text : '*')).join('');
}

/** The unit separator separates the values of a row. */
const withinValue = '[^\\x1f]*';

function expressionOf(parts: Pattern, isRow: boolean): string {
  const [first] = parts;
  const last = parts.at(-1);
  const begin = first && isMany(first) ? '' : '^';
  const end = last && isMany(last) && parts.length > 1 ? '' : '$';
  const inner = parts.slice(begin === '' ? 1 : 0, end === '' ? -1 : undefined);
  return `${begin}${inner.map((part) => partExpression(part, isRow)).join('')}${end}`;
}

function partExpression(part: PatternPart, isRow: boolean): string {
  if ('text' in part) return escaped(part.text);
  if ('of' in part) return `[${part.of}]`;
  if (part.wildcard === 'one') return isRow ? '[^\\x1f]' : '.';
  return isRow ? withinValue : '.*';
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replaceAll(
      /[\0-\u001f\u007f]/g,
      (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
}

function printFieldTest(
  { position, cased }: Extract<FieldTest, { test: 'field' }>,
  field: string,
  otherField: string,
): string {
  const [one, other] = cased
    ? [`string(${field})`, `string(${otherField})`]
    : [`lower(${field})`, `lower(${otherField})`];
  switch (position) {
    case 'whole':
      return `${one} == ${other}`;
    case 'anywhere':
      return `contains(${one}, ${other})`;
    case 'start':
      return `left(${one}, len(${other})) == ${other}`;
    case 'end':
      return `right(${one}, len(${other})) == ${other}`;
  }
}

/** A multi-line expression. */
export interface Block {
  readonly lines: readonly string[];
  readonly binding: Binding;
}

/** Joins blocks, each on a new line. */
export function joinBlocks(operator: 'and' | 'or', blocks: readonly Block[]): Block {
  const [only] = blocks;
  if (blocks.length === 1 && only) return only;
  const lines = blocks.flatMap((block, index) => {
    const held = operator === 'and' && block.binding === 'or' ? enclosed('(', block) : block;
    const [first = '', ...rest] = held.lines;
    return [index === 0 ? first : `${operator} ${first}`, ...rest];
  });
  return { lines, binding: operator };
}

export function negatedBlock(block: Block): Block {
  return enclosed('not(', block);
}

function enclosed(opening: string, { lines }: Block): Block {
  const [first = '', ...rest] = lines;
  if (rest.length === 0) return { lines: [`${opening}${first})`], binding: 'operand' };
  return { lines: [opening, ...lines.map((line) => `  ${line}`), ')'], binding: 'operand' };
}

export function searchCommand({ lines }: Block): string {
  const [first = '', ...rest] = lines;
  if (rest.length === 0) return `search ${first}`;
  return ['search', ...lines.map((line) => `    ${line}`)].join('\n');
}
