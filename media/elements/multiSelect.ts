import '@vscode-elements/elements/dist/vscode-multi-select/index.js';
import { VscodeMultiSelect } from '@vscode-elements/elements/dist/vscode-multi-select/vscode-multi-select.js';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { formatCount } from '../app/format';

// The component says "0 Selected" in English whatever the language of the page, and offers no way to change it.
Object.defineProperty(VscodeMultiSelect.prototype, '_renderLabel', {
  value(this: VscodeMultiSelect): TemplateResult {
    const count = this.value.length;
    return count === 0
      ? html`<span class="select-face-badge no-item">${t('All')}</span>`
      : html`<span class="select-face-badge">${t('{0} selected', formatCount(count))}</span>`;
  },
});

// Nothing chosen is no badge: it is written like the value of any other list.
VscodeMultiSelect.elementStyles.push(css`
  .select-face-badge.no-item {
    margin: 0;
    padding: 3px 4px;
    font-size: inherit;
    line-height: 18px;
  }
`);
