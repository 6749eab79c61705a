import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditSearch } from '../../src/shared/protocol/auditLogs';
import { forEachFilter } from '../../src/shared/wire/auditFilters';
import { notice } from '../app/header';
import '@vscode-elements/elements/dist/vscode-button/index.js';

/** Shown if there are no matches, with a button for a wider search. */
export function noMatches(search: AuditSearch, widen: (search: AuditSearch) => void): TemplateResult {
  const message = t('No entries match this search.');
  const open: AuditSearch = { ...search, ...forEachFilter(() => []) };
  if (JSON.stringify(open) !== JSON.stringify(search)) {
    return notice('empty', message, null, button(t('Remove All Filters'), open, widen));
  }
  if (search.range === 'all') return notice('empty', t('The audit log has no entries yet.'));
  const ever: AuditSearch = { ...search, range: 'all' };
  return notice(
    'empty',
    t('There are no entries in this period.'),
    null,
    button(t('Search All Time'), ever, widen),
  );
}

function button(label: string, search: AuditSearch, widen: (search: AuditSearch) => void): TemplateResult {
  return html`<vscode-button secondary @click=${() => widen(search)}>${label}</vscode-button>`;
}
