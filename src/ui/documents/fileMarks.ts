import type { Event } from 'vscode';
import type { QueryAddress } from '../../shared/queryAddress';

/**
 * The text of decorations of `logbench:` files, for screen readers and menus. VS Code itself adds badge and
 * color to the explorer.
 */
export interface FileMarks {
  /** Undefined if the file is the same as on the platform. */
  markOf(path: string): FileMark | undefined;
  readonly onDidChangeMark: Event<QueryAddress>;
}

export interface FileMark {
  /** Added to the row's context value. */
  readonly facet: string;
  readonly words: string;
}
