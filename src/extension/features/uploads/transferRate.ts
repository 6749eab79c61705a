export const minChunk = 256 * 1024;
export const maxChunk = 64 * 1024 * 1024;
export const firstChunk = 1024 * 1024;

const veryQuick = 250;
const quick = 1000;
const slow = 5000;

/** Large chunks on a fast connection, small ones on a slow one, so that none times out. */
export function nextChunkSize(size: number, milliseconds: number): number {
  if (milliseconds < veryQuick) return Math.min(maxChunk, size * 4);
  if (milliseconds < quick) return Math.min(maxChunk, size * 2);
  return milliseconds > slow ? Math.max(minChunk, size / 2) : size;
}

const window = 5000;

/** The current rate and the remaining time. */
export class TransferRate {
  #samples: { readonly at: number; readonly bytes: number }[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  note(bytes: number): void {
    const at = this.now();
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= window), { at, bytes }];
  }

  /** The time before a pause does not count. */
  restart(): void {
    this.#samples = [];
  }

  /** Bytes per second; undefined while it is too early to tell. */
  get rate(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at === first.at) return undefined;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }

  /** Seconds for the remaining bytes. */
  remaining(bytes: number): number | undefined {
    const { rate } = this;
    return rate === undefined || rate <= 0 ? undefined : bytes / rate;
  }
}
