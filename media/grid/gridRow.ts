import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PageEvents } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import type { GridColumn, PositionedColumn } from './gridColumns';
import type { GridPosition } from './gridKeys';
import { visibleText } from '../../src/core/base/visibleText';

interface RowStyle {
  readonly index: number;
  /** Pixels from the top of the grid's body. */
  readonly top: number;
  readonly selected: boolean;
  /** The column of the active cell, if it is in this row. */
  readonly activeColumn: number | undefined;
  /** Cells with this text in lower case are marked; empty for none. */
  readonly found: string;
}

/** One row; without data it is rendered as busy until its page arrives. */
export function gridRow<Row>(
  row: Row | undefined,
  style: RowStyle,
  columns: readonly GridColumn<Row>[],
  shownColumns: readonly PositionedColumn[],
): TemplateResult {
  return html`<div
    class="grid-row"
    role="row"
    aria-rowindex=${style.index + 2}
    aria-selected=${style.selected ? 'true' : 'false'}
    aria-busy=${row === undefined ? 'true' : nothing}
    data-row=${style.index}
    ?data-odd=${style.index % 2 === 1}
    ${styleProperties({ top: `${style.top}px` })}
  >
    ${repeat(
      shownColumns,
      (position) => position.index,
      (position) => {
        const column = columns[position.index];
        return column ? gridCell(row, column, position, style) : nothing;
      },
    )}
  </div>`;
}

function gridCell<Row>(
  row: Row | undefined,
  column: GridColumn<Row>,
  position: PositionedColumn,
  { activeColumn, found }: RowStyle,
): TemplateResult {
  const active = activeColumn === position.index;
  const text = row === undefined ? '' : column.text(row);
  const classes = cellClasses(column, position.pinned, found !== '' && text.toLowerCase().includes(found));
  const at = styleProperties({ left: `${position.left}px`, width: `${position.width}px` });
  if (column.render) {
    return html`<div
      class="${classes} drawn"
      role="gridcell"
      aria-colindex=${position.index + 1}
      tabindex=${active ? 0 : -1}
      ?data-active=${active}
      ${at}
    >
      ${row === undefined ? nothing : column.render(row)}
    </div>`;
  }
  // A property instead of a child, to avoid a marker node per cell.
  return html`<div
    class=${classes}
    role="gridcell"
    aria-colindex=${position.index + 1}
    tabindex=${active ? 0 : -1}
    ?data-active=${active}
    .textContent=${visibleText(text)}
    ${at}
  ></div>`;
}

function cellClasses<Row>({ align, monospace }: GridColumn<Row>, pinned: boolean, found: boolean): string {
  const faces = [align === 'end' && 'end', monospace && 'mono', pinned && 'pinned', found && 'found'];
  return ['grid-cell', ...faces.filter(Boolean)].join(' ');
}

/** The line below new entries, which the page also announces as text. */
export function newRowsLine(top: number): TemplateResult {
  return html`<div class="grid-new" aria-hidden="true" ${styleProperties({ top: `${top}px` })}></div>`;
}

/** The cell of a mouse event. */
export function positionOf(event: Event): GridPosition | undefined {
  const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (!cell || row === undefined) return undefined;
  return { row: Number(row), column: Number(cell.getAttribute('aria-colindex')) - 1 };
}

/** A truncated cell shows its full text as a tooltip. */
export function showWholeText(event: Event): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('.grid-cell') : null;
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent || '').trim() : '';
}

/** The menu of a cell, on right-click or the menu key. */
export function cellMenu(
  event: MouseEvent,
  grid: Element,
  columns: readonly Pick<GridColumn<unknown>, 'id' | 'hasMenu'>[],
): PageEvents['grid-menu'] | undefined {
  const at = positionOf(event);
  const column = at && columns[at.column];
  if (!column) return undefined;
  const box = grid.querySelector('[data-active]')?.getBoundingClientRect();
  const byKeyboard = event.button !== 2 && box !== undefined;
  const [x, y] = byKeyboard ? [box.left + 8, box.bottom] : [event.clientX, event.clientY];
  return { row: at.row, column: column.id, x, y };
}

/** The menu of a header, also for a click on its icon. */
export function headingMenu(
  event: Event,
  columns: readonly Pick<GridColumn<unknown>, 'id' | 'hasMenu'>[],
): PageEvents['grid-heading-menu'] | undefined {
  const heading = event.target instanceof Element ? event.target.closest('[role=columnheader]') : null;
  const column = columns[Number(heading?.getAttribute('aria-colindex')) - 1];
  if (!heading || column?.hasMenu !== true) return undefined;
  const { left, bottom } = heading.getBoundingClientRect();
  return { column: column.id, x: left, y: bottom };
}

/** The padding of a cell, and the additional space for the icons of a header. */
const cellRoom = 26;
const headingRoom = 52;

/** The width that a column needs for its label, these texts, and rendered cells that are cut off. */
export function widthOf(grid: Element, index: number, label: string, texts: readonly string[]): number {
  const heading = grid.querySelector(`[role=columnheader][aria-colindex="${index + 1}"]`);
  const cells = [...grid.querySelectorAll(`[role=gridcell][aria-colindex="${index + 1}"]`)];
  const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth);
  const measure = ruler(cells[0] ?? heading);
  return Math.max(
    ruler(heading)(label) + headingRoom,
    ...cut.map((cell) => cell.scrollWidth + cellRoom / 2),
    ...texts.map((text) => measure(text) + cellRoom),
  );
}

/** The same for a column that is not rendered, in the font of the page. */
export function textWidth(
  page: Element,
  label: string,
  texts: readonly string[],
  monospace: boolean,
): number {
  const measure = ruler(page, monospace);
  return Math.max(
    ruler(page)(label) + headingRoom,
    ...[...new Set(texts)].map((text) => measure(text) + cellRoom),
  );
}

/** Measures text in the font of an element, or in the monospace font next to it. */
function ruler(element: Element | null, monospace = false): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !element) return (text) => text.length * 8;
  const style = getComputedStyle(element);
  const { fontStyle, fontWeight, fontSize } = style;
  const fontFamily = monospace ? style.getPropertyValue('--mono') : style.fontFamily;
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return (text) => Math.ceil(context.measureText(text).width);
}
