import type { PlatformClient } from '../../api/client';
import { isQueryRejection, UnreachableError } from '../../api/errors';
import { runOwnQuery } from '../../api/operations/queries';
import type { RawRecord } from '../../shared/wire/optional';
import { listedQueries, listQueries } from '../../shared/wire/listedQuery';
import type { RowPage } from '../../ui/explorer/explorerSection';
import type { Polled } from '../../ui/panels/pollScheduler';
import { isCancellation } from '../../ui/prompts/cancelled';
import { listingDeadline } from './pickQuery';
import { queryRow } from './queryRow';

const maxRows = 500;
/** Milliseconds between two readings, and after a rejected one. */
const readEvery = 3000;
const rejectedFor = 60_000;

/** The running queries of one connection. */
export class RunningQueries {
  /** Not before this time. */
  #next = 0;
  /** Whether the platform tells which account asks. */
  #knowsAccount = true;

  constructor(
    private readonly client: () => Promise<PlatformClient>,
    private readonly now: () => number = Date.now,
  ) {}

  async read(signal: AbortSignal): Promise<RowPage> {
    const queries = listedQueries(await this.#rows(signal)).filter(({ isOver }) => !isOver);
    const rows = queries.toSorted((one, other) => other.elapsed - one.elapsed).map(queryRow);
    this.#next = this.now() + readEvery;
    return { total: rows.length, rows };
  }

  /** Reads them while they are seen, and only as often as a list of running queries is worth. */
  async poll(
    isSeen: () => boolean,
    told: (page: RowPage) => void,
    signal: AbortSignal,
  ): ReturnType<Polled['poll']> {
    if (!isSeen() || this.now() < this.#next) return 'rest';
    const deadline = AbortSignal.timeout(listingDeadline);
    try {
      told(await this.read(AbortSignal.any([signal, deadline])));
      return 'continue';
    } catch (error) {
      // If all slots are busy, the query that lists queries waits as well, and nothing else should wait for it.
      if (deadline.aborted) return 'rest';
      if (error instanceof UnreachableError || isCancellation(error)) throw error;
      this.#next = this.now() + rejectedFor;
      return 'rest';
    }
  }

  /** Something has changed: the next poll reads them. */
  expire(): void {
    this.#next = 0;
  }

  async #rows(signal: AbortSignal): Promise<readonly RawRecord[]> {
    const client = await this.client();
    const range = { limit: maxRows };
    if (this.#knowsAccount) {
      try {
        return await client.send(runOwnQuery(listQueries, range), signal);
      } catch (error) {
        if (!isQueryRejection(error)) throw error;
        this.#knowsAccount = false;
      }
    }
    return client.send(runOwnQuery('system queries', range), signal);
  }
}
