import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import { formatCount } from '../../src/core/pages/format';
import { LightElement } from '../app/lightElement';
import { button, iconButton, valueOf } from '../elements/controls';
import { maxMatches } from './findMatches';
import type { Match } from './findMatches';

/** A field that goes from one matching cell to the next. It owns no rows: the page passes their matches. */
@customElement('logbench-find')
export class FindBar extends LightElement {
  @property({ attribute: false }) text = '';
  @property({ attribute: false }) cells: readonly Match[] = [];
  /** How many of the rows were searched. */
  @property({ attribute: false }) searched = { loaded: 0, total: 0, canLoad: false };
  @property({ attribute: false }) actions!: FindActions;

  /** The match that is shown; -1 before the first. */
  @state() private at = -1;

  protected override firstUpdated(): void {
    void this.focusField();
  }

  /** The first match is shown while the user types. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('text')) this.step(1);
  }

  async focusField(): Promise<void> {
    const field = this.querySelector('vscode-textfield');
    await field?.updateComplete;
    field?.focus();
    field?.wrappedElement.select();
  }

  /** Shows the next match, or the one before; after the last comes the first. */
  step(by: 1 | -1): void {
    const count = this.cells.length;
    if (count === 0) return;
    this.at = (this.at + by + (this.at < 0 && by < 0 ? 1 : 0) + count) % count;
    const match = this.cells[this.at];
    if (match) this.actions.show(match);
  }

  protected override render(): TemplateResult {
    return html`<div
      class="find-bar"
      role="search"
      aria-label=${t('Find in results')}
      @keydown=${this.#onKeyDown}
    >
      <vscode-textfield
        .label=${t('Find')}
        placeholder=${t('Find')}
        .value=${this.text}
        @input=${this.#onInput}
      ></vscode-textfield>
      <span class="find-count" role="status">${this.#countText()}</span>
      ${this.searched.canLoad ? button(t('Load More Rows'), this.actions.loadMore) : nothing}
      ${iconButton('arrow-up', t('Previous Match (Shift+Enter)'), () => this.step(-1))}
      ${iconButton('arrow-down', t('Next Match (Enter)'), () => this.step(1))}
      ${iconButton('close', t('Close (Escape)'), this.actions.close)}
    </div>`;
  }

  #countText(): string {
    if (this.text === '') return '';
    const { loaded, total } = this.searched;
    const count = this.cells.length;
    const number = count >= maxMatches ? `${formatCount(count)}+` : formatCount(count);
    const at = count === 0 ? t('No results') : t('{0} of {1}', formatCount(Math.max(0, this.at) + 1), number);
    return loaded < total
      ? `${at} · ${t('{0} of {1} rows searched', formatCount(loaded), formatCount(total))}`
      : at;
  }

  readonly #onInput = (event: Event): void => {
    this.at = -1;
    this.actions.find(valueOf(event));
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isOnButton = event.target instanceof Element && event.target.localName !== 'vscode-textfield';
    if (event.key === 'Escape') this.actions.close();
    else if (event.key === 'Enter' && !isOnButton) this.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
}

export interface FindActions {
  readonly find: (text: string) => void;
  readonly show: (match: Match) => void;
  readonly loadMore: () => void;
  readonly close: () => void;
}
