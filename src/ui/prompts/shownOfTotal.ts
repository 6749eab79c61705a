import { t } from '../../shared/localize';

/** How much of what the service has is in a list, which may hold choices of its own beside them. */
export function shownOfTotal(shown: number, total: number | bigint): string {
  return t(
    '{0} of {1} shown. Type to search the platform.',
    shown.toLocaleString(),
    (total > shown ? total : shown).toLocaleString(),
  );
}
