import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { icon } from '../app/parts';
import { styleProperties } from '../app/styleProperties';
import type { GridColumn, PositionedColumn } from './gridColumns';
import { visibleText } from '../../src/core/base/visibleText';

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

export interface HeaderCellOptions {
  readonly sort: GridSort | null;
  readonly active: boolean;
  readonly resize: (event: PointerEvent) => void;
  readonly fit: () => void;
  readonly pick: () => void;
  readonly menu: (event: Event) => void;
}

export function headerCell<Row>(
  column: GridColumn<Row>,
  position: PositionedColumn,
  options: HeaderCellOptions,
): TemplateResult {
  const sorted = options.sort?.column === column.id ? options.sort : null;
  const sortable = column.sortable === true;
  return html`<div
    class="grid-heading ${column.align === 'end' ? 'end' : ''} ${position.pinned ? 'pinned' : ''}"
    role="columnheader"
    aria-colindex=${position.index + 1}
    aria-sort=${ariaSort(sorted)}
    tabindex=${options.active ? 0 : -1}
    ?data-active=${options.active}
    ?data-sortable=${sortable}
    title=${visibleText(hint(column))}
    ?data-menu=${column.hasMenu === true}
    @click=${(event: MouseEvent) => {
      if (column.hasMenu === true && isOnMark(event)) options.menu(event);
      else options.pick();
    }}
    ${styleProperties({ left: `${position.left}px`, width: `${position.width}px` })}
  >
    <span class="grid-heading-label">${visibleText(column.label)}</span>
    ${sorted ? icon(sorted.descending ? 'arrow-down' : 'arrow-up') : nothing}
    <span
      class="grid-resizer"
      aria-hidden="true"
      title=${t('Double-click to fit the column to its content')}
      @pointerdown=${options.resize}
      @dblclick=${options.fit}
      @click=${(event: Event) => event.stopPropagation()}
    ></span>
  </div>`;
}

/** The width of the menu icon, which CSS renders to save an element per header. */
const markRoom = 26;

function isOnMark({ currentTarget, clientX }: MouseEvent): boolean {
  return currentTarget instanceof Element && clientX > currentTarget.getBoundingClientRect().right - markRoom;
}

/** The keyboard actions; the mouse has icons. */
function hint<Row>({ label, sortable, hasMenu }: GridColumn<Row>): string {
  if (sortable !== true) return label;
  return hasMenu === true
    ? t('{0}: press Enter to sort, Shift+Arrow to resize, Shift+F10 to open the menu', label)
    : t('{0}: press Enter to sort, Shift+Arrow to resize', label);
}

function ariaSort(sorted: GridSort | null): 'ascending' | 'descending' | typeof nothing {
  if (!sorted) return nothing;
  return sorted.descending ? 'descending' : 'ascending';
}

/** Tracks the pointer until it is released; `change` receives each width. */
export function startResizing(event: PointerEvent, width: number, change: (width: number) => void): void {
  const { currentTarget: handle, clientX: start, pointerId } = event;
  if (!(handle instanceof HTMLElement)) return;
  event.preventDefault();
  handle.setPointerCapture(pointerId);
  const done = new AbortController();
  const { signal } = done;
  handle.addEventListener('pointermove', (move) => change(width + move.clientX - start), { signal });
  handle.addEventListener('pointerup', () => done.abort(), { signal });
  handle.addEventListener('pointercancel', () => done.abort(), { signal });
}
