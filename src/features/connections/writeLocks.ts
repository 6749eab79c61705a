import { serviceOf, startsLocked } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';

const millisecondsPerMinute = 60_000;

interface Unlocked {
  readonly until: number;
  /** Locks the connection, or fires after each minute. */
  timer: NodeJS.Timeout;
}

/** The unlocked connections and their remaining time. Fires after each minute. */
export class WriteLocks {
  readonly #unlocked = new Map<string, Unlocked>();

  constructor(private readonly changed: () => void) {}

  isLocked(connection: Connection): boolean {
    return startsLocked(connection) && this.remaining(connection) === 0;
  }

  /** Milliseconds until the connection locks again. */
  remaining(connection: Connection): number {
    const until = this.#unlocked.get(keyOf(connection))?.until ?? 0;
    return Math.max(0, until - Date.now());
  }

  unlock(connection: Connection, minutes: number): void {
    const key = keyOf(connection);
    clearTimeout(this.#unlocked.get(key)?.timer);
    const until = Date.now() + Math.round(minutes * millisecondsPerMinute);
    const timer = this.#nextMinute(connection, until);
    this.#unlocked.set(key, { until, timer });
    this.changed();
  }

  lock(connection: Connection): void {
    const key = keyOf(connection);
    clearTimeout(this.#unlocked.get(key)?.timer);
    if (this.#unlocked.delete(key)) this.changed();
  }

  /**
   * Counts from the end of the last minute: a timer that fires early would otherwise report the same minute
   * twice.
   */
  #nextMinute(connection: Connection, until: number, from = Date.now()): NodeJS.Timeout {
    const remaining = until - from;
    const isLast = remaining <= millisecondsPerMinute;
    const end = isLast ? until : from + (remaining % millisecondsPerMinute || millisecondsPerMinute);
    return setTimeout(() => {
      if (isLast) {
        this.lock(connection);
        return;
      }
      const unlocked = this.#unlocked.get(keyOf(connection));
      if (unlocked !== undefined) unlocked.timer = this.#nextMinute(connection, until, end);
      this.changed();
    }, end - Date.now());
  }

  dispose(): void {
    for (const { timer } of this.#unlocked.values()) clearTimeout(timer);
    this.#unlocked.clear();
  }
}

/** Includes the platform, so that an edited connection with the same name is locked. */
function keyOf(connection: Connection): string {
  return JSON.stringify([connection.name, serviceOf(connection), connection.environment]);
}
