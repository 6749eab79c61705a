import { aggregates, functions, signatureOf } from '../catalogue/catalogue';
import type { Locale } from '../catalogue/catalogue';
import type { FunctionEntry } from '../catalogue/entry';
import { operatorDescriptions } from '../catalogue/operators';
import { snippets } from '../catalogue/snippets';
import type { SnippetEntry } from '../catalogue/snippets';
import { printFieldName } from '../printExpression';
import { plainItem } from './completionItem';
import type { CompletionItem, CompletionProviders } from './completionItem';
import type { CursorContext } from './cursorContext';
import { fieldsAfter } from './fieldFlow';

/** Keywords and symbols in the given order. */
export function nextItems(words: readonly string[], locale: Locale): readonly CompletionItem[] {
  return words.map((word, index) => {
    const isWord = /^\w/.test(word);
    return plainItem(isWord ? 'keyword' : 'operator', word, firstNext + index, {
      detail: operatorDescriptions[word]?.[locale] ?? '',
      ...(word === '[' && { insertText: '[ $1 ]$0', isSnippet: true }),
    });
  });
}

/** After all named items. */
const firstNext = 3;

export function snippetItems(place: SnippetEntry['place'], locale: Locale): readonly CompletionItem[] {
  return snippets
    .filter((snippet) => snippet.place === place)
    .map(({ name, title, body }) =>
      plainItem('snippet', name, lastOfAll, { insertText: body, isSnippet: true, detail: title[locale] }),
    );
}

const lastOfAll = 9;

/** Functions are offered together with operand snippets. */
export function functionItems(which: 'functions' | 'aggregates', locale: Locale): readonly CompletionItem[] {
  if (which === 'aggregates') return aggregates.map((entry) => calledItem('aggregate', entry, 1, locale));
  const called = functions.map((entry) => calledItem('function', entry, 2, locale));
  return [...called, ...snippetItems('operand', locale)];
}

function calledItem(
  kind: CompletionItem['kind'],
  entry: FunctionEntry,
  rank: number,
  locale: Locale,
): CompletionItem {
  return plainItem(kind, entry.name, rank, {
    insertText: snippetOf(entry.name, entry.parameters.length),
    isSnippet: true,
    detail: signatureOf(entry),
    documentation: entry.description[locale],
  });
}

/** `$` starts a placeholder in a snippet, so the function of that name is escaped. */
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

/** The fields from preceding commands, and those of tables if they are still in the rows. */
export async function fieldItems(
  context: CursorContext,
  providers: CompletionProviders,
  signal: AbortSignal,
): Promise<readonly CompletionItem[]> {
  const flow = fieldsAfter(context.upstream);
  const known = await Promise.all([...flow.tables].map((table) => providers.fieldsOf(table, signal)));
  const names = new Set([...flow.names, ...known.flat()]);
  return [...names].map((name) => plainItem('field', name, 1, { insertText: printFieldName(name) }));
}
