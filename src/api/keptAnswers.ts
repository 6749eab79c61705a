import type { PlatformClient } from './client';

/** How long a service that refused, or was not reached, is left alone. */
const refusedFor = 60_000;

interface KeptAnswer {
  readonly until: number;
  readonly names: Promise<readonly string[]>;
}

/**
 * Names that a platform has, kept for a while because they are requested at each key, and so is that there were none.
 * A platform that does not respond is not reported while typing: there are fewer proposals and problems.
 */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();

  constructor(
    private readonly client: () => Promise<PlatformClient>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Several callers wait for the same answer. */
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

  /** What was answered before; nothing is asked for. */
  async soFar(key: string): Promise<readonly string[]> {
    return (await this.#answers.get(key)?.names) ?? [];
  }

  forget(key?: string): void {
    if (key === undefined) this.#answers.clear();
    else this.#answers.delete(key);
  }
}
