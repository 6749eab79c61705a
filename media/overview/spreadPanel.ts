import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import type { Spread, SpreadChange } from '../../src/core/pages/overview';
import { visibleText } from '../../src/core/base/visibleText';
import { formatCount } from '../../src/core/pages/format';
import { LightElement } from '../app/lightElement';
import { button, link } from '../elements/controls';

/** The number of changes before *Show All*. */
const shownAtFirst = 12;

/** What *Spread Load* proposes. Drafts are created only of what is selected, and never sent automatically. */
@customElement('logbench-spread')
export class SpreadPanel extends LightElement {
  @property({ attribute: false }) spread!: Spread;
  @state() private showsAll = false;
  @state() private unselected: ReadonlySet<string> = new Set();

  /** Above what the button that opens it is part of, which may have been scrolled away. */
  protected override firstUpdated(): void {
    this.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const { before, after, changes } = this.spread;
    const selected = changes.filter(({ guid }) => !this.unselected.has(guid));
    const create =
      selected.length === 1 ? t('Create 1 Draft') : t('Create {0} Drafts', formatCount(selected.length));
    const accept = (): void => this.send('spread-accept', selected);
    return html`<section class="spread" aria-labelledby="spread-title">
      <h3 id="spread-title">
        ${
          changes.length === 0
            ? t('Moving start minutes would not lower the peak load.')
            : t(
                'With all changes, the number of starts in the busiest minute would be {0} instead of {1}.',
                after,
                before,
              )
        }
      </h3>
      ${changes.length === 0 ? nothing : this.#changes(changes, selected)}
      <div class="toolbar">
        ${changes.length === 0 ? nothing : button(create, accept, { icon: 'edit', primary: true, disabled: selected.length === 0 })}
        ${button(t('Close'), () => this.send('spread-close', undefined))}
        ${changes.length === 0 ? nothing : html`<span class="muted">${t('Nothing is sent to the platform.')}</span>`}
      </div>
    </section>`;
  }

  #changes(changes: readonly SpreadChange[], selected: readonly SpreadChange[]): TemplateResult {
    const select = (all: boolean): void => {
      this.unselected = new Set(all ? [] : changes.map(({ guid }) => guid));
    };
    return html`<label class="spread-all"
        ><input
          type="checkbox"
          .checked=${selected.length === changes.length}
          .indeterminate=${selected.length > 0 && selected.length < changes.length}
          @change=${() => select(selected.length < changes.length)}
        />${t('{0} of {1} selected', formatCount(selected.length), formatCount(changes.length))}</label
      >
      <ul class="spread-changes">
        ${(this.showsAll ? changes : changes.slice(0, shownAtFirst)).map((change) => this.#change(change))}
      </ul>
      ${
        changes.length > shownAtFirst
          ? link(
              this.showsAll ? t('Show Fewer') : t('Show All {0}', formatCount(changes.length)),
              () => (this.showsAll = !this.showsAll),
            )
          : nothing
      }`;
  }

  #change({ guid, name, from, to }: SpreadChange): TemplateResult {
    const toggle = (): void => {
      const unselected = new Set(this.unselected);
      if (!unselected.delete(guid)) unselected.add(guid);
      this.unselected = unselected;
    };
    return html`<li>
      <label
        ><input type="checkbox" .checked=${!this.unselected.has(guid)} @change=${toggle} /><span
          >${visibleText(name)} <code>${from}</code> → <code>${to}</code></span
        ></label
      >
    </li>`;
  }
}
