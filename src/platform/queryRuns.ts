import type { Account } from './account';
import type { QueryRefusal } from './engine/plan/queryRefusal';

/** What runs queries: the engine towards the scheduler and the routes. */
export interface QueryRuns {
  /** Starts at once and never throws: a text that cannot run yields a run that has failed. */
  start(request: QueryRunRequest): RunningQuery;
}

export interface QueryRunRequest {
  readonly text: string;
  readonly source: QuerySource;
  /** Whose query it is; a scheduled query runs as the account that wrote it. */
  readonly account: Account;
  /** The client's address; empty for runs that nobody asked for over the network. */
  readonly remoteAddress: string;
  /** Parameters that `$("name")` refers to, for example the last row of a preceding scheduled query. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** A background query outlives the connection that started it. */
  readonly background: boolean;
}

export type QuerySource =
  | 'adhoc'
  | 'console'
  | 'scheduled-query'
  | 'rest-api'
  | 'java-client'
  | 'python-client'
  | 'system'
  | 'core'
  | 'batch-rule'
  /** Not of the interface: whatever calls itself an assistant, see `isAssistant`. */
  | 'assistant';

export interface RunningQuery {
  readonly id: number;
  /** Settles when the work has ended, and never rejects. */
  readonly done: Promise<QueryOutcome>;
  /** Asks the run to end soon; `done` tells when it has. */
  cancel(): void;
}

export type QueryOutcome =
  | { readonly outcome: 'succeeded'; readonly lastRow: Readonly<Record<string, unknown>> | undefined }
  | { readonly outcome: 'failed'; readonly reason: string; readonly refusal?: QueryRefusal }
  | { readonly outcome: 'cancelled'; readonly reason: string };
