import { serviceOf, startsLocked } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';

const millisecondsPerMinute = 60_000;

interface Unlocked {
  readonly until: number;
  /** Ends it, or tells that another minute is over. */
  timer: NodeJS.Timeout;
}

/** Which locked connections are open for writing, and for how long. Tells of each minute that is over. */
export class WriteLocks {
  readonly #unlocked = new Map<string, Unlocked>();

  constructor(private readonly changed: () => void) {}

  isLocked(connection: Connection): boolean {
    return startsLocked(connection) && this.remaining(connection) === 0;
  }

  /** Milliseconds until the connection locks itself again. */
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

  /** From the end of the last minute, not from now: a timer may be early, and would tell of the same minute again. */
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

/** What was unlocked is this system: not what a connection of the same name leads to after it was edited. */
function keyOf(connection: Connection): string {
  return JSON.stringify([connection.name, serviceOf(connection), connection.environment]);
}
