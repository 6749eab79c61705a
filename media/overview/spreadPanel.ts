import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { visibleText } from '../../src/shared/visibleText';
import type { Spread } from '../../src/shared/protocol/overview';
import { formatCount } from '../app/format';
import { button } from '../elements/controls';

const maxListed = 12;

export interface SpreadActions {
  readonly makeDrafts: () => void;
  readonly close: () => void;
}

/** What *Spread Load* proposes. Drafts are created only on request, and never sent automatically. */
export function spreadPanel(spread: Spread, actions: SpreadActions): TemplateResult {
  const { before, after, changes } = spread;
  const rest = changes.length - maxListed;
  const create =
    changes.length === 1 ? t('Create 1 Draft') : t('Create {0} Drafts', formatCount(changes.length));
  return html`<section class="spread" aria-labelledby="spread-title">
    <h3 id="spread-title">
      ${
        changes.length === 0
          ? t('Moving start minutes would not lower the peak load.')
          : t('The busiest minute would have {0} starts instead of {1}.', after, before)
      }
    </h3>
    ${
      changes.length === 0
        ? nothing
        : html`<ul class="spread-changes">
            ${changes
              .slice(0, maxListed)
              .map(
                ({ name, from, to }) =>
                  html`<li><span>${visibleText(name)}</span> <code>${from}</code> → <code>${to}</code></li>`,
              )}
            ${rest > 0 ? html`<li class="muted">${t('{0} more', formatCount(rest))}</li>` : nothing}
          </ul>`
    }
    <div class="toolbar">
      ${changes.length === 0 ? nothing : button(create, actions.makeDrafts, { icon: 'edit', primary: true })}
      ${button(t('Close'), actions.close)}
      ${changes.length === 0 ? nothing : html`<span class="muted">${t('Nothing is sent to the platform.')}</span>`}
    </div>
  </section>`;
}
