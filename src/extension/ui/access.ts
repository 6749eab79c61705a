import type { Disposable, Event, Uri } from 'vscode';
import type { ScheduledQuery } from '../../core/interface/scheduledQuery';
import type { Selected } from './explorer/explorerSection';
import type { Connection } from './connections/connection';
import type { Clock } from '../../core/time/zones';
import type { QueryRecords, QueryState } from './connections/queryRecords';
import type { VisibleRecords } from './connections/recordPages';
import type { RuleKind } from '../../core/interface/rule';
import type { Failure } from '../../core/pages/common';
import type { FromQueryResultsPage } from '../../core/pages/queryResults';
import type { QueryAddress } from './queryAddress';
import type { ScheduledQueryFields } from '../../core/interface/scheduledQueryFields';

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
  readonly watch: (connection: Connection, seen: () => VisibleRecords | undefined) => Disposable;
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

/** Identifies a rule for actions. If the platform lists none, only the GUID is known. */
export interface RuleTarget {
  readonly kind: RuleKind;
  readonly guid: string;
  readonly name: string;
}

/** What features can ask and report about detection rules; provided by the feature that owns them. */
export interface RulesAccess {
  /** The rule of a row of the explorer. */
  readonly ruleOfRow: (value: unknown) => RuleTarget | undefined;
  /** The rule on which a command was called, or one that the user selects. */
  readonly resolve: (args: readonly unknown[], title: string) => Promise<Selected<RuleTarget>>;
  /** This window has changed rules. */
  readonly onDidChange: Event<unknown>;
  readonly reload: (connection: Connection) => void;
  /** Updates the explorer after a rule was created or written. Offers to restore the version before, if it is known. */
  readonly written: (connection: Connection, target: RuleTarget, write: RuleWrite) => Promise<void>;
}

export interface RuleWrite {
  /** The message for the user. */
  readonly message: string;
  /** The version before; undefined if there is none or it is unknown. */
  readonly before: number | undefined;
}

/** Runs a text in the panel with this key, or in a new one. Asks before a query that writes or sends. */
export type RunText = (key: string, name: string, connection: Connection, text: string) => Promise<void>;

export type SaveMessage = Extract<FromQueryResultsPage, { kind: 'save' }>;
export type PickSeriesMessage = Extract<FromQueryResultsPage, { kind: 'pickSeries' }>;

/** What features use of the one that runs queries and shows their results. */
export interface ResultsAccess {
  /** Opens the results of a query that was started elsewhere. */
  readonly showResults: (connection: Connection, queryId: number) => Promise<void>;
  readonly runText: RunText;
  /** Asks before a query that writes or sends; rejects with `CanceledError` if it must not run. */
  readonly confirmRun: (connection: Connection, text: string) => Promise<void>;
  readonly failureOf: (error: unknown, text: string) => Promise<Failure>;
  /** Saves what a page has created to a file that the user selects. */
  readonly saveShown: (name: string, message: SaveMessage) => Promise<void>;
  /** Asks which series of a chart to draw; null for the largest. */
  readonly pickSeries: (message: PickSeriesMessage) => Promise<string[] | null>;
  /** Cancels the query of the active document or panel; false if none is running. */
  readonly cancelActive: () => Promise<boolean>;
}

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

/** The table of a page. */
export interface OpenTable {
  readonly connection: Connection;
  readonly table: string;
}
