import { formatWireTime } from '../../../core/interface/time';
import type { Account } from '../../account';
import type { Query } from '../../../core/language/ast';
import type { Literal } from '../plan/planNode';
import type { QueryRejection } from '../plan/queryRejection';
import { PipelineProgress } from './commandProgress';
import type { CommandProgress } from './commandProgress';
import { parametersFrom, shownValue } from './parameterValues';
import type { DuckDbSession } from '../duckdb/duckDbRunner';
import type { StoredResult } from './resultRows';
import { subqueriesOf } from './readQuery';

export interface SubqueryRun {
  readonly id: number;
  readonly offset: number;
  readonly progress: PipelineProgress;
}

/** Why a run was canceled, as shown in the status. */
export type CancelReason =
  | 'user'
  | 'administrator'
  | 'connection-closed'
  | 'shutdown'
  | 'timeout'
  | 'disk-space'
  | 'failure';

/** Why a run failed that was canceled because it reached a limit, in words for its author. */
export const limitReasons: Readonly<Partial<Record<CancelReason, string>>> = {
  timeout: 'the query ran longer than its time limit',
  'disk-space':
    'the queries of this account need more than their half of the disk space for temporary data: read a shorter time or fewer fields',
};

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

/** The state and result of one query run. `executeQuery` does the work. */
export class QueryRun {
  readonly progress: PipelineProgress;
  readonly subqueries: readonly SubqueryRun[];
  readonly parameters: Map<string, Literal>;
  readonly startTime = Date.now();
  /** Resolves when the work has ended; never rejects. */
  readonly done: Promise<QueryOutcome>;
  /** Set once the query has a slot. */
  session: DuckDbSession | undefined;
  result: StoredResult | undefined;
  /** The bytes of all results when this one was complete. */
  usedBytes: number | undefined;
  /** The approximate bytes of the result; undefined until they matter. */
  resultBytes: number | undefined;
  lastAccess = Date.now();
  #finish: (outcome: QueryOutcome) => void = () => undefined;
  #outcome: QueryOutcome | undefined;
  #finishTime: number | undefined;
  #cancelReason: CancelReason | undefined;
  #stamp = 0;
  readonly #cancellation = new AbortController();
  readonly #tagsSize: number;

  constructor(
    readonly id: number,
    readonly request: QueryRunRequest,
    readonly tags: Readonly<Record<string, unknown>>,
    query: Query | undefined,
    nextId: () => number,
  ) {
    this.progress = new PipelineProgress(query ?? { commands: [] }, request.text);
    this.subqueries = (query ? subqueriesOf(query) : []).map((part) => ({
      id: nextId(),
      offset: part.from,
      progress: new PipelineProgress(part, request.text),
    }));
    this.parameters = parametersFrom(request.constants);
    this.#tagsSize = Object.keys(tags).length === 0 ? 0 : JSON.stringify(tags).length;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** What it holds outside of the engine, in characters. */
  get size(): number {
    let size = this.request.text.length + this.#tagsSize;
    for (const [name, { value }] of this.parameters) {
      size += name.length + (typeof value === 'string' ? value.length : 0);
    }
    return size;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  get outcome(): QueryOutcome | undefined {
    return this.#outcome;
  }

  get cancelReason(): CancelReason | undefined {
    return this.#cancelReason;
  }

  /** Requests the end of the run; `done` resolves when it has ended. */
  cancel(reason: CancelReason = 'user'): void {
    if (this.#outcome) return;
    this.#cancelReason ??= reason;
    this.#cancellation.abort();
  }

  finish(outcome: QueryOutcome): void {
    this.#outcome = outcome;
    this.#finishTime = Date.now();
    // Nobody could read the result before.
    this.lastAccess = this.#finishTime;
    if (outcome.outcome === 'failed') this.#cancelReason ??= 'failure';
    for (const { progress } of [...this.subqueries, this]) progress.endAll();
    this.#finish(outcome);
  }

  progressAt(offset: number): PipelineProgress {
    return this.subqueries.find((subquery) => subquery.offset === offset)?.progress ?? this.progress;
  }

  /** A query in a list. Unlike `status`, this is not a client request and does not increase the stamp. */
  description(): Record<string, unknown> {
    const { request } = this;
    return {
      id: this.id,
      source: request.source,
      login_name: request.account.loginName,
      remote_ip: request.remoteAddress,
      query_string: request.text,
      background: request.background,
      rows: this.result?.count ?? 0,
      elapsed: (this.#finishTime ?? Date.now()) - this.startTime,
      is_finished: this.#outcome !== undefined,
      is_cancelled: this.#cancelReason !== undefined,
      last_started: formatWireTime(new Date(this.startTime)),
    };
  }

  /** A row of `system queries`. */
  listed(): Record<string, unknown> {
    const { commands, sub_queries, is_scheduled_query, start_time, finish_time } = this.#record();
    const isOver = this.#outcome !== undefined;
    const started = new Date(Math.floor(this.startTime / 1000) * 1000);
    return {
      ...this.description(),
      ...{ commands, sub_queries, is_scheduled_query, start_time, finish_time },
      ...{ is_eof: isOver, is_end: isOver, last_started: started },
    };
  }

  /** The status record of the interface, with an increasing stamp. */
  status(): Record<string, unknown> {
    this.#stamp += 1;
    return {
      ...this.description(),
      ...this.#record(),
      stamp: this.#stamp,
      tags: this.tags,
      ...this.#ending(),
    };
  }

  #record() {
    const { request } = this;
    return {
      is_scheduled_query: request.source === 'scheduled-query',
      constants: Object.fromEntries([...this.parameters].map(([name, value]) => [name, shownValue(value)])),
      start_time: this.startTime,
      finish_time: this.#finishTime ?? null,
      commands: this.progress.commands.map(commandRecord),
      sub_queries: this.subqueries.map(({ id, progress }) => ({
        id,
        commands: progress.commands.map((command) => ({ name: command.name, ...commandRecord(command) })),
      })),
    };
  }

  #ending(): Record<string, unknown> {
    const failure = this.#outcome?.outcome === 'failed' ? this.#outcome.reason : undefined;
    return {
      ...(this.#cancelReason !== undefined && { cancel_reason: this.#cancelReason }),
      ...(failure !== undefined && { error_code: 'query-failed', error_detail: failure }),
    };
  }
}

function commandRecord({ text, state, pushCount }: CommandProgress): Record<string, unknown> {
  return { command: text, status: state, push_count: pushCount };
}
