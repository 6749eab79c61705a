import { aggregates, functions, type Locale, signatureOf } from '../catalogue/catalogue';
import { type Term } from '../outline';
import { type CompletionItem, type CompletionProviders, plainItem } from './completionItem';
import { type CursorContext } from './cursorContext';
import { fieldsAfter } from './fieldFlow';

/** Which kinds of things the command takes where the cursor is. */
export interface ExpectedItems {
  readonly keywords: readonly CompletionItem[];
  readonly functions: 'functions' | 'aggregates' | undefined;
  readonly tables: boolean;
  readonly fields: boolean;
}

export function expectedItems(context: CursorContext): ExpectedItems {
  if (context.calls.length > 0)
    return expect({ functions: 'functions', fields: true, keywords: ['and', 'or'] });
  const words = new Set(context.terms.flatMap((term) => (term.kind === 'word' ? [term.text] : [])));
  const name = context.segment?.name?.text ?? '';
  const byName = expectations[name];
  return byName ? byName(words, context.terms) : expect({ functions: 'functions', fields: true });
}

type Expectation = (words: ReadonlySet<string>, terms: readonly Term[]) => ExpectedItems;

const condition: Expectation = (_words, terms) =>
  expect({ functions: 'functions', fields: true, keywords: terms.length > 0 ? ['and', 'or'] : [] });
const value: Expectation = (_words, terms) =>
  terms.some(isEquals)
    ? expect({ functions: 'functions', fields: true, keywords: ['and', 'or'] })
    : expect({ fields: true });
const fieldList: Expectation = () => expect({ fields: true });
const aggregation: Expectation = (words, terms) => {
  if (words.has('by')) return expect({ fields: true });
  return expect({ functions: 'aggregates', keywords: terms.length > 0 ? ['as', 'by'] : [] });
};
const tableList: Expectation = () => expect({ tables: true });
const nothing: Expectation = () => expect({});

const expectations: Readonly<Record<string, Expectation>> = {
  table: tableList,
  import: tableList,
  insert: tableList,
  purge: tableList,
  fulltext: (words) =>
    words.has('from') ? expect({ tables: true }) : expect({ keywords: ['and', 'or', 'not', 'from'] }),
  system: (words) =>
    words.has('count') ? expect({ tables: true }) : expect({ keywords: ['tables', 'queries', 'count'] }),
  search: condition,
  eval: value,
  set: (_words, terms) => (terms.some(isEquals) ? expect({ functions: 'functions' }) : expect({})),
  stats: aggregation,
  timechart: aggregation,
  fields: fieldList,
  order: fieldList,
  prev: fieldList,
  explode: fieldList,
  rex: nothing,
  rename: () => expect({ fields: true, keywords: ['as'] }),
  sort: () => expect({ fields: true, keywords: ['by'] }),
  join: fieldList,
  lookup: () => expect({ fields: true, keywords: ['as', 'output'] }),
  parsecsv: nothing,
  parsejson: nothing,
  parsekv: nothing,
  json: nothing,
  limit: nothing,
  repeat: nothing,
  drop: nothing,
  union: nothing,
  setq: nothing,
};

function isEquals(term: Term): boolean {
  return term.kind === 'symbol' && term.text === '=';
}

interface Wanted {
  readonly keywords?: readonly string[];
  readonly functions?: ExpectedItems['functions'];
  readonly tables?: boolean;
  readonly fields?: boolean;
}

function expect({ keywords = [], functions: called, tables = false, fields = false }: Wanted): ExpectedItems {
  return {
    keywords: keywords.map((word) => plainItem('keyword', word, 3)),
    functions: called,
    tables,
    fields,
  };
}

export function functionItems(which: 'functions' | 'aggregates', locale: Locale): readonly CompletionItem[] {
  const isAggregate = which === 'aggregates';
  return (isAggregate ? aggregates : functions).map((entry) =>
    plainItem(isAggregate ? 'aggregate' : 'function', entry.name, isAggregate ? 1 : 2, {
      insertText: snippetOf(entry.name, entry.parameters.length),
      isSnippet: true,
      detail: signatureOf(entry),
      documentation: entry.description[locale],
    }),
  );
}

/** `$` begins a placeholder in a snippet, so the function of that name is escaped. */
function snippetOf(name: string, parameters: number): string {
  if (name === '$') return '\\$("$1")$0';
  if (name === 'count') return 'count$0';
  return parameters === 0 ? `${name}()$0` : `${name}($1)$0`;
}

export async function tableItems(
  providers: CompletionProviders,
  signal: AbortSignal,
): Promise<readonly CompletionItem[]> {
  const names = await providers.tables(signal);
  return names.map((name) => plainItem('table', name, 1));
}

/** The fields seen upstream; where a table's own fields still flow, those that somebody knows of. */
export async function fieldItems(
  context: CursorContext,
  providers: CompletionProviders,
  signal: AbortSignal,
): Promise<readonly CompletionItem[]> {
  const flow = fieldsAfter(context.upstream);
  const known = await Promise.all([...flow.tables].map((table) => providers.fieldsOf(table, signal)));
  const names = new Set([...flow.names, ...known.flat()]);
  return [...names].map((name) => plainItem('field', name, 1));
}
