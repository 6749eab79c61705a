import { inDisplayLanguage, signatureOf } from '../catalog/catalog';
import type { ParsedQuery } from '../parseQuery';
import { argumentIndex, calledFunction, cursorContext } from './cursorContext';

export interface SignatureHelp {
  readonly label: string;
  readonly documentation: string;
  readonly parameters: readonly string[];
  readonly activeParameter: number;
}

/** The call at the cursor and the active parameter. */
export function signatureHelpAt(parsed: ParsedQuery, offset: number): SignatureHelp | undefined {
  const context = cursorContext(parsed, offset);
  const entry = calledFunction(context);
  if (!entry) return undefined;
  return {
    label: signatureOf(entry),
    documentation: inDisplayLanguage(entry.description),
    parameters: entry.parameters.map(({ name }) => name),
    activeParameter: Math.max(0, Math.min(argumentIndex(context), entry.parameters.length - 1)),
  };
}
