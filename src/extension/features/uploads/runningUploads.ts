import { Listeners } from '../../../core/base/listeners';
import type { Connection } from '../../ui/connections/connection';
import type { FileUpload } from './fileUpload';

export interface RunningUpload {
  readonly id: string;
  readonly connection: Connection;
  /** See `Platforms.accountOf`. */
  readonly account?: string | undefined;
  readonly upload: FileUpload;
}

type RunningChange = (upload: RunningUpload, change: 'started' | 'moved' | 'ended') => void;

/** Where the memory has the uploads that a reload would interrupt. */
export const unfinishedKey = 'logbench.uploads.unfinished';

const quietTime = 250;

/** The uploads of this window, from start to end. Reports their progress a few times per second. */
export class RunningUploads {
  readonly #uploads = new Map<string, RunningUpload>();
  readonly #changed = new Listeners<Parameters<RunningChange>>();
  readonly listen = this.#changed.add;
  readonly #due = new Map<string, NodeJS.Timeout>();
  #count = 0;

  of(connection: Connection): readonly RunningUpload[] {
    return this.all().filter((running) => running.connection.name === connection.name);
  }

  all(): readonly RunningUpload[] {
    return [...this.#uploads.values()];
  }

  /** Creates the upload with a callback for its progress. */
  add(connection: Connection, build: (moved: () => void) => FileUpload, account?: string): RunningUpload {
    const id = `own:${(this.#count += 1)}`;
    const running: RunningUpload = {
      id,
      connection,
      account,
      upload: build(() => this.#moved(id)),
    };
    this.#uploads.set(id, running);
    this.#changed.fire(running, 'started');
    return running;
  }

  remove(running: RunningUpload): void {
    if (this.#uploads.delete(running.id)) this.#changed.fire(running, 'ended');
  }

  /** The streams stay on the platform for a while and can be resumed. */
  dispose(): void {
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#changed.clear();
  }

  #moved(id: string): void {
    if (this.#due.has(id)) return;
    const timer = setTimeout(() => {
      this.#due.delete(id);
      const running = this.#uploads.get(id);
      if (running !== undefined) this.#changed.fire(running, 'moved');
    }, quietTime);
    this.#due.set(id, timer);
  }
}
