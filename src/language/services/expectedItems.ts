import type { FunctionEntry } from '../catalogue/entry';
import type { Term } from '../outline';
import { argumentsAfterOptions } from './completionItems';
import { argumentIndex, calledFunction } from './cursorContext';
import type { CursorContext } from './cursorContext';

/** The kinds of items that are valid at the cursor. */
export interface ExpectedItems {
  /** Keywords and symbols, the most likely first. */
  readonly next: readonly string[];
  readonly functions: 'functions' | 'aggregates' | undefined;
  readonly tables: boolean;
  readonly fields: boolean;
}

/**
 * What the grammar of the command allows after the terms before the cursor. A complete operand is followed by
 * an operator, a keyword of the command, or the next command; never by another operand.
 */
export function expectedItems(context: CursorContext): ExpectedItems {
  const name = context.segment?.name?.text ?? '';
  if (context.parentheses) return insideParentheses(context, name);
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (!rule) return { ...operand, next: context.terms.length > 0 ? ['[', '|'] : ['['] };
  const terms = argumentsAfterOptions(name, context.terms);
  const options = context.terms.slice(0, context.terms.length - terms.length);
  return rule({ terms, item: lastItem(terms), options });
}

interface Arguments {
  /** Without the leading options of the command. */
  readonly terms: readonly Term[];
  /** The terms after the last comma. */
  readonly item: readonly Term[];
  readonly options: readonly Term[];
}

type Rule = (given: Arguments) => ExpectedItems;

const nothing: ExpectedItems = { next: [], functions: undefined, tables: false, fields: false };
const operand: ExpectedItems = { ...nothing, functions: 'functions', fields: true };
const field: ExpectedItems = { ...nothing, fields: true };
const table: ExpectedItems = { ...nothing, tables: true };

function next(...words: readonly string[]): ExpectedItems {
  return { ...nothing, next: words };
}

const rules: Readonly<Record<string, Rule>> = {
  table: ({ item }) => tables(item, ',', '|'),
  lookuptable: ({ item }) => tables(item, '|'),
  result: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
  copytable: ({ terms }) => (wordCount(terms) < 2 ? table : next('|')),
  import: ({ item }) => tables(item, '|'),
  insert: ({ item }) => tables(item, '|'),
  purge: ({ item }) => tables(item, '|'),
  fulltext: ({ terms }) => {
    const from = indexOfWord(terms, 'from');
    return from < 0 ? words(terms, 'from') : tables(lastItem(terms.slice(from + 1)), ',', '|');
  },
  system: ({ terms }) => {
    if (terms.length === 0) return next('tables', 'queries', 'count');
    return isWord(terms[0], 'count') ? { ...table, next: ['|'] } : next('|');
  },
  json: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
  search: ({ terms }) => expression(terms, ['|']),
  eval: ({ item }) => (item.length === 0 ? field : assignment(item, operand, [',', '|'])),
  set: ({ terms }) =>
    terms.length === 0 ? nothing : assignment(terms, { ...operand, fields: false }, ['|']),
  evalc: ({ terms }) =>
    terms.length === 0 ? nothing : assignment(terms, { ...operand, fields: false }, ['|']),
  fields: ({ terms, item }) =>
    terms.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', '|'),
  order: ({ item }) => fields(item, ',', '|'),
  prev: ({ item }) => fields(item, ',', '|'),
  explode: ({ item }) => fields(item, '|'),
  rename: ({ item }) => aliased(item, field, ['as'], [',', '|']),
  stats: ({ terms, item }) => aggregation(terms, item),
  rollup: ({ terms, item }) => aggregation(terms, item),
  cube: ({ terms, item }) => aggregation(terms, item),
  timechart: ({ terms, item }) => aggregation(terms, item),
  pivot: ({ terms, item }) => crossTable(terms, item),
  sort: ({ terms, item }) => {
    const by = indexOfWord(terms, 'by');
    if (by >= 0) return fields(lastItem(terms.slice(by + 1)), ',', '|');
    return item.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', 'by', '|');
  },
  limit: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
  join: ({ terms, item, options }) => {
    if (terms.at(-1)?.kind === 'subquery') return next('|');
    // Only a cross join has no keys.
    const isCross = terms.length === 0 && indexOfWord(options, 'cross') >= 0;
    return isCross ? { ...field, next: ['['] } : fields(item, ',', '[');
  },
  union: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
  parallel: ({ terms }) => (terms.length === 0 ? next('[') : next('[', '|')),
  serial: ({ terms }) => (terms.length === 0 ? next('[') : next('[', '|')),
  setq: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
  rex: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
  parsejson: () => next('|'),
  parsekv: () => next('|'),
  parsecsv: ({ terms, item }) => {
    if (terms.length === 0) return next('|');
    return item.length === 0 ? nothing : next(',', '|');
  },
  repeat: ({ options }) => (options.length > 0 ? next('|') : nothing),
  drop: () => next('|'),
  bypass: () => next('|'),
  tojson: ({ terms, item }) => (terms.length === 0 ? { ...field, next: ['|'] } : fields(item, ',', '|')),
  memlookup: ({ options }) => (options.length > 0 ? next('|') : nothing),
  matchnet: ({ item }) => tables(item, '|'),
  lookup: ({ terms }) => lookup(terms),
};

