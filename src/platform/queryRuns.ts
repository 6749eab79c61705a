import type { Account } from './account';
import type { QueryRejection } from './engine/plan/queryRejection';

export interface QueryRunRequest {
  readonly text: string;
  readonly source: QuerySource;
  /** The account of the query; a scheduled query runs as the account that last wrote it. */
  readonly account: Account;
  /** The address of the client; empty for runs without a request. */
  readonly remoteAddress: string;
  /** Parameters for `$("name")`, for example the last row of a preceding scheduled query. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** A background query continues after its connection is closed. */
  readonly background: boolean;
  /** Whether the outcome contains the last row. */
  readonly lastRow?: boolean;
  /** When a scheduled run was due: its times count from then, and its durations end there. */
  readonly due?: Date;
}

/** `assistant` is not documented: requests that identify themselves as one, see `isAssistant`. */
export type QuerySource = 'scheduled-query' | 'rest-api' | 'assistant';

export type QueryOutcome =
  | { readonly outcome: 'succeeded'; readonly lastRow?: Readonly<Record<string, unknown>> | undefined }
  | { readonly outcome: 'failed'; readonly reason: string; readonly rejection?: QueryRejection }
  | { readonly outcome: 'cancelled'; readonly reason: string };
