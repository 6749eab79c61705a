import { expression, lastItem, next, nothing, operand, words } from '../catalog/argumentRules';
import type { ExpectedItems } from '../catalog/argumentRules';
import { commands, findCommand, inDisplayLanguage } from '../catalog/catalog';
import type { FunctionEntry } from '../catalog/entry';
import { commandSnippets } from '../catalog/snippets';
import type { ParsedQuery } from '../parseQuery';
import { argumentIndex, calledFunction, cursorContext } from './cursorContext';
import type { CursorContext } from './cursorContext';
import type { CompletionItem, CompletionProviders } from './completionItems';
import * as items from './completionItems';

export interface Completion {
  /** The word being typed, which an item replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly CompletionItem[];
}

/** Completions at the offset. The editor filters them by the word being typed. */
export async function completeAt(
  parsed: ParsedQuery,
  offset: number,
  providers: CompletionProviders,
  signal: AbortSignal,
): Promise<Completion> {
  const context = cursorContext(parsed, offset);
  const hasBlank = /\s/.test(parsed.text[offset] ?? '');
  const found = await itemsFor(context, hasBlank, providers, signal);
  return { from: offset - context.prefix.length, to: offset, items: found };
}

async function itemsFor(
  context: CursorContext,
  /** After the cursor. */
  hasBlank: boolean,
  providers: CompletionProviders,
  signal: AbortSignal,
): Promise<readonly CompletionItem[]> {
  switch (context.kind) {
    case 'comment':
      return [];
    case 'command':
      return [...commandItems(context, hasBlank), ...items.snippetItems(commandSnippets)];
    case 'string':
      return items.stringItems(context);
    case 'arguments':
      return argumentItems(context, providers, signal);
  }
}

/** Common commands, in the usual order of a query. */
const defaultCommands = 'search eval stats timechart sort limit fields rename rex join lookup'.split(' ');

function commandItems(context: CursorContext, hasBlank: boolean): readonly CompletionItem[] {
  const isFirst = context.upstream.every(
    ({ kind }) => kind === 'set' || kind === 'setq' || kind === 'comment',
  );
  return commands.map(({ name, syntax, description, writes, isSource, runsLocally }) => {
    // A query starts with a source, followed by other commands.
    const rank = (isFirst === isSource ? 0 : 2) + (runsLocally ? 0 : 1);
    return items.plainItem('command', name, rank, {
      // Most commands take arguments, so a space is inserted.
      insertText: hasBlank || syntax === name ? name : `${name} `,
      detail: syntax,
      documentation: inDisplayLanguage(description),
      writes,
      ...(defaultCommands.includes(name) && { order: defaultCommands.indexOf(name) }),
    });
  });
}

async function argumentItems(
  context: CursorContext,
  providers: CompletionProviders,
  signal: AbortSignal,
): Promise<readonly CompletionItem[]> {
  const command = findCommand(context.segment?.name?.text ?? '');
  const values = command && items.optionValueItems(context, command);
  if (values) return values;
  const expected = expectedItems(context);
  return [
    ...(command ? items.optionItems(context, command) : []),
    ...items.nextItems(expected.next),
    ...(expected.functions ? items.functionItems(expected.functions) : []),
    ...(expected.tables ? await items.tableItems(providers, signal) : []),
    ...(expected.fields ? await items.fieldItems(context, providers, signal) : []),
  ];
}

/**
 * What the grammar of the command allows after the terms before the cursor. A complete operand is followed by
 * an operator, a keyword of the command, or the next command; never by another operand.
 */
function expectedItems(context: CursorContext): ExpectedItems {
  const name = context.segment?.name?.text ?? '';
  if (context.parentheses) return insideParentheses(context, name);
  const rule = findCommand(name)?.expects;
  if (!rule) return { ...operand, next: context.terms.length > 0 ? ['[', '|'] : ['['] };
  const terms = items.argumentsAfterOptions(name, context.terms);
  const options = context.terms.slice(0, context.terms.length - terms.length);
  return rule({ terms, item: lastItem(terms), options });
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
function argumentsOf(entry: FunctionEntry | undefined, index: number) {
  // The parameters of a function outside the catalog are unknown.
  if (!entry) return { takesAny: true, takesMore: true };
  const { parameters } = entry;
  const takesMore = index + 1 < parameters.length || parameters.at(-1)?.repeated === true;
  return { takesAny: parameters.length > 0, takesMore };
}
