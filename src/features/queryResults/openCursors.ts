import type { Memento } from 'vscode';
import * as z from 'zod/mini';
import type { PlatformClient } from '../../api/client';
import { keepsQuery } from '../../api/keepsQuery';
import type { Connection } from '../../ui/connections/connection';
import type { QueryRun } from './queryRun';

const memoryKey = 'openCursors';
const storedCursors = z.catch(
  z.array(z.object({ connection: z.string(), queryId: z.number(), text: z.string() })),
  [],
);
type StoredCursor = z.infer<typeof storedCursors>[number];

/**
 * The cursors that this window holds on services. They are written down too: what a host that died could not
 * drop is dropped when the window works with results again.
 */
export class OpenCursors {
  readonly #open = new Map<QueryRun, StoredCursor>();

  constructor(private readonly memory: Memento) {}

  async start(run: QueryRun, connection: Connection): Promise<void> {
    const queryId = await run.start();
    // Its panel was closed meanwhile, and the run has seen to its cursor itself.
    if (run.dropped) return;
    this.#open.set(run, { connection: connection.name, queryId, text: run.text });
    await this.#write();
  }

  /** A run that was only looked at is not among the open ones, and stays. */
  async drop(run: QueryRun): Promise<void> {
    if (!this.#open.has(run) && run.queryId !== null) return;
    await run.drop();
    this.forget(run);
  }

  forget(run: QueryRun): void {
    if (this.#open.delete(run)) void this.#write();
  }

  /** Best effort, when the window goes. */
  async dropAll(): Promise<void> {
    await Promise.allSettled([...this.#open.keys()].map(async (run) => this.drop(run)));
  }

  /** To be called before the first cursor is opened. Numbers are used again, so the text has to agree too. */
  async dropLeftBehind(clientOf: (connection: string) => Promise<PlatformClient | undefined>): Promise<void> {
    const left = storedCursors.parse(this.memory.get(memoryKey));
    if (left.length === 0) return;
    await this.#write();
    const drop = async ({ connection, queryId, text }: StoredCursor): Promise<void> => {
      const client = await clientOf(connection);
      // What the window dropped when it was closed may still be written down.
      if (client === undefined || (await keepsQuery(client, queryId)) === false) return;
      const status = await client.queryStatus(queryId);
      if (status.text === text) await client.dropCursor(queryId);
    };
    await Promise.allSettled(left.map(drop));
  }

  async #write(): Promise<void> {
    const open = [...this.#open.values()];
    await this.memory.update(memoryKey, open.length > 0 ? open : undefined);
  }
}
