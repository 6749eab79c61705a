import * as z from 'zod/mini';
import { RunningQuery } from '../../../core/api/runningQuery';
import type { QueryClient } from '../../../core/api/runningQuery';
import type { Memory } from '../../ui/memory';
import type { QueryRun } from './queryRun';
import type { ShownQuery } from './resultsState';

const memoryKey = 'openCursors';
const storedCursors = z.catch(
  z.array(
    z.object({
      connection: z.string(),
      queryId: z.number(),
      text: z.string(),
      /** The panel that shows it. */
      name: z.string(),
      document: z.nullable(z.string()),
    }),
  ),
  [],
);
export type StoredCursor = z.infer<typeof storedCursors>[number];

type ShownIn = Pick<ShownQuery, 'connection' | 'name' | 'document'>;

/**
 * The open cursors of this window. They are also stored: a query that runs when the window is closed or reloaded
 * continues, and its panel finds it again. Cursors without a panel are dropped when the window next uses results.
 */
export class OpenCursors {
  readonly #open = new Map<QueryRun, StoredCursor>();
  #left: readonly StoredCursor[];

  constructor(private readonly memory: Memory) {
    this.#left = storedCursors.parse(memory.get(memoryKey));
  }

  /** The cursor of the run is dropped with its panel. */
  async add(run: QueryRun, { connection, name, document }: ShownIn): Promise<void> {
    const { queryId, text } = run;
    if (queryId === null) return;
    this.#open.set(run, { connection: connection.name, queryId, text, name, document });
    await this.#write();
  }

  /** The query that a panel showed before a reload. */
  take({ connection, document, text }: Omit<ShownQuery, 'view' | 'name'>): number | undefined {
    const found = this.#left.find(
      (left) => left.connection === connection.name && left.document === document && left.text === text,
    );
    this.#left = this.#left.filter((left) => left !== found);
    return found?.queryId;
  }

  /** Returns whether it was dropped: a run that was only attached is not among the open ones and is kept. */
  async drop(run: QueryRun): Promise<boolean> {
    if (!this.#open.has(run) && run.queryId !== null) return false;
    await run.drop();
    this.forget(run);
    return true;
  }

  forget(run: QueryRun): void {
    if (this.#open.delete(run)) void this.#write();
  }

  /** Drops results when the window closes, as far as there is time. Queries that are still running are left. */
  async dropAll(): Promise<void> {
    const running = [...this.#open].filter(([run]) => !run.isOver());
    for (const [run, stored] of running) {
      this.#left = [...this.#left, stored];
      this.#open.delete(run);
    }
    await Promise.allSettled([...this.#open.keys()].map(async (run) => this.drop(run)));
  }

  /** Drops cursors of an earlier window that no panel will show. */
  async dropLeft(
    clientOf: (connection: string) => QueryClient | undefined,
    isUnwanted: (cursor: StoredCursor) => boolean,
  ): Promise<void> {
    const unwanted = this.#left.filter(isUnwanted);
    if (unwanted.length === 0) return;
    this.#left = this.#left.filter((left) => !unwanted.includes(left));
    await this.#write();
    const drop = async (cursor: StoredCursor): Promise<void> => {
      const client = clientOf(cursor.connection);
      // A cursor that was dropped when the window closed may still be stored.
      await (client && (await RunningQuery.find(client, cursor)))?.drop();
    };
    await Promise.allSettled(unwanted.map(drop));
  }

  async #write(): Promise<void> {
    const stored = [...this.#left, ...this.#open.values()];
    await this.memory.update(memoryKey, stored.length > 0 ? stored : undefined);
  }
}
