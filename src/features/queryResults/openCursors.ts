import * as z from 'zod/mini';
import type { PlatformClient } from '../../api/client';
import { keepsQuery } from '../../api/keepsQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import type { QueryRun } from './queryRun';
import { getQueryStatus, dropCursor } from '../../api/operations/queries';

const memoryKey = 'openCursors';
const storedCursors = z.catch(
  z.array(z.object({ connection: z.string(), queryId: z.number(), text: z.string() })),
  [],
);
type StoredCursor = z.infer<typeof storedCursors>[number];

/**
 * The open cursors of this window. They are also stored, so that cursors of a crashed extension host are
 * dropped when the window next uses results.
 */
export class OpenCursors {
  readonly #open = new Map<QueryRun, StoredCursor>();

  constructor(private readonly memory: Memory) {}

  async start(run: QueryRun, connection: Connection): Promise<void> {
    const queryId = await run.start();
    // The panel was closed in the meantime, and the run drops its own cursor.
    if (run.dropped) return;
    this.#open.set(run, { connection: connection.name, queryId, text: run.text });
    await this.#write();
  }

  /** A run that was only attached is not among the open ones and is kept. */
  async drop(run: QueryRun): Promise<void> {
    if (!this.#open.has(run) && run.queryId !== null) return;
    await run.drop();
    this.forget(run);
  }

  forget(run: QueryRun): void {
    if (this.#open.delete(run)) void this.#write();
  }

  /** Best effort when the window closes. */
  async dropAll(): Promise<void> {
    await Promise.allSettled([...this.#open.keys()].map(async (run) => this.drop(run)));
  }

  /** Must be called before the first cursor is opened. IDs are reused, so the text is compared too. */
  async dropLeftBehind(clientOf: (connection: string) => Promise<PlatformClient | undefined>): Promise<void> {
    const left = storedCursors.parse(this.memory.get(memoryKey));
    if (left.length === 0) return;
    await this.#write();
    const drop = async ({ connection, queryId, text }: StoredCursor): Promise<void> => {
      const client = await clientOf(connection);
      // A cursor that was dropped when the window closed may still be stored.
      if (client === undefined || (await keepsQuery(client, queryId)) === false) return;
      const status = await client.send(getQueryStatus(queryId));
      if (status.text === text) await client.send(dropCursor(queryId));
    };
    await Promise.allSettled(left.map(drop));
  }

  async #write(): Promise<void> {
    const open = [...this.#open.values()];
    await this.memory.update(memoryKey, open.length > 0 ? open : undefined);
  }
}
