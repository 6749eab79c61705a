import { t } from './localize';

/** How many names a question lists. */
export const maxListed = 10;

/** All names up to the limit; otherwise the first ones and the number of the others, which is more than one. */
export function listedNames(names: readonly string[], max = maxListed, separator = ', '): string {
  if (names.length <= max) return names.join(separator);
  const shown = names.slice(0, max - 1);
  const others = names.length - shown.length;
  // A list of lines has them in a line of their own.
  if (separator === '\n') return [...shown, t('and {0} more', others)].join(separator);
  return t('{0} and {1} more', shown.join(separator), others);
}
