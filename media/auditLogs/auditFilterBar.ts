import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import { quickRanges } from '../../src/core/pages/auditRanges';
import type { QuickRange } from '../../src/core/pages/auditRanges';
import type { AuditLogsState, AuditSearch } from '../../src/core/pages/auditLogMessages';
import {
  auditFilterNames,
  withoutFilters,
  listedFilterNames,
  listedFilters,
  typedFilters,
} from '../../src/core/interface/auditFilters';
import type { ListedFilter, TypedFilter } from '../../src/core/interface/auditFilters';
import type { Zone } from '../../src/core/pages/common';
import { offsetAt } from '../../src/core/pages/format';
import { icon } from '../app/parts';
import { LightElement } from '../app/lightElement';
import type { PageEvent } from '../app/lightElement';
import { choiceField } from '../elements/choiceField';
import { selectField, valueOf } from '../elements/controls';
import { withRange, withFilterValue } from './searchChanges';
import '../elements/timeRangePicker';
import { visibleText } from '../../src/core/base/visibleText';

/** The search form. Each completed change starts a search; incomplete times do not. */
@customElement('logbench-audit-filters')
export class AuditFilters extends LightElement {
  @property({ attribute: false, hasChanged: differs }) search!: AuditSearch;
  @property({ attribute: false, hasChanged: differs }) choices!: AuditLogsState['choices'];

  /** The zone of typed times without an offset. */
  @property({ attribute: false }) zone: Zone = 'local';
  @property({ attribute: false }) serverOffset: number | null = null;

  protected override firstUpdated(): void {
    void this.#beginTyping();
  }

  protected override render(): TemplateResult {
    const { search, choices } = this;
    // Nothing is missed where there is no housekeeping to hide.
    const missing = listedFilterNames.filter((name) => name !== 'housekeeping' && choices[name] === null);
    return html`<form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
        ${this.#keywordField('keywords', t('Type a word and press Enter'))}
        ${listedFilterNames.map((name) => this.#choiceField(name, choices[name], search[name]))}
        ${this.#keywordField('companyGuids', t('Type a GUID and press Enter'))} ${this.#rangeField(search)}
        ${search.range === 'custom' ? this.#times(search) : nothing} ${this.#localeField(search)}
      </form>
      ${
        missing.length === 0
          ? nothing
          : html`<p class="filters-note">
              ${t(
                'Filters that this platform does not have: {0}. Use a keyword instead.',
                missing.map((name) => listedFilters[name].label()).join(', '),
              )}
            </p>`
      }
      ${activeFilters(search, (next) => this.#change(next))}`;
  }

  /** Focuses the first field, unless the focus is outside this page. */
  async #beginTyping(): Promise<void> {
    const field = this.querySelector('vscode-textfield');
    await field?.updateComplete;
    if (document.hasFocus() && document.activeElement === document.body) field?.focus();
  }

  /** A field for multiple values; an invalid one stays in the field, marked as an error. */
  #keywordField(filter: TypedFilter, placeholder: string): TemplateResult {
    const name = typedFilters[filter].label();
    return html`<label class="field word"
      ><span>${name}</span>
      <vscode-textfield
        .label=${name}
        placeholder=${placeholder}
        @keydown=${(event: KeyboardEvent) => {
          if (event.isComposing) return;
          if (event.key === 'Enter') this.#acceptKeyword(event, filter);
          // As in the search views of VS Code.
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.grid [data-active]')?.focus();
        }}
      ></vscode-textfield
    ></label>`;
  }

  #acceptKeyword(event: KeyboardEvent, filter: TypedFilter): void {
    event.preventDefault();
    const field = event.currentTarget;
    const next = withFilterValue(this.search, filter, valueOf(event));
    const taken = next !== this.search;
    if (taken) this.#change(next);
    if (field instanceof HTMLElement) field.toggleAttribute('invalid', !taken && valueOf(event) !== '');
    if (taken && field !== null && 'value' in field) field.value = '';
  }

  #choiceField(
    name: ListedFilter,
    choices: readonly string[] | null,
    selected: readonly string[],
  ): TemplateResult | typeof nothing {
    if (choices === null) return nothing;
    // A saved search may have values that this response does not list: they stay selectable.
    const all = [...new Set([...choices, ...selected])];
    const options = all.map((value) => [value, value] as const);
    return choiceField(listedFilters[name].label(), options, selected, (values) =>
      this.#change({ ...this.search, [name]: values }),
    );
  }

  #rangeField(search: AuditSearch): TemplateResult {
    const labels = Object.entries(quickRanges).map(
      ([range, { label }]) => [range as QuickRange, label()] as const,
    );
    return selectField(t('Period'), search.range, labels, (range) =>
      this.#change(withRange(search, range, (epoch) => offsetAt(epoch, this.zone, this.serverOffset))),
    );
  }

  #localeField(search: AuditSearch): TemplateResult {
    const labels = [
      ['en', 'English'],
      ['ko', '한국어'],
    ] as const;
    return selectField(t('Label language'), search.locale, labels, (locale) =>
      this.#change({ ...search, locale }),
    );
  }

  #times(search: AuditSearch): TemplateResult {
    return html`<logbench-time-range
      .from=${search.from}
      .to=${search.to}
      .zone=${this.zone}
      .serverOffset=${this.serverOffset}
      @times-change=${({ detail }: PageEvent<'times-change'>) => this.#change({ ...search, range: 'custom', ...detail })}
    ></logbench-time-range>`;
  }

  #change(search: AuditSearch): void {
    this.send('search-change', search);
  }
}

/** The filters of a state, in the zone of the page. */
export function auditFilters({ search, choices, view, connection }: AuditLogsState): TemplateResult {
  return html`<logbench-audit-filters
    .search=${search}
    .choices=${choices}
    .zone=${view.zone}
    .serverOffset=${connection.serverOffset}
  ></logbench-audit-filters>`;
}

/** Every message of the host contains new objects; an open list must not be rendered again for equal ones. */
function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** The active filter values, each with a button to remove it, and a button to remove all. */
function activeFilters(
  search: AuditSearch,
  change: (search: AuditSearch) => void,
): TemplateResult | typeof nothing {
  const chip = (word: string, label: string, field: TypedFilter): TemplateResult =>
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
  const open = withoutFilters(search);
  if (auditFilterNames.every((name) => search[name] === open[name] || search[name].length === 0))
    return nothing;
  return html`<ul class="chips" aria-label=${t('Active filters')}>
    ${search.keywords.map((word) => chip(word, t('Remove keyword {0}', word), 'keywords'))}
    ${search.companyGuids.map((guid) => chip(guid, t('Remove company {0}', guid), 'companyGuids'))}
    <li>
      <button class="chip clear" @click=${() => change(open)}>
        ${icon('clear-all')}<span>${t('Clear All')}</span>
      </button>
    </li>
  </ul>`;
}
