import { t } from '../../shared/localize';

/** How many of the platform's objects a list shows. */
export function shownOfTotal(shown: number, total: number | bigint): string {
  return t(
    '{0} of {1} shown. Type to search the platform.',
    shown.toLocaleString(),
    (total > shown ? total : shown).toLocaleString(),
  );
}
