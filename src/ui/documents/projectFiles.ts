import type { Event, Uri } from 'vscode';
import type { QueryAddress } from '../../shared/queryAddress';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQueryFields';
import type { Connection } from '../connections/connection';

/** What features can ask about folders of scheduled queries; provided by the feature that owns them. */
export interface ProjectFiles {
  /** The files, their platforms or the differences between them have changed. */
  readonly onDidChange: Event<void>;
  /** Queries have moved to other files, or no longer have one. */
  readonly onDidMoveFiles: Event<void>;
  /** The file of a query; undefined if it has none. */
  readonly fileOf: (address: QueryAddress) => Uri | undefined;
  /** The same, for a file that is opened: its project is then compared with the platform of the query. */
  readonly selectFile: (address: QueryAddress) => Uri | undefined;
  /** The connection to which the query of a file is published; undefined for a file outside a project. */
  readonly connectionOf: (file: Uri) => Connection | undefined;
  /** Whether a file belongs to a project, which then reports problems in its front matter. */
  readonly has: (file: Uri) => boolean;
  /** The names of the other queries in the same project, which can precede the query of a file. */
  readonly namesBeside: (file: Uri) => readonly string[];
  /** Moves a draft to a file of a project and resolves to the file. */
  readonly moveDraft: (draft: MovableDraft) => Promise<Uri>;
}

/** A draft that can become a file. */
export interface MovableDraft {
  readonly connection: Connection;
  readonly guid: string;
  /** The record on which the draft is based. */
  readonly base: ScheduledQueryFields;
  readonly text: string;
  /** A cron expression that replaces that of the record. */
  readonly schedule: string | undefined;
}

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
  readonly text: string;
}
