import { t } from '../../shared/localize';

const maxNamed = 8;

/** The first names in full, then the number of others. */
export function named(objects: readonly { readonly name: string }[]): string {
  const names = objects.slice(0, maxNamed).map(({ name }) => `“${name}”`);
  const rest = objects.length - names.length;
  return rest === 0 ? names.join(', ') : t('{0} and {1} more', names.join(', '), rest);
}

/** A single object is named in the question itself. */
export function severalNamed(objects: readonly { readonly name: string }[]): readonly string[] {
  return objects.length > 1 ? [named(objects)] : [];
}
