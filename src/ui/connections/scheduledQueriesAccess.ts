import type { Disposable, Event, Uri } from 'vscode';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Selected } from '../explorer/explorerNode';
import type { Connection } from './connection';
import type { Clock } from '../format/platformClock';
import type { QueryRecords, QueryState } from './queryRecords';
import type { SeenRecords } from './recordPages';

/** What features can read and report about scheduled queries; provided by the feature that owns them. */
export interface ScheduledQueriesAccess {
  /** The query of a row of the explorer. */
  readonly queryOfRow: (value: unknown) => ScheduledQuery | undefined;
  /**
   * The query on which a command was called, or one that the user selects. Throws if its platform has no connection
   * any more.
   *
   * @param canBeActive whether the query of the active editor is meant if there are no arguments.
   */
  readonly resolve: (
    args: readonly unknown[],
    title: string,
    canBeActive?: boolean,
  ) => Promise<Selected<Pick<ScheduledQuery, 'guid' | 'name'>>>;
  /** The scheduled queries of a connection, shared by all views. */
  readonly recordsOf: (connection: Connection) => QueryRecords;
  /** Keeps them up to date while `seen` returns something. */
  readonly watch: (connection: Connection, seen: () => SeenRecords | undefined) => Disposable;
  /** Changes that this window has made on a platform, or has read. */
  readonly onDidChange: Event<ScheduledQueriesChanged>;
  /** The trigger in the user's language. */
  readonly describe: (connection: Connection, query: QueryState) => Promise<DescribeSchedule>;
  /** Updates the explorer with what has changed on the platform. */
  readonly update: (connection: Connection, change: ScheduledQueriesChange) => Promise<void>;
  /** The changes are unknown: visible lists are loaded again. */
  readonly reload: (connection: Connection) => void;
}

export interface ScheduledQueriesChange {
  readonly changed?: readonly ScheduledQuery[];
  readonly added?: readonly ScheduledQuery[];
  /** GUIDs. */
  readonly removed?: readonly string[];
  /** The added queries that existed before under another GUID. */
  readonly recreated?: readonly Recreated[];
}

/** Empty if the changes are unknown. */
export interface ScheduledQueriesChanged extends Omit<ScheduledQueriesChange, 'added'> {
  readonly connection: Connection;
}

/** A query that was deleted and re-created with another GUID. */
export interface Recreated {
  /** The previous GUID. */
  readonly guid: string;
  readonly record: ScheduledQuery;
}

export interface DescribeSchedule {
  readonly text: string;
  readonly nextRun: Date | undefined;
  /** The clock of the platform, if known. */
  readonly clock: Clock | undefined;
}

/** Drafts of the schedules of queries; nothing is sent. */
export interface ScheduleDrafts {
  /** Saves another cron expression as a draft. */
  readonly propose: (connection: Connection, guid: string, cronSchedule: string) => Promise<void>;
  /** The cron expression of a draft, if it differs from the platform's. */
  readonly proposedSchedule: (connection: Connection, guid: string) => string | undefined;
}

/** Saves a text as a draft; resolves to undefined if the user already has a draft, which is kept. */
export type SaveProposal = (
  connection: Connection,
  query: Pick<ScheduledQuery, 'guid' | 'name'>,
  text: string,
) => Promise<Uri | undefined>;
