import { commands, findCommand, inDisplayLanguage } from '../catalog/catalog';
import { commandSnippets } from '../catalog/snippets';
import type { ParsedQuery } from '../parseQuery';
import { cursorContext } from './cursorContext';
import type { CursorContext } from './cursorContext';
import type { CompletionItem, CompletionProviders } from './completionItems';
import * as items from './completionItems';
import { expectedItems } from './expectedItems';

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
  return commands.map((command) => ({
    kind: 'command',
    label: command.name,
    // Most commands take arguments, so a space is inserted.
    insertText: hasBlank || command.syntax === command.name ? command.name : `${command.name} `,
    isSnippet: false,
    detail: command.syntax,
    documentation: inDisplayLanguage(command.description),
    writes: command.writes,
    // A query starts with a source, followed by other commands.
    rank: (isFirst === command.isSource ? 0 : 2) + (command.runsLocally ? 0 : 1),
    ...(defaultCommands.includes(command.name) && { order: defaultCommands.indexOf(command.name) }),
  }));
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
