import { startsLocked, type Connection } from '../../ui/connection';

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
    const until = this.#unlocked.get(connection.name)?.until ?? 0;
    return Math.max(0, until - Date.now());
  }

  unlock(connection: Connection, minutes: number): void {
    clearTimeout(this.#unlocked.get(connection.name)?.timer);
    const duration = minutes * millisecondsPerMinute;
    const timer = setTimeout(() => {
      this.lock(connection.name);
    }, duration);
    this.#unlocked.set(connection.name, { until: Date.now() + duration, timer });
    this.changed();
  }

  lock(name: string): void {
    clearTimeout(this.#unlocked.get(name)?.timer);
    if (this.#unlocked.delete(name)) this.changed();
  }

  dispose(): void {
    for (const { timer } of this.#unlocked.values()) clearTimeout(timer);
    this.#unlocked.clear();
  }
}
