import { nearest } from '../../shared/nearest';
import { aggregates, commands, functions } from '../catalogue/catalogue';
import type { Problem } from '../problem';

/** The name that somebody most likely meant who wrote one that nobody knows. */
export function nearestName(text: string, { key, typo, from, to }: Problem): string | undefined {
  if (typo !== undefined) return undefined;
  const written = text.slice(from, to);
  if (key === 'unsupported-command') return nearest(written, names(commands));
  return key === 'unsupported-function' ? nearest(written, names([...functions, ...aggregates])) : undefined;
}

function names(entries: readonly { readonly name: string }[]): readonly string[] {
  return entries.map(({ name }) => name);
}
