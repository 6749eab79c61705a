import { findFunction } from '../catalogue/catalogue';
import { plainItem } from './completionItem';
import type { CompletionItem } from './completionItem';
import type { CursorContext } from './cursorContext';
import { parametersBefore } from './parameters';

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

/** The zero-based index of the argument in the innermost call. */
export function argumentIndex(context: CursorContext): number {
  const terms = context.calls.at(-1)?.terms ?? [];
  return terms.filter((term) => term.kind === 'symbol' && term.text === ',').length;
}
