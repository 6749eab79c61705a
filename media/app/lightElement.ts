import { LitElement } from 'lit';
import type { AuditSearch } from '../../src/core/pages/auditLogMessages';
import type { SpreadChange } from '../../src/core/pages/overview';

/** The details of the events of elements. All of them bubble, so that a page can listen in one place. */
export interface PageEvents {
  /** `last` is exclusive; `drawn` includes rows that are rendered but not visible, because they need data too. */
  'grid-range': Range & { readonly drawn: Range };
  'grid-open': { readonly row: number };
  /** The active row has changed. */
  'grid-active': { readonly row: number };
  /** Escape, with nothing left to clear in the grid. */
  'grid-leave': undefined;
  'grid-sort': { readonly column: string };
  'grid-resize': { readonly column: string; readonly width: number };
  /** The menu of a column header was requested. */
  'grid-heading-menu': { readonly column: string; readonly x: number; readonly y: number };
  'grid-menu': { readonly row: number; readonly column: string; readonly x: number; readonly y: number };
  /** Copies the cell of one row, or several whole rows; `last` is inclusive. */
  'grid-copy': Range & { readonly column: string };
  /** The column widths or the scroll position have changed. */
  'grid-view': { readonly widths: Record<string, number> } | { readonly firstRow: number };
  /** Text for the clipboard, which only the host can access. */
  'text-copy': string;
  /** An interval was selected, in epoch milliseconds. */
  'chart-brush': { readonly from: number; readonly to: number };
  /** Valid times were entered, in the format of the platform; null for no limit. */
  'times-change': { readonly from: string | null; readonly to: string | null };
  /** The user has changed the search. */
  'search-change': AuditSearch;
  /** The GUID of the selected schedule; null if the selection was cleared. */
  'chain-select': string | null;
  /** An hour was hovered or focused. */
  'load-look': HourPosition;
  'load-open': HourPosition;
  /** The selected changes of *Spread Load*. */
  'spread-accept': readonly SpreadChange[];
  'spread-close': undefined;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** An hour of the weekly load. */
export interface HourPosition {
  readonly day: number;
  readonly hour: number;
  readonly element: HTMLElement;
}

export type PageEvent<Name extends keyof PageEvents> = CustomEvent<PageEvents[Name]>;

/**
 * An element without a shadow root: one style sheet and the codicon font apply to the whole page, and IDs in
 * ARIA attributes work across elements.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected send<Name extends keyof PageEvents>(name: Name, detail: PageEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}
