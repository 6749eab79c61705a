import {
  aggregates,
  commandOptions,
  findFunction,
  functions,
  inDisplayLanguage,
  signatureOf,
} from '../catalog/catalog';
import type { DescribedCommand, DescribedOption } from '../catalog/catalog';
import type { FunctionEntry } from '../catalog/entry';
import { operandSnippets } from '../catalog/snippets';
import type { commandSnippets } from '../catalog/snippets';
import type { Term } from '../outline';
import { printFieldName } from '../printExpression';
import { argumentIndex } from './cursorContext';
import type { CursorContext } from './cursorContext';
import { fieldsAfter } from './fieldFlow';
import { parametersBefore } from './unresolvedParameters';

export interface CompletionItem {
  readonly kind:
    | 'command'
    | 'option'
    | 'value'
    | 'function'
    | 'aggregate'
    | 'field'
    | 'table'
    | 'parameter'
    | 'keyword'
    | 'operator'
    | 'snippet';
  readonly label: string;
  /** The inserted text; `$0` is the final cursor position if `isSnippet`. */
  readonly insertText: string;
  readonly isSnippet: boolean;
  readonly detail: string;
  readonly documentation: string;
  /** Whether it changes or sends data. */
  readonly writes: boolean;
  /** Items with a lower rank come first. */
  readonly rank: number;
  /** Sorts items of one rank; those without come last, by label. */
  readonly order?: number;
}

/** External data: the tables of the connection and their fields. */
export interface CompletionProviders {
  tables(signal: AbortSignal): Promise<readonly string[]>;
  fieldsOf(table: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** A completion that inserts its own label. */
export function plainItem(
  kind: CompletionItem['kind'],
  label: string,
  rank: number,
  more: Partial<CompletionItem> = {},
): CompletionItem {
  return {
    kind,
    label,
    insertText: label,
    isSnippet: false,
    detail: '',
    documentation: '',
    writes: false,
    rank,
    ...more,
  };
}

/** Keywords and symbols in the given order. */
export function nextItems(words: readonly string[]): readonly CompletionItem[] {
  return words.map((word, index) => {
    const isWord = /^\w/.test(word);
    return plainItem(isWord ? 'keyword' : 'operator', word, firstNext + index, {
      detail: inDisplayLanguage(operatorDescriptions[word] ?? ''),
      ...(word === '[' && { insertText: '[ $1 ]$0', isSnippet: true }),
    });
  });
}

/** After all named items. */
const firstNext = 3;

export function snippetItems(snippets: typeof commandSnippets): readonly CompletionItem[] {
  return snippets.map(({ name, title, body }) =>
    plainItem('snippet', name, lastOfAll, {
      insertText: body,
      isSnippet: true,
      detail: inDisplayLanguage(title),
    }),
  );
}

const lastOfAll = 9;

/** Functions are offered together with operand snippets. */
export function functionItems(which: 'functions' | 'aggregates'): readonly CompletionItem[] {
  if (which === 'aggregates') return aggregates.map((entry) => calledItem('aggregate', entry, 1));
  const called = functions.map((entry) => calledItem('function', entry, 2));
  return [...called, ...snippetItems(operandSnippets)];
}

function calledItem(kind: CompletionItem['kind'], entry: FunctionEntry, rank: number): CompletionItem {
  return plainItem(kind, entry.name, rank, {
    insertText: snippetOf(entry.name, entry.parameters.length),
    isSnippet: true,
    detail: signatureOf(entry),
    documentation: inDisplayLanguage(entry.description),
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

/** The remaining options of the command, if only options precede the cursor. */
export function optionItems(context: CursorContext, command: DescribedCommand): readonly CompletionItem[] {
  if (context.parentheses || optionsEnd(context.terms) !== context.terms.length) return [];
  const used = new Set(context.terms.flatMap((term) => (term.kind === 'word' ? [term.text] : [])));
  return command.options
    .filter(({ name }) => !used.has(name))
    .map((option) =>
      plainItem('option', option.name, 0, {
        insertText: `${option.name}=`,
        detail: option.type.type === 'choice' ? option.type.values.join(' | ') : option.type.type,
        documentation: inDisplayLanguage(option.description),
      }),
    );
}

/** The values of the option whose `=` precedes the cursor; empty if there is none. */
export function optionValueItems(
  context: CursorContext,
  command: DescribedCommand,
): readonly CompletionItem[] | undefined {
  const [name, equals] = context.terms.slice(-2);
  if (name?.kind !== 'word' || !equals || !isOptionStart(name, equals)) return undefined;
  const option = command.options.find((candidate) => candidate.name === name.text);
  if (!option || equals.to !== context.before.text.length - context.prefix.length) return undefined;
  return valuesOf(option).map((value) =>
    plainItem('value', value, 0, { documentation: inDisplayLanguage(option.description) }),
  );
}

/** The terms after the options of the command. */
export function argumentsAfterOptions(command: string, terms: readonly Term[]): readonly Term[] {
  return Object.hasOwn(commandOptions, command) ? terms.slice(optionsEnd(terms)) : terms;
}

function optionsEnd(terms: readonly Term[]): number {
  let index = 0;
  while (isOptionStart(terms[index], terms[index + 1])) {
    index += 3;
    // A bare word such as `-1` is several terms without spaces.
    while (index < terms.length && terms[index]?.from === terms[index - 1]?.to) index++;
  }
  return index;
}

function isOptionStart(name: Term | undefined, equals: Term | undefined): boolean {
  return name?.kind === 'word' && equals?.kind === 'symbol' && equals.text === '=';
}

function valuesOf({ type }: DescribedOption): readonly string[] {
  switch (type.type) {
    case 'span':
      return ['10m', '1h', '1d', '1w', '1mon'];
    case 'boolean':
      return ['t', 'f'];
    case 'choice':
      return type.values;
    case 'limit':
      return ['10', '100', '1000'];
    case 'field':
      return ['line'];
    default:
      return [];
  }
}

/** Inside a string: parameter names after `$("`, and the allowed values of a function's argument. */
export function stringItems(context: CursorContext): readonly CompletionItem[] {
  const call = context.calls.at(-1);
  if (!call) return [];
  const index = argumentIndex(context);
  if (call.name.text === '$') {
    if (index > 0) return [];
    return parametersBefore(context.before).map((name) => plainItem('parameter', name, 0));
  }
  const parameter = findFunction(call.name.text)?.parameters[index];
  return (parameter?.values ?? []).map((value) => plainItem('value', value, 0));
}

/** Short descriptions of operators and keywords, for completion items. */
const operatorDescriptions: Readonly<Record<string, string>> = {
  '==': 'is equal to; text can contain * wildcards',
  '!=': 'is not equal to',
  '>=': 'is greater than or equal to',
  '<=': 'is less than or equal to',
  '>': 'is greater than',
  '<': 'is less than',
  '+': 'plus; text is joined with concat()',
  '-': 'minus',
  '*': 'times',
  '/': 'divided by',
  '=': 'is set to the value',
  ',': 'and another',
  '|': 'next command',
  '[': 'subquery',
  and: 'both are true',
  or: 'at least one is true',
  not: 'is not true',
  as: 'another name',
  by: 'for each group',
  from: 'the tables to search',
  output: 'the fields to add',
};
