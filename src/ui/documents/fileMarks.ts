import type { Event } from 'vscode';
import type { QueryAddress } from '../../shared/queryAddress';

/**
 * What the editor's marks say of `logbench:` files. The explorer shows their badge and colour by itself; whoever
 * cannot see these, and the menus, need it in words.
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
