import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { LightElement } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import { icon } from '../app/parts';
import { withElement } from './controls';
import { truncatedText } from '../../src/core/privacy/plainText';
import { visibleText } from '../../src/core/base/visibleText';

export interface MenuItem {
  readonly label: string;
  readonly icon: string;
  /** Whether a separator is above it. */
  readonly startsGroup: boolean;
  readonly run: () => void;
}

export function menuItem(label: string, icon: string, run: () => void, startsGroup = false): MenuItem {
  return { label, icon, run, startsGroup };
}

/** Opens the menu of the page that has the element, at a position in the window. */
export function openMenu(element: Element, items: readonly MenuItem[], x: number, y: number): void {
  const page = element.closest('main') ?? element;
  void page.querySelector<PopupMenu>('logbench-menu')?.open(items, x, y);
}

/** Opens it below a button. */
export function openMenuBelow(button: Element, items: readonly MenuItem[]): void {
  const { left, bottom } = button.getBoundingClientRect();
  openMenu(button, items, left, bottom + 2);
}

/** The event handler of a button that opens it. */
export function opensMenu(items: () => readonly MenuItem[]): (event: Event) => void {
  return withElement((button) => openMenuBelow(button, items()));
}

/** A value within a menu item. */
export function shortText(text: string): string {
  const line = visibleText(text.replace(/\s+/g, ' '));
  return line.length > 40 ? `${truncatedText(line, 39)}…` : line;
}

/**
 * A context menu. The menu of the component library has no ARIA roles, so this one follows the ARIA menu
 * pattern in VS Code's colors.
 */
@customElement('logbench-menu')
export class PopupMenu extends LightElement {
  @state() private items: readonly MenuItem[] = [];
  @state() private position = { x: 0, y: 0 };

  #before: Element | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('resize', this.#onResize);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('resize', this.#onResize);
  }

  /** Opens with the first item focused; closing restores the focus. */
  async open(items: readonly MenuItem[], x: number, y: number): Promise<void> {
    this.#before = document.activeElement;
    this.items = items;
    this.position = { x, y };
    await this.updateComplete;
    this.#keepOnScreen();
    await this.updateComplete;
    this.#item(0)?.focus();
  }

  protected override render(): TemplateResult {
    if (this.items.length === 0) return html``;
    return html`<div class="menu-shade" @mousedown=${this.#close} @contextmenu=${this.#close}></div>
      <div
        class="menu"
        role="menu"
        ${styleProperties({ left: `${this.position.x}px`, top: `${this.position.y}px` })}
        @keydown=${this.#onKeyDown}
      >
        ${this.items.map(
          (item) =>
            html`${item.startsGroup ? html`<div class="menu-separator" role="separator"></div>` : ''}<button
                class="menu-item"
                role="menuitem"
                tabindex="-1"
                @mousemove=${({ currentTarget }: Event) => {
                  if (currentTarget instanceof HTMLElement) currentTarget.focus();
                }}
                @click=${() => this.#pick(item)}
              >
                ${icon(item.icon)}<span title=${visibleText(item.label)}>${visibleText(item.label)}</span>
              </button>`,
        )}
      </div>`;
  }

  #item(index: number): HTMLElement | undefined {
    const all = this.querySelectorAll<HTMLElement>('[role=menuitem]');
    return all[(index + all.length) % all.length];
  }

  #keepOnScreen(): void {
    const box = this.querySelector('.menu')?.getBoundingClientRect();
    if (!box) return;
    const output = this.#output;
    output?.style.setProperty('min-height', `${box.height + 8}px`);
    const { top, bottom } = output?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    const x = Math.max(0, Math.min(this.position.x, window.innerWidth - box.width - 4));
    const y = Math.max(top, Math.min(this.position.y, bottom - box.height - 4));
    this.position = { x, y };
  }

  /** The output of a notebook's cell that contains the menu, because the next cell would cover it. */
  get #output(): HTMLElement | null {
    return this.closest<HTMLElement>('.logbench-cell');
  }

  #pick(item: MenuItem): void {
    this.#close();
    item.run();
  }

  readonly #close = (event?: Event): void => {
    event?.preventDefault();
    this.items = [];
    this.#output?.style.removeProperty('min-height');
    if (this.#before instanceof HTMLElement) this.#before.focus();
  };

  /** Its position is invalid after a resize, but the document of a notebook is as high as its cells. */
  readonly #onResize = (): void => {
    if (this.items.length > 0 && this.#output === null) this.#close();
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const all = [...this.querySelectorAll('[role=menuitem]')];
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) this.#item(to)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
