import { findFunction } from '../catalogue/catalogue';
import { plainItem } from './completionItem';
import type { CompletionItem } from './completionItem';
import type { CursorContext } from './cursorContext';
import { parametersBefore } from './parameters';

/** Inside a string: the names of parameters after `$("`, and the words that a function takes there. */
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

/** Which argument of the innermost call the cursor is in, from 0. */
export function argumentIndex(context: CursorContext): number {
  const terms = context.calls.at(-1)?.terms ?? [];
  return terms.filter((term) => term.kind === 'symbol' && term.text === ',').length;
}
