import { findFrontMatter } from '../../../core/language/frontMatter';
import { unresolvedParameters } from '../../../core/language/services/unresolvedParameters';
import { pipelinesAt, textUpTo } from '../../../core/language/services/structure';
import { parseForRun } from '../../../core/results/rowShape';

/** The part of a document to run. */
export type RunScope = 'query' | 'pipeline' | 'toCursor';

/** A range of a document that can be run on its own. */
export interface RunnableText {
  readonly text: string;
  /** The offset in the document. */
  readonly from: number;
  /** Whether it is a part of the document that the user has selected. */
  readonly isSelection?: boolean;
}

/** The selection if there is one, otherwise the scope at the cursor. */
export function runnableText(
  text: string,
  selection: { readonly from: number; readonly to: number },
  scope: RunScope,
): RunnableText {
  if (selection.from !== selection.to) {
    const selected = text.slice(selection.from, selection.to);
    return { text: selected, from: selection.from, isSelection: selected.trim() !== text.trim() };
  }
  const from = findFrontMatter(text)?.end ?? 0;
  const runnable = textAtCursor(text.slice(from), Math.max(0, selection.from - from), scope);
  return { ...runnable, from: from + runnable.from };
}

function textAtCursor(text: string, cursor: number, scope: RunScope): RunnableText {
  if (scope === 'query') return { text, from: 0 };
  const parsed = parseForRun(text);
  if (scope === 'toCursor') return { text: textUpTo(parsed, cursor), from: 0 };
  const [innermost] = pipelinesAt(parsed, cursor);
  return innermost
    ? { text: text.slice(innermost.from, innermost.to), from: innermost.from }
    : { text, from: 0 };
}

/** The parameters without a value. */
export function parametersToAsk(text: string): readonly string[] {
  return unresolvedParameters(parseForRun(text)).map(({ name }) => name);
}
