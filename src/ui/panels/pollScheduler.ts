import { setMaxListeners } from 'node:events';
import { isCancellation } from '../prompts/cancelled';

/** One thing that is asked for again and again. */
export interface Polled {
  /** Polls once, or skips this round. Resolves to whether to continue; rejects if there was no response. */
  poll(signal: AbortSignal): Promise<'goOn' | 'stop' | 'rest'>;
}

export interface PollTiming {
  /** Milliseconds between two rounds when all is well. */
  readonly interval: () => number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const longestBackOff = 30_000;
/** Rounds of several windows must not fall on the same moment. */
const jitter = 0.2;

/**
 * Polls everything that is watched on one connection: each once a round, one round at a time. Rounds come
 * slower while nothing answers, and not at all while nothing is watched.
 */
export class PollScheduler {
  readonly #watched = new Set<Polled>();
  #timer: NodeJS.Timeout | undefined;
  #round: AbortController | undefined;
  #silentRounds = 0;

  constructor(private readonly timing: PollTiming) {}

  /** Starts with the next round, which comes at once. */
  add(polled: Polled): void {
    this.#watched.add(polled);
    this.#schedule(0);
  }

  remove(polled: Polled): void {
    this.#watched.delete(polled);
    if (this.#watched.size === 0) this.#halt();
  }

  /** Forgets earlier silence and asks at once, as after sleep or when a person presses the button. */
  pollNow(): void {
    this.#silentRounds = 0;
    if (this.#watched.size > 0) this.#schedule(0);
  }

  dispose(): void {
    this.#watched.clear();
    this.#halt();
  }

  #halt(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#round?.abort();
    this.#round = undefined;
  }

  #schedule(delay: number): void {
    if (this.#round) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#runRound(), delay);
  }

  async #runRound(): Promise<void> {
    const round = new AbortController();
    // Everything that is watched listens to it, and Node takes more than ten listeners for a leak.
    setMaxListeners(0, round.signal);
    this.#round = round;
    const answers = await Promise.all(
      [...this.#watched].map(async (polled) => this.#pollOne(polled, round.signal)),
    );
    if (round.signal.aborted) return;
    this.#round = undefined;
    if (answers.includes('answered')) this.#silentRounds = 0;
    else if (answers.includes('silent')) this.#silentRounds += 1;
    if (this.#watched.size > 0) this.#schedule(this.#delay());
  }

  async #pollOne(polled: Polled, signal: AbortSignal): Promise<'answered' | 'silent' | 'rested'> {
    try {
      const outcome = await polled.poll(signal);
      if (outcome === 'stop') this.#watched.delete(polled);
      return outcome === 'rest' ? 'rested' : 'answered';
    } catch (error) {
      return isCancellation(error) ? 'answered' : 'silent';
    }
  }

  #delay(): number {
    const steady = this.timing.interval() * 2 ** Math.min(this.#silentRounds, 10);
    const spread = 1 + jitter * (this.timing.random() - 0.5);
    return Math.min(steady, Math.max(longestBackOff, this.timing.interval())) * spread;
  }
}
