import type { Event, Uri } from 'vscode';
import type { QueryAddress } from '../../shared/queryAddress';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../connections/connection';

/** What features can ask about folders of scheduled queries; provided by the feature that owns them. */
export interface ProjectFiles {
  /** Something about the files, their platforms or what differs between them is new. */
  readonly onDidChange: Event<void>;
  /** Queries are kept in other files than before, or in none. */
  readonly onDidMoveFiles: Event<void>;
  /** The file in which a query is kept; undefined where it is in none. */
  readonly fileOf: (address: QueryAddress) => Uri | undefined;
  /** Where the query of a file goes; undefined for a file of no project. */
  readonly connectionOf: (file: Uri) => Connection | undefined;
  /** Whether a file belongs to a project, which then tells what is wrong with its front matter. */
  readonly has: (file: Uri) => boolean;
  /** The names of the other queries of the same project, which the query of a file can follow. */
  readonly namesBeside: (file: Uri) => readonly string[];
  /** Puts a draft into a file of a project, and resolves to the file. */
  readonly moveDraft: (draft: MovableDraft) => Promise<Uri>;
}

/** A draft that may become a file. */
export interface MovableDraft {
  readonly connection: Connection;
  readonly guid: string;
  /** The record that the draft started from. */
  readonly base: ScheduledQueryFields;
  readonly text: string;
  /** A cron expression that replaces the one of the record. */
  readonly schedule: string | undefined;
}
