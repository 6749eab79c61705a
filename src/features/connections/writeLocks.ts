import { serviceOf, startsLocked } from '../../ui/connection';
import type { Connection } from '../../ui/connection';

const millisecondsPerMinute = 60_000;

/** Which locked connections are open for writing, and for how long. */
export class WriteLocks {
  readonly #unlocked = new Map<string, { readonly until: number; readonly timer: NodeJS.Timeout }>();

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
    const duration = minutes * millisecondsPerMinute;
    const timer = setTimeout(() => {
      this.lock(connection);
    }, duration);
    this.#unlocked.set(key, { until: Date.now() + duration, timer });
    this.changed();
  }

  lock(connection: Connection): void {
    const key = keyOf(connection);
    clearTimeout(this.#unlocked.get(key)?.timer);
    if (this.#unlocked.delete(key)) this.changed();
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
