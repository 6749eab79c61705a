import { expression, lastItem, next, nothing, operand, words } from '../catalog/argumentRules';
import type { ExpectedItems } from '../catalog/argumentRules';
import { findCommand } from '../catalog/catalog';
import type { FunctionEntry } from '../catalog/entry';
import { argumentsAfterOptions } from './completionItems';
import { argumentIndex, calledFunction } from './cursorContext';
import type { CursorContext } from './cursorContext';

/**
 * What the grammar of the command allows after the terms before the cursor. A complete operand is followed by
 * an operator, a keyword of the command, or the next command; never by another operand.
 */
export function expectedItems(context: CursorContext): ExpectedItems {
  const name = context.segment?.name?.text ?? '';
  if (context.parentheses) return insideParentheses(context, name);
  const rule = findCommand(name)?.expects;
  if (!rule) return { ...operand, next: context.terms.length > 0 ? ['[', '|'] : ['['] };
  const terms = argumentsAfterOptions(name, context.terms);
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
