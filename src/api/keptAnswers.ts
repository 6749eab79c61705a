import type { PlatformClient } from './client';

/** How long a platform that failed is not requested again. */
const refusedFor = 60_000;

interface KeptAnswer {
  readonly until: number;
  readonly names: Promise<readonly string[]>;
}

/**
 * Caches names from a platform, because completion requests them on every keystroke. Failures are cached as
 * empty lists and not reported: while the user types, they only mean fewer completions and diagnostics.
 */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();

  constructor(
    private readonly client: () => Promise<PlatformClient>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Concurrent callers share one request. */
  async keep(
    key: string,
    lifetime: number,
    ask: (client: PlatformClient) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const known = this.#answers.get(key);
    if (known !== undefined && known.until > this.now()) return known.names;
    const names = this.client()
      .then(ask)
      .catch(() => {
        this.#answers.set(key, { until: this.now() + refusedFor, names: Promise.resolve([]) });
        return [];
      });
    this.#answers.set(key, { until: this.now() + lifetime, names });
    return names;
  }

  /** Returns the cached names without a request. */
  async soFar(key: string): Promise<readonly string[]> {
    return (await this.#answers.get(key)?.names) ?? [];
  }

  forget(key?: string): void {
    if (key === undefined) this.#answers.clear();
    else this.#answers.delete(key);
  }
}