/** Table names may contain symbols and end at a space. */
function tables(item: readonly Term[], ...after: readonly string[]): ExpectedItems {
  return item.length === 0 ? table : next(...after);
}

function fields(item: readonly Term[], ...after: readonly string[]): ExpectedItems {
  return item.length === 0 ? field : next(...after);
}

function assignment(item: readonly Term[], wanted: ExpectedItems, after: readonly string[]): ExpectedItems {
  return item.length === 1 ? next('=') : expression(item.slice(2), after, wanted);
}

/** `name [as other]`: what may follow the name and the whole. */
function aliased(
  item: readonly Term[],
  first: ExpectedItems,
  afterName: readonly string[],
  afterAll: readonly string[],
): ExpectedItems {
  if (item.length === 0) return first;
  if (item.length === 1) return next(...afterName);
  return item.length === 2 ? nothing : next(...afterAll);
}

function aggregation(terms: readonly Term[], item: readonly Term[]): ExpectedItems {
  const by = indexOfWord(terms, 'by');
  if (by >= 0) return fields(lastItem(terms.slice(by + 1)), ',', '|');
  const aggregate: ExpectedItems = { ...nothing, functions: 'aggregates' };
  return aliased(item, aggregate, ['as', 'by', ',', '|'], ['by', ',', '|']);
}

/** `pivot AGGREGATE rows FIELD cols FIELD`. */
function crossTable(terms: readonly Term[], item: readonly Term[]): ExpectedItems {
  const [rows, columns] = [indexOfWord(terms, 'rows'), indexOfWord(terms, 'cols')];
  if (columns >= 0) return fields(lastItem(terms.slice(columns + 1)), ',', '|');
  if (rows >= 0) return fields(lastItem(terms.slice(rows + 1)), ',', 'cols');
  const aggregate: ExpectedItems = { ...nothing, functions: 'aggregates' };
  return aliased(item, aggregate, ['as', 'rows', ','], ['rows', ',']);
}

/** The number of names, each a run of terms without spaces. */
function wordCount(terms: readonly Term[]): number {
  return terms.filter(({ from }, index) => index === 0 || from > (terms[index - 1]?.to ?? 0)).length;
}

function lookup(terms: readonly Term[]): ExpectedItems {
  const output = indexOfWord(terms, 'output');
  if (output >= 0) return aliased(lastItem(terms.slice(output + 1)), field, ['as', ',', '|'], [',', '|']);
  // The name of the lookup may contain symbols.
  const nameEnd = terms.findIndex((term, index) => index > 0 && term.from > (terms[index - 1]?.to ?? 0));
  if (terms.length === 0) return nothing;
  const key = nameEnd < 0 ? [] : terms.slice(nameEnd);
  return key.length === 2 ? field : aliased(key, field, ['as', 'output'], ['output']);
}

/** The condition of `fulltext`, whose operands are strings. */
function words(terms: readonly Term[], ...after: readonly string[]): ExpectedItems {
  if (isWord(terms.at(-1), 'not')) return nothing;
  return endsOperand(terms) ? next('and', 'or', 'not', ...after) : next('not');
}

function insideParentheses(context: CursorContext, command: string): ExpectedItems {
  const { parentheses, terms } = context;
  if (command === 'fulltext') return words(terms);
  if (parentheses?.kind !== 'call') return expression(terms, []);
  const name = parentheses.name.text;
  const index = argumentIndex(context);
  const { takesAny, takesMore } = argumentsOf(calledFunction(context), index);
  const after = takesMore ? [','] : [];
  const item = lastItem(terms);
  // Names of parameters and unusual fields are strings, which completion inside quotes handles.
  if (index === 0 && (name === '$' || name === 'field')) return item.length === 0 ? nothing : next(...after);
  return takesAny ? expression(item, after) : nothing;
}

/** Whether there are arguments at all, and whether another may follow the one at the index. */
function argumentsOf(
  entry: FunctionEntry | undefined,
  index: number,
): { readonly takesAny: boolean; readonly takesMore: boolean } {
  // The parameters of a function outside the catalog are unknown.
  if (!entry) return { takesAny: true, takesMore: true };
  const { parameters } = entry;
  const takesMore = index + 1 < parameters.length || parameters.at(-1)?.repeated === true;
  return { takesAny: parameters.length > 0, takesMore };
}

const comparisons = ['==', '!=', '>', '>=', '<', '<='];
const arithmetic = ['+', '-', '*', '/'];
const logic = ['and', 'or'];

function expression(
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

function lastItem(terms: readonly Term[]): readonly Term[] {
  return terms.slice(terms.findLastIndex((term) => term.kind === 'symbol' && term.text === ',') + 1);
}

/** Without the sign of a field that is excluded or sorted in descending order. */
function withoutSign(item: readonly Term[]): readonly Term[] {
  const [first] = item;
  return first?.kind === 'symbol' && first.text === '-' ? item.slice(1) : item;
}

function indexOfWord(terms: readonly Term[], text: string): number {
  return terms.findIndex((term) => isWord(term, text));
}

function isWord(term: Term | undefined, text: string): boolean {
  return term?.kind === 'word' && term.text === text;
}
