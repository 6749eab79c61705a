import { findAggregate, findFunction, signatureOf } from '../catalogue/catalogue';
import type { Locale } from '../catalogue/catalogue';
import type { ParsedQuery } from '../parseQuery';
import { argumentIndex, cursorContext } from './cursorContext';

export interface SignatureHelp {
  readonly label: string;
  readonly documentation: string;
  readonly parameters: readonly string[];
  readonly activeParameter: number;
}

/** The call at the cursor and the active parameter. */
export function signatureHelpAt(
  parsed: ParsedQuery,
  offset: number,
  locale: Locale,
): SignatureHelp | undefined {
  const context = cursorContext(parsed, offset);
  const call = context.calls.at(-1);
  if (!call || context.place === 'comment' || context.place === 'command') return undefined;
  const isAggregating = /^(stats|timechart)$/.test(context.segment?.name?.text ?? '');
  const isAggregate = isAggregating && context.calls.length === 1;
  const entry = isAggregate ? findAggregate(call.name.text) : findFunction(call.name.text);
  if (!entry) return undefined;
  return {
    label: signatureOf(entry),
    documentation: entry.description[locale],
    parameters: entry.parameters.map(({ name }) => name),
    activeParameter: Math.max(0, Math.min(argumentIndex(context), entry.parameters.length - 1)),
  };
}
