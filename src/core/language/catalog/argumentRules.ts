import type { Term } from '../outline';

/** The kinds of items that are valid at the cursor. */
export interface ExpectedItems {
  /** Keywords and symbols, the most likely first. */
  readonly next: readonly string[];
  readonly functions: 'functions' | 'aggregates' | undefined;
  readonly tables: boolean;
  readonly fields: boolean;
}

/** The arguments before the cursor. */
interface Arguments {
  /** Without the leading options of the command. */
  readonly terms: readonly Term[];
  /** The terms after the last comma. */
  readonly item: readonly Term[];
  readonly options: readonly Term[];
}

/** What may follow the arguments of a command. */
export type ArgumentRule = (args: Arguments) => ExpectedItems;

export const nothing: ExpectedItems = { next: [], functions: undefined, tables: false, fields: false };
export const operand: ExpectedItems = { ...nothing, functions: 'functions', fields: true };
export const field: ExpectedItems = { ...nothing, fields: true };
export const table: ExpectedItems = { ...nothing, tables: true };

export function next(...words: readonly string[]): ExpectedItems {
  return { ...nothing, next: words };
}

/** Table names may contain symbols and end at a space. */
export function tables(item: readonly Term[], ...after: readonly string[]): ExpectedItems {
  return item.length === 0 ? table : next(...after);
}

export function fields(item: readonly Term[], ...after: readonly string[]): ExpectedItems {
  return item.length === 0 ? field : next(...after);
}

export function assignment(
  item: readonly Term[],
  wanted: ExpectedItems,
  after: readonly string[],
): ExpectedItems {
  return item.length === 1 ? next('=') : expression(item.slice(2), after, wanted);
}

/** `name [as other]`: what may follow the name and the whole. */
export function aliased(
  item: readonly Term[],
  first: ExpectedItems,
  afterName: readonly string[],
  afterAll: readonly string[],
): ExpectedItems {
  if (item.length === 0) return first;
  if (item.length === 1) return next(...afterName);
  return item.length === 2 ? nothing : next(...afterAll);
}

export function aggregation(terms: readonly Term[], item: readonly Term[]): ExpectedItems {
  const by = indexOfWord(terms, 'by');
  if (by >= 0) return fields(lastItem(terms.slice(by + 1)), ',', '|');
  const aggregate: ExpectedItems = { ...nothing, functions: 'aggregates' };
  return aliased(item, aggregate, ['as', 'by', ',', '|'], ['by', ',', '|']);
}

/** `pivot AGGREGATE rows FIELD cols FIELD`. */
export function crossTable(terms: readonly Term[], item: readonly Term[]): ExpectedItems {
  const [rows, columns] = [indexOfWord(terms, 'rows'), indexOfWord(terms, 'cols')];
  if (columns >= 0) return fields(lastItem(terms.slice(columns + 1)), ',', '|');
  if (rows >= 0) return fields(lastItem(terms.slice(rows + 1)), ',', 'cols');
  const aggregate: ExpectedItems = { ...nothing, functions: 'aggregates' };
  return aliased(item, aggregate, ['as', 'rows', ','], ['rows', ',']);
}

export function lookup(terms: readonly Term[]): ExpectedItems {
  const output = indexOfWord(terms, 'output');
  if (output >= 0) return aliased(lastItem(terms.slice(output + 1)), field, ['as', ',', '|'], [',', '|']);
  // The name of the lookup may contain symbols.
  const nameEnd = terms.findIndex((term, index) => index > 0 && term.from > (terms[index - 1]?.to ?? 0));
  if (terms.length === 0) return nothing;
  const key = nameEnd < 0 ? [] : terms.slice(nameEnd);
  return key.length === 2 ? field : aliased(key, field, ['as', 'output'], ['output']);
}

/** The condition of `fulltext`, whose operands are strings. */
export function words(terms: readonly Term[], ...after: readonly string[]): ExpectedItems {
  if (isWord(terms.at(-1), 'not')) return nothing;
  return endsOperand(terms) ? next('and', 'or', 'not', ...after) : next('not');
}

const comparisons = ['==', '!=', '>', '>=', '<', '<='];
const arithmetic = ['+', '-', '*', '/'];
const logic = ['and', 'or'];

export function expression(
  terms: readonly Term[],
  after: readonly string[],
  wanted: ExpectedItems = operand,
): ExpectedItems {
  if (!endsOperand(terms)) return wanted;
  const start = terms.findLastIndex((term) => term.kind === 'word' && logic.includes(term.text));
  const isCompared = terms.some(
    (term, index) => index > start && term.kind === 'symbol' && comparisons.includes(term.text),
  );
  return isCompared
    ? next(...logic, ...after, ...arithmetic, ...comparisons)
    : next(...comparisons, ...arithmetic, ...logic, ...after);
}

function endsOperand(terms: readonly Term[]): boolean {
  const last = terms.at(-1);
  if (last?.kind === 'word') return !logic.includes(last.text);
  return last !== undefined && last.kind !== 'symbol';
}

export function lastItem(terms: readonly Term[]): readonly Term[] {
  return terms.slice(terms.findLastIndex((term) => term.kind === 'symbol' && term.text === ',') + 1);
}

/** Without the sign of a field that is excluded or sorted in descending order. */
export function withoutSign(item: readonly Term[]): readonly Term[] {
  const [first] = item;
  return first?.kind === 'symbol' && first.text === '-' ? item.slice(1) : item;
}

export function indexOfWord(terms: readonly Term[], text: string): number {
  return terms.findIndex((term) => isWord(term, text));
}

export function isWord(term: Term | undefined, text: string): boolean {
  return term?.kind === 'word' && term.text === text;
}
