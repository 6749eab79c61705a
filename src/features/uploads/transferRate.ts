export const smallestChunk = 256 * 1024;
export const largestChunk = 64 * 1024 * 1024;
export const firstChunk = 1024 * 1024;

const veryQuick = 250;
const quick = 1000;
const slow = 5000;

/** Large pieces where the way is fast; on a slow one small ones, so that none runs into the deadline. */
export function nextChunkSize(size: number, milliseconds: number): number {
  if (milliseconds < veryQuick) return Math.min(largestChunk, size * 4);
  if (milliseconds < quick) return Math.min(largestChunk, size * 2);
  return milliseconds > slow ? Math.max(smallestChunk, size / 2) : size;
}

const window = 5000;

/** How fast it goes at present, and how long it will still take at that rate. */
export class TransferRate {
  #samples: { readonly at: number; readonly bytes: number }[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  note(bytes: number): void {
    const at = this.now();
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= window), { at, bytes }];
  }

  /** After a pause the time before does not count. */
  restart(): void {
    this.#samples = [];
  }

  /** Bytes a second; undefined while it is too early to tell. */
  get rate(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at === first.at) return undefined;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }

  /** Seconds for so many bytes more. */
  remaining(bytes: number): number | undefined {
    const { rate } = this;
    return rate === undefined || rate <= 0 ? undefined : bytes / rate;
  }
}
