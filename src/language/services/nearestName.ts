import { nearest } from '../../shared/nearest';
import { aggregates, commands, functions } from '../catalogue/catalogue';
import type { ErrorKey } from '../errorCodes';
import type { Problem } from '../problem';

/** The known name closest to an unknown one. */
export function nearestName(text: string, { key, typo, from, to }: Problem): string | undefined {
  if (typo !== undefined) return undefined;
  const written = text.slice(from, to);
  const meant = nearest(written, names(candidates[key] ?? []));
  return meant === written ? undefined : meant;
}

const candidates: Partial<Record<ErrorKey, readonly { readonly name: string }[]>> = {
  'unsupported-command': commands,
  'unsupported-function': [...functions, ...aggregates],
  'invalid-aggregation-function': aggregates,
};

function names(entries: readonly { readonly name: string }[]): readonly string[] {
  return entries.map(({ name }) => name);
}
