import type { Event } from 'vscode';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from './connection';

/** What features can read and report about scheduled queries; provided by the feature that owns them. */
export interface ScheduledQueriesAccess {
  /** The query that a row of the explorer stands for. */
  readonly queryOfRow: (value: unknown) => ScheduledQuery | undefined;
  /** What this window itself has changed on a service, as soon as that is known. */
  readonly onDidChange: Event<ScheduledQueriesChanged>;
  /** The trigger in the user's language. */
  readonly describe: (query: ScheduledQuery) => Promise<DescribeSchedule>;
  /** The platform's record is new; the explorer shows it. */
  readonly changed: (connection: Connection, query: ScheduledQuery) => Promise<void>;
  /** Nobody knows what has changed: it is asked for again where somebody looks. */
  readonly reload: (connection: Connection) => void;
  readonly added: (connection: Connection, query: ScheduledQuery) => Promise<void>;
}

export interface ScheduledQueriesChanged {
  readonly connection: Connection;
  readonly changed: readonly ScheduledQuery[];
  /** GUIDs. */
  readonly removed: readonly string[];
  readonly recreated: readonly Recreated[];
}

/** A query that was deleted and made again, which gave it another GUID. */
export interface Recreated {
  /** The one that it had. */
  readonly guid: string;
  readonly record: ScheduledQuery;
}

export interface DescribeSchedule {
  readonly words: string;
  readonly nextRun: Date | undefined;
  /** Minutes east of UTC of the clock that the service goes by, where it tells. */
  readonly serverOffset: number | undefined;
}
