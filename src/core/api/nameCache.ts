import type { PlatformClient } from './client';
import { UnreachableError } from './errors';

/** How long a platform that rejected is not requested again. */
const rejectedFor = 60_000;
/** The same for one that was out of reach, which soon it may no longer be. */
const unreachableFor = 5_000;

interface CachedNames<Name> {
  until: number;
  readonly names: Promise<readonly Name[]>;
}

/**
 * Caches names from a platform, or the objects that have them, because completion requests them on every keystroke. Failures are cached as
 * empty lists and not reported: while the user types, they only mean fewer completions and diagnostics.
 */
export class NameCache<Name = string> {
  readonly #names = new Map<string, CachedNames<Name>>();

  constructor(
    private readonly client: () => Promise<PlatformClient>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Concurrent callers share one request. */
  async keep(
    key: string,
    lifetime: number,
    ask: (client: PlatformClient) => Promise<readonly Name[]>,
  ): Promise<readonly Name[]> {
    const cached = this.#names.get(key);
    if (cached !== undefined && cached.until > this.now()) return cached.names;
    const names = this.client()
      .then(ask)
      .catch((error: unknown) => {
        entry.until = this.now() + (error instanceof UnreachableError ? unreachableFor : rejectedFor);
        return [];
      });
    const entry: CachedNames<Name> = { until: this.now() + lifetime, names };
    this.#names.set(key, entry);
    return names;
  }

  /** Returns the cached names without a request. */
  async cached(key: string): Promise<readonly Name[]> {
    return (await this.#names.get(key)?.names) ?? [];
  }

  forget(key?: string): void {
    if (key === undefined) this.#names.clear();
    else this.#names.delete(key);
  }
}
