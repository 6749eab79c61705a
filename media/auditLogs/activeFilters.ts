import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditSearch } from '../../src/shared/protocol/auditLogs';
import { auditFilterNames, forEachFilter } from '../../src/shared/wire/auditFilters';
import { icon } from '../app/header';
import { visibleText } from '../../src/shared/visibleText';

/** The active filter values, each with a button to remove it, and a button to remove all. */
export function activeFilters(
  search: AuditSearch,
  change: (search: AuditSearch) => void,
): TemplateResult | typeof nothing {
  const chip = (word: string, label: string, field: 'keywords' | 'companyGuids'): TemplateResult =>
    html`<li>
      <button
        class="chip"
        title=${visibleText(word)}
        aria-label=${label}
        @click=${() => change({ ...search, [field]: search[field].filter((other) => other !== word) })}
      >
        ${field === 'companyGuids' ? icon('organization') : nothing}<span>${visibleText(word)}</span>${icon('close')}
      </button>
    </li>`;
  if (auditFilterNames.every((name) => search[name].length === 0)) return nothing;
  return html`<ul class="chips" aria-label=${t('Active filters')}>
    ${search.keywords.map((word) => chip(word, t('Remove keyword {0}', word), 'keywords'))}
    ${search.companyGuids.map((guid) => chip(guid, t('Remove company {0}', guid), 'companyGuids'))}
    <li>
      <button class="chip clear" @click=${() => change({ ...search, ...forEachFilter(() => []) })}>
        ${icon('clear-all')}<span>${t('Clear All')}</span>
      </button>
    </li>
  </ul>`;
}
