import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditSearch } from '../../src/shared/protocol/auditLogs';
import { forEachFilter } from '../../src/shared/wire/auditFilters';
import { notice } from '../app/header';
import { button } from '../elements/controls';

/** Shown if there are no matches, with a button for a wider search. */
export function noMatches(search: AuditSearch, widen: (search: AuditSearch) => void): TemplateResult {
  const open: AuditSearch = { ...search, ...forEachFilter(() => []) };
  if (JSON.stringify(open) !== JSON.stringify(search)) {
    const clear = button(t('Remove All Filters'), () => widen(open));
    return notice('empty', t('No entries match this search.'), null, clear);
  }
  if (search.range === 'all') return notice('empty', t('The audit log has no entries yet.'));
  const ever = button(t('Search All Time'), () => widen({ ...search, range: 'all' }));
  return notice('empty', t('There are no entries in this period.'), null, ever);
}
