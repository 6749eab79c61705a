import type { GridColumn } from './columns';
import type { PageEvents } from '../app/lightElement';
import { positionOf } from './gridRow';

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
