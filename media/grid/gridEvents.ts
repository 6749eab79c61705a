/** Events of a grid. All bubble, so that a page can listen in one place. */
export class GridRangeEvent extends Event {
  constructor(
    readonly first: number,
    /** Exclusive. */
    readonly last: number,
    /** Includes rows that are rendered but not visible, because they need data too. */
    readonly drawn: { readonly first: number; readonly last: number },
  ) {
    super('grid-range', { bubbles: true });
  }
}

export class GridOpenEvent extends Event {
  constructor(readonly row: number) {
    super('grid-open', { bubbles: true });
  }
}

/** The active row has changed. */
export class GridActiveEvent extends Event {
  constructor(readonly row: number) {
    super('grid-active', { bubbles: true });
  }
}

/** Escape, with nothing left to clear in the grid. */
export class GridLeaveEvent extends Event {
  constructor() {
    super('grid-leave', { bubbles: true });
  }
}

export class GridSortEvent extends Event {
  constructor(readonly column: string) {
    super('grid-sort', { bubbles: true });
  }
}

export class GridResizeEvent extends Event {
  constructor(
    readonly column: string,
    readonly width: number,
  ) {
    super('grid-resize', { bubbles: true });
  }
}

/** The menu of a column header was requested. */
export class GridHeadingMenuEvent extends Event {
  constructor(
    readonly column: string,
    readonly x: number,
    readonly y: number,
  ) {
    super('grid-heading-menu', { bubbles: true });
  }
}

export class GridMenuEvent extends Event {
  constructor(
    readonly row: number,
    readonly column: string,
    readonly x: number,
    readonly y: number,
  ) {
    super('grid-menu', { bubbles: true });
  }
}

/** Copies the cell of one row, or several whole rows. */
export class GridCopyEvent extends Event {
  constructor(
    readonly first: number,
    /** Inclusive. */
    readonly last: number,
    readonly column: string,
  ) {
    super('grid-copy', { bubbles: true });
  }
}

/** The column widths or the scroll position have changed. */
export class GridViewEvent extends Event {
  constructor(readonly change: { readonly widths: Record<string, number> } | { readonly firstRow: number }) {
    super('grid-view', { bubbles: true });
  }
}

/** Text for the clipboard, which only the host can access. */
export class TextCopyEvent extends Event {
  constructor(readonly text: string) {
    super('text-copy', { bubbles: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'grid-range': GridRangeEvent;
    'grid-open': GridOpenEvent;
    'grid-active': GridActiveEvent;
    'grid-leave': GridLeaveEvent;
    'grid-heading-menu': GridHeadingMenuEvent;
    'grid-sort': GridSortEvent;
    'grid-resize': GridResizeEvent;
    'grid-menu': GridMenuEvent;
    'grid-copy': GridCopyEvent;
    'grid-view': GridViewEvent;
    'text-copy': TextCopyEvent;
  }
}
