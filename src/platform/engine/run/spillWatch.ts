import type { UsedBytes } from '../duckdb/duckDbRunner';
import type { QueryRun } from './engineRun';

/**
 * Estimates how much of the spilled bytes each account has caused, which the engine does not know: what is added while
 * only its queries run is its own, otherwise each has the same part.
 */
export class SpillShares {
  readonly #shares = new Map<string, number>();
  #total = 0;

  constructor(private readonly space: number) {}

  /**
   * Counts the current bytes. `running` are the accounts with running queries, in the order in which these began.
   * Returns the one with the most, the last of several, if more than half of the space is used.
   */
  count(total: number, running: readonly string[]): string | undefined {
    const added = total - this.#total;
    if (added < 0) {
      for (const [guid, share] of this.#shares) this.#shares.set(guid, (share * total) / this.#total);
    } else {
      for (const guid of running) this.#shares.set(guid, this.#of(guid) + added / running.length);
    }
    this.#total = total;
    const most = Math.max(0, ...running.map((guid) => this.#of(guid)));
    // Kept results of other accounts are removed in another way.
    if (total <= this.space / 2 || most < total / 4) return undefined;
    return running.findLast((guid) => this.#of(guid) >= most - this.space / 16);
  }

  #of(guid: string): number {
    return this.#shares.get(guid) ?? 0;
  }
}

const watchMilliseconds = 500;

/** Stops queries of an account that takes the disk space for temporary data from others. */
export class SpillWatch {
  readonly #running = new Set<QueryRun>();
  readonly #shares: SpillShares;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly usedBytes: () => Promise<UsedBytes>,
    space: number,
  ) {
    this.#shares = new SpillShares(space);
  }

  /** Watches a run until it is disposed of. */
  watch(run: QueryRun): Disposable {
    this.#running.add(run);
    // If the bytes cannot be read, the queries fail for the same reason.
    this.#timer ??= setInterval(() => void this.check().catch(() => undefined), watchMilliseconds);
    return {
      [Symbol.dispose]: () => {
        this.#running.delete(run);
        if (this.#running.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  /** Cancels the newest query of the account that has spilled too much, one at a time. Returns the measured bytes. */
  async check(): Promise<UsedBytes> {
    const used = await this.usedBytes();
    const runs = [...this.#running];
    const guid = this.#shares.count(used.spilled, [...new Set(runs.map(accountOf))]);
    const own = runs.filter((run) => accountOf(run) === guid);
    if (!own.some(({ signal }) => signal.aborted)) own.at(-1)?.cancel('disk-space');
    return used;
  }
}

function accountOf({ request }: QueryRun): string {
  return request.account.guid;
}
