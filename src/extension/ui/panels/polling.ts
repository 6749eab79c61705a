import type { Disposable, Event, WindowState } from 'vscode';
import type { Connection } from '../connections/connection';
import { setMaxListeners } from 'node:events';
import { getOrAdd } from '../../../core/base/getOrAdd';
import { Listeners } from '../../../core/base/listeners';
import { isCancellation } from '../prompts/canceled';

/** Milliseconds without focus after which a window counts as unattended. */
const awayAfter = 60_000;

/** All polling of this window, with one scheduler per connection. */
export class Polling implements Disposable {
  readonly #schedulers = new Map<string, PollScheduler>();
  readonly #changed = new Listeners();
  readonly #focus: Disposable;
  #leaving: NodeJS.Timeout | undefined;
  #away = false;

  constructor(
    private readonly interval: () => number,
    onDidChangeWindowState: Event<Pick<WindowState, 'focused'>>,
  ) {
    this.#focus = onDidChangeWindowState(({ focused }) => this.#watchFocus(focused));
  }

  /** The user has returned to the window or left it for a while; panels pause in between. */
  readonly onDidChangeAway = this.#changed.add;

  /** Whether a panel is visible and its window is attended. */
  canSee({ visible }: { readonly visible: boolean }): boolean {
    return visible && !this.#away;
  }

  schedulerOf({ name }: Pick<Connection, 'name'>): PollScheduler {
    const timing = { interval: this.interval, random: Math.random };
    return getOrAdd(this.#schedulers, name, () => new PollScheduler(timing));
  }

  dispose(): void {
    clearTimeout(this.#leaving);
    this.#focus.dispose();
    for (const scheduler of this.#schedulers.values()) scheduler.dispose();
  }

  #watchFocus(focused: boolean): void {
    clearTimeout(this.#leaving);
    if (focused) this.#fire(false);
    else this.#leaving = setTimeout(() => this.#fire(true), awayAfter);
  }

  #fire(away: boolean): void {
    if (away === this.#away) return;
    this.#away = away;
    this.#changed.fire();
  }
}

/** Something that is polled. */
export interface Polled {
  /** Polls once, or skips this round. Resolves to whether to continue; rejects if there was no response. */
  poll(signal: AbortSignal): Promise<'continue' | 'stop' | 'rest'>;
}

interface PollTiming {
  /** Milliseconds between two successful rounds. */
  readonly interval: () => number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const maxBackOff = 30_000;
/** Spreads the rounds of several windows. */
const jitter = 0.2;

/**
 * Polls everything watched on one connection, each once per round, one round at a time. Backs off while the
 * platform does not respond and stops while nothing is watched.
 */
export class PollScheduler {
  readonly #watched = new Set<Polled>();
  #timer: NodeJS.Timeout | undefined;
  #round: AbortController | undefined;
  #silentRounds = 0;

  constructor(private readonly timing: PollTiming) {}

  /** Starts a round immediately. */
  add(polled: Polled): void {
    this.#watched.add(polled);
    this.#schedule(0);
  }

  remove(polled: Polled): void {
    this.#watched.delete(polled);
    if (this.#watched.size === 0) this.#halt();
  }

  /** Resets the backoff and polls immediately, for example after sleep or a retry by the user. */
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
    // All watched items listen to this signal, and Node warns of a leak above ten listeners.
    setMaxListeners(0, round.signal);
    this.#round = round;
    const responses = await Promise.all(
      [...this.#watched].map(async (polled) => this.#pollOne(polled, round.signal)),
    );
    if (round.signal.aborted) return;
    this.#round = undefined;
    if (responses.includes('responded')) this.#silentRounds = 0;
    else if (responses.includes('silent')) this.#silentRounds += 1;
    if (this.#watched.size > 0) this.#schedule(this.#delay());
  }

  async #pollOne(polled: Polled, signal: AbortSignal): Promise<'responded' | 'silent' | 'rested'> {
    try {
      const outcome = await polled.poll(signal);
      if (outcome === 'stop') this.#watched.delete(polled);
      return outcome === 'rest' ? 'rested' : 'responded';
    } catch (error) {
      return isCancellation(error) ? 'responded' : 'silent';
    }
  }

  #delay(): number {
    const steady = this.timing.interval() * 2 ** this.#silentRounds;
    const spread = 1 + jitter * (this.timing.random() - 0.5);
    return Math.min(steady, Math.max(maxBackOff, this.timing.interval())) * spread;
  }
}
