import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { formatCount, formatShare } from '../app/format';
import { styleProperties } from '../app/styleProperties';
import { visibleText } from '../../src/shared/visibleText';

export interface TopValue {
  readonly text: string;
  readonly count: number;
  readonly actions?: TemplateResult;
}

/** The most frequent values of a field, with bars for their share of the filled rows. */
export function topValues(
  label: string,
  values: readonly TopValue[],
  filled: number,
): TemplateResult | typeof nothing {
  if (values.length === 0) return nothing;
  return html`<ol class="top" aria-label=${label}>
    ${values.map(({ text, count, actions }) => {
      const share = count / Math.max(1, filled);
      return html`<li>
        <span class="top-bar" aria-hidden="true" ${styleProperties({ width: `${share * 100}%` })}></span>
        <span class="top-value" title=${visibleText(text)} translate="no"
          >${text === '' ? t('empty text') : visibleText(text)}</span
        >
        <span class="top-count">${formatCount(count)} · ${formatShare(share)}</span>
        ${actions ?? nothing}
      </li>`;
    })}
  </ol>`;
}
