/** Events of a grid for the owner of its rows. All bubble, so that a page can listen in one place. */
export class GridRangeEvent extends Event {
  constructor(
    readonly first: number,
    /** Exclusive. */
    readonly last: number,
    /** The same with the rows that are drawn beyond what is in sight: they need their data too. */
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

/** Another row is the active one. */
export class GridActiveEvent extends Event {
  constructor(readonly row: number) {
    super('grid-active', { bubbles: true });
  }
}

/** Escape, with nothing left to undo in the grid itself. */
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

/** The menu of a column's heading is wanted. */
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

/** One row copies its cell, several copy whole rows. */
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

/** What a panel remembers of its grid has changed: its widths, or where it has come to rest. */
export class GridViewEvent extends Event {
  constructor(readonly change: { readonly widths: Record<string, number> } | { readonly firstRow: number }) {
    super('grid-view', { bubbles: true });
  }
}

/** A text for the clipboard, which only the host can reach. */
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
