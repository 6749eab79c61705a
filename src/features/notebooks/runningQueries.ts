import * as z from 'zod/mini';
import type { Memory } from '../../ui/memory';

const memoryKey = 'notebookQueries';
const runningQuery = z.object({ connection: z.string(), queryId: z.number(), sent: z.string() });
const runningQueries = z.catch(z.record(z.string(), runningQuery), {});
export type RunningQuery = Readonly<z.infer<typeof runningQuery>>;

/** The queries of cells that run, by notebook and cell, which are still known after the window was closed. */
export class RunningQueries {
  constructor(private readonly memory: Memory) {}

  of(notebook: string, cell: string): RunningQuery | undefined {
    return this.#all()[JSON.stringify([notebook, cell])];
  }

  async set(notebook: string, cell: string, query: RunningQuery | undefined): Promise<void> {
    const key = JSON.stringify([notebook, cell]);
    const { [key]: before, ...others } = this.#all();
    if (before === undefined && query === undefined) return;
    await this.memory.update(memoryKey, query === undefined ? others : { ...others, [key]: query });
  }

  #all(): Readonly<Record<string, RunningQuery>> {
    return runningQueries.parse(this.memory.get(memoryKey));
  }
}
