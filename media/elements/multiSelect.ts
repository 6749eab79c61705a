import '@vscode-elements/elements/dist/vscode-multi-select/index.js';
import { VscodeMultiSelect } from '@vscode-elements/elements/dist/vscode-multi-select/vscode-multi-select.js';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { formatCount } from '../app/format';

// The component shows only the number of selected items, in English, and offers no way to change it.
Object.defineProperty(VscodeMultiSelect.prototype, '_renderLabel', {
  value(this: VscodeMultiSelect): TemplateResult {
    const labels = this.options
      .filter(({ value }) => this.value.includes(value ?? ''))
      .map(({ label }) => label ?? '');
    const [first, ...others] = labels;
    if (first === undefined) return html`<span class="select-face-badge no-item">${t('All')}</span>`;
    const text = others.length === 0 ? first : `${first} +${formatCount(others.length)}`;
    return html`<span class="select-face-badge" title=${labels.join(', ')}>${text}</span>`;
  },
});

VscodeMultiSelect.elementStyles.push(css`
  .select-face-badge {
    flex-shrink: 0;
    max-width: calc(100% - 60px);
    overflow: hidden;
    text-overflow: ellipsis;
  }

  /* Nothing chosen is no badge: it is written like the value of any other list. */
  .select-face-badge.no-item {
    margin: 0;
    padding: 3px 4px;
    font-size: inherit;
    line-height: 18px;
  }
`);
