/**
 * Browsers limit the height of an element to about 17 to 33 million pixels. A taller list gets a spacer of
 * this height, and the scroll position is scaled.
 */
export const tallestSpacer = 15_000_000;

export interface Viewport {
  readonly rowCount: number;
  readonly rowHeight: number;
  /** The visible height without the header. */
  readonly height: number;
}

/** The pixel of the unscaled list at the top edge. */
export type ListOffset = number;

export function listHeight(view: Viewport): number {
  return view.rowCount * view.rowHeight;
}

export function spacerHeight(view: Viewport): number {
  return Math.min(listHeight(view), tallestSpacer);
}

export function isScaled(view: Viewport): boolean {
  return listHeight(view) > tallestSpacer;
}

/** The list offset of a scroll position. */
export function offsetFromScroll(view: Viewport, scrollTop: number): ListOffset {
  return clampOffset(view, scrollTop * scaleOf(view));
}

/** The scroll position of a list offset. */
export function scrollFromOffset(view: Viewport, offset: ListOffset): number {
  return clampOffset(view, offset) / scaleOf(view);
}

export function clampOffset(view: Viewport, offset: ListOffset): ListOffset {
  return Math.min(Math.max(0, offset), Math.max(0, listHeight(view) - view.height));
}

/** The rows to render, `last` exclusive, with some more above and below. */
export function rowRange(
  view: Viewport,
  offset: ListOffset,
  overscan: number,
): { first: number; last: number } {
  const first = Math.floor(offset / view.rowHeight) - overscan;
  const last = Math.ceil((offset + view.height) / view.rowHeight) + overscan;
  return { first: Math.max(0, first), last: Math.min(view.rowCount, Math.max(last, 0)) };
}

/** The smallest scroll that shows a whole row. */
export function offsetShowing(view: Viewport, offset: ListOffset, row: number): ListOffset {
  const top = row * view.rowHeight;
  if (top < offset) return clampOffset(view, top);
  const bottom = top + view.rowHeight;
  return bottom > offset + view.height ? clampOffset(view, bottom - view.height) : clampOffset(view, offset);
}

function scaleOf(view: Viewport): number {
  const distance = spacerHeight(view) - view.height;
  return distance <= 0 ? 1 : Math.max(1, (listHeight(view) - view.height) / distance);
}
