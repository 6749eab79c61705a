import type { Failure } from '../../shared/protocol/common';
import type { FromQueryResultsPage } from '../../shared/protocol/queryResults';
import type { Connection } from './connection';

/** Runs a text in the panel with this key, or in a new one. Asks before a query that writes or sends. */
export type RunText = (key: string, name: string, connection: Connection, text: string) => Promise<void>;

export type SaveMessage = Extract<FromQueryResultsPage, { kind: 'save' }>;
export type PickSeriesMessage = Extract<FromQueryResultsPage, { kind: 'pickSeries' }>;

/** What features use of the one that runs queries and shows their results. */
export interface ResultsAccess {
  /** Opens the results of a query that was started elsewhere. */
  readonly showResults: (connection: Connection, queryId: number) => Promise<void>;
  readonly runText: RunText;
  /** Asks before a query that writes or sends; rejects with `Cancelled` if it must not run. */
  readonly confirmRun: (connection: Connection, text: string) => Promise<void>;
  readonly failureOf: (error: unknown, text: string) => Promise<Failure>;
  /** Saves what a page has created to a file that the user selects. */
  readonly saveShown: (name: string, message: SaveMessage) => Promise<void>;
  /** Asks which series of a chart to draw; null for the largest. */
  readonly pickSeries: (message: PickSeriesMessage) => Promise<string[] | null>;
  /** Cancels the query of the active document or panel; false if none is running. */
  readonly cancelActive: () => Promise<boolean>;
}
