import { listedNames } from '../../shared/listedNames';

/** Names in quotation marks, up to ten of them. */
export function named(items: readonly { readonly name: string }[], max?: number): string {
  return listedNames(
    items.map(({ name }) => `“${name}”`),
    max,
  );
}

/** A single object is named in the question itself. */
export function severalNamed(items: readonly { readonly name: string }[], max?: number): readonly string[] {
  return items.length > 1 ? [named(items, max)] : [];
}
