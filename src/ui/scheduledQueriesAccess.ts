import type { ScheduledQuery } from '../shared/wire/scheduledQuery';
import type { Connection } from './connection';

/** What features may ask and tell of scheduled queries; whoever owns these lends it to the others. */
export interface ScheduledQueriesAccess {
  /** The query that a row of the explorer stands for. */
  readonly queryOfRow: (value: unknown) => ScheduledQuery | undefined;
  /** The trigger in the user's language. */
  readonly describe: (query: ScheduledQuery) => Promise<ScheduleInWords>;
  /** The platform's record is new; the explorer shows it. */
  readonly changed: (connection: Connection, query: ScheduledQuery) => Promise<void>;
  /** Nobody knows what has changed: it is asked for again where somebody looks. */
  readonly reload: (connection: Connection) => void;
  readonly added: (connection: Connection, query: ScheduledQuery) => Promise<void>;
}

export interface ScheduleInWords {
  readonly words: string;
  readonly nextRun: Date | undefined;
}
