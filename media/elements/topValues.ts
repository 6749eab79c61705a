import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { formatCount, formatShare } from '../../src/core/pages/format';
import { opensMenu } from './popupMenu';
import type { MenuItem } from './popupMenu';
import { styleProperties } from '../app/styleProperties';
import { visibleText } from '../../src/core/base/visibleText';

export interface TopValue {
  readonly text: string;
  readonly count: number;
  readonly actions?: TemplateResult;
  /** What can be done with the value; makes it a button. */
  readonly items?: () => readonly MenuItem[];
}

/** The most frequent values of a field, with bars for their share of the filled rows. */
export function topValues(
  label: string,
  values: readonly TopValue[],
  filled: number,
): TemplateResult | typeof nothing {
  if (values.length === 0) return nothing;
  return html`<ol class="top" aria-label=${label}>
    ${values.map(({ text, count, actions, items }) => {
      const share = count / Math.max(1, filled);
      return html`<li>
        <span class="top-bar" aria-hidden="true" ${styleProperties({ width: `${share * 100}%` })}></span>
        ${valueElement(text, items)}
        <span class="top-count">${formatCount(count)} · ${formatShare(share)}</span>
        ${actions ?? nothing}
      </li>`;
    })}
  </ol>`;
}

/** A value, as a button if something can be done with it. */
export function valueElement(text: string, items?: () => readonly MenuItem[]): TemplateResult {
  const shown = text === '' ? t('empty text') : visibleText(text);
  if (!items) return html`<span class="top-value" title=${visibleText(text)} translate="no">${shown}</span>`;
  return html`<button
    class="top-value"
    title=${visibleText(text)}
    translate="no"
    aria-haspopup="menu"
    @click=${opensMenu(items)}
  >
    ${shown}
  </button>`;
}
