import type { GridColumn } from './columns';
import { GridHeadingMenuEvent, GridMenuEvent } from './gridEvents';
import { positionOf } from './gridRow';

/** Opens the menu of a cell or header on right-click or the menu key. */
export function menuWanted(
  event: MouseEvent,
  grid: Element,
  columns: readonly Pick<GridColumn<unknown>, 'id' | 'hasMenu'>[],
): GridMenuEvent | GridHeadingMenuEvent | undefined {
  const at = positionOf(event);
  const column = at && columns[at.column];
  if (!column) return headingMenu(event, columns);
  const box = grid.querySelector('[data-active]')?.getBoundingClientRect();
  const byKeyboard = event.button !== 2 && box !== undefined;
  const [x, y] = byKeyboard ? [box.left + 8, box.bottom] : [event.clientX, event.clientY];
  return new GridMenuEvent(at.row, column.id, x, y);
}

/** Also for a click on the icon of a header. */
export function headingMenu(
  event: Event,
  columns: readonly Pick<GridColumn<unknown>, 'id' | 'hasMenu'>[],
): GridHeadingMenuEvent | undefined {
  const heading = event.target instanceof Element ? event.target.closest('[role=columnheader]') : null;
  const column = columns[Number(heading?.getAttribute('aria-colindex')) - 1];
  if (!heading || column?.hasMenu !== true) return undefined;
  const { left, bottom } = heading.getBoundingClientRect();
  return new GridHeadingMenuEvent(column.id, left, bottom);
}
