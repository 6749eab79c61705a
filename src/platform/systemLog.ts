import type { Log } from './errors';

interface LogEntry {
  readonly time: Date;
  readonly level: 'ERROR' | 'INFO';
  readonly message: string;
}

const maxEntries = 10_000;

/** The last messages of the platform, for `system logs`. */
export class SystemLog {
  readonly #entries: LogEntry[] = [];

  constructor(private readonly write: Log) {}

  readonly log: Log = (message, error) => {
    const text = error instanceof Error ? `${message}: ${error.message}` : message;
    this.#entries.push({ time: new Date(), level: error === undefined ? 'INFO' : 'ERROR', message: text });
    if (this.#entries.length > maxEntries) this.#entries.shift();
    this.write(message, error);
  };

  /** The newest, oldest first. */
  entries(tail = maxEntries): readonly LogEntry[] {
    return this.#entries.slice(-tail);
  }
}
