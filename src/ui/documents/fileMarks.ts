import type { Event } from 'vscode';
import type { QueryAddress } from '../../shared/queryAddress';

/**
 * The decorations of `logbench:` files in words, for screen readers and menus. The explorer shows badge and color
 * without it.
 */
export interface FileMarks {
  /** Undefined for a file that is as the platform has it. */
  markOf(path: string): FileMark | undefined;
  readonly onDidChangeMark: Event<QueryAddress>;
}

export interface FileMark {
  /** Added to the row's context value. */
  readonly facet: string;
  readonly words: string;
}
