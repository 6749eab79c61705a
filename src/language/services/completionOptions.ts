import type { DescribedCommand, DescribedOption, Locale } from '../catalogue/catalogue';
import { commandOptions } from '../commandOptions';
import type { Term } from '../outline';
import { plainItem } from './completionItem';
import type { CompletionItem } from './completionItem';
import type { CursorContext } from './cursorContext';

/** The remaining options of the command, if only options precede the cursor. */
export function optionItems(
  context: CursorContext,
  command: DescribedCommand,
  locale: Locale,
): readonly CompletionItem[] {
  if (context.parentheses || optionsEnd(context.terms) < context.terms.length) return [];
  const given = new Set(context.terms.flatMap((term) => (term.kind === 'word' ? [term.text] : [])));
  return command.options
    .filter(({ name }) => !given.has(name))
    .map((option) =>
      plainItem('option', option.name, 0, {
        insertText: `${option.name}=`,
        detail: option.type.type === 'choice' ? option.type.values.join(' | ') : option.type.type,
        documentation: option.description[locale],
      }),
    );
}

/** The values of the option whose `=` precedes the cursor; empty if there is none. */
export function optionValueItems(
  context: CursorContext,
  command: DescribedCommand,
  locale: Locale,
): readonly CompletionItem[] | undefined {
  const [name, equals] = context.terms.slice(-2);
  if (name?.kind !== 'word' || !equals || !isOptionStart(name, equals)) return undefined;
  const option = command.options.find((candidate) => candidate.name === name.text);
  if (!option || equals.to !== context.before.text.length - context.prefix.length) return undefined;
  return valuesOf(option).map((value) =>
    plainItem('value', value, 0, { documentation: option.description[locale] }),
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
  return Math.min(index, terms.length);
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
