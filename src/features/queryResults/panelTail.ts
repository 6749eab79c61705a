import type { PlatformClient } from '../../api/client';
import type { FromQueryResultsPage, ResultRow, ToQueryResultsPage } from '../../shared/protocol/queryResults';
import { describeFailure } from '../../ui/failures/failureText';
import type { PollScheduler } from '../../ui/panels/pollScheduler';
import { LiveTail, tailText } from './liveTail';
import type { QueryRun } from './queryRun';

export type NeedRows = Extract<FromQueryResultsPage, { kind: 'needRows' }>;

export interface PanelTailDeps {
  readonly client: () => Promise<PlatformClient>;
  readonly scheduler: () => PollScheduler;
  readonly watched: () => boolean;
  readonly found: (rows: readonly ResultRow[]) => void;
}

const noRows: readonly ResultRow[] = [];

/** The rows of a panel: those of its run, preceded by those of a live tail if it is on. */
export class PanelTail {
  #tail: LiveTail | undefined;

  constructor(private readonly deps: PanelTailDeps) {}

  get tail(): LiveTail | undefined {
    return this.#tail;
  }

  start(run: QueryRun): void {
    const text = tailText(run.text, run.columns);
    this.end();
    if (text === undefined) return;
    this.#tail = new LiveTail(text, { ...this.deps, columns: () => run.columns });
    this.deps.scheduler().add(this.#tail);
  }

  end(): void {
    if (this.#tail) this.deps.scheduler().remove(this.#tail);
    this.#tail = undefined;
  }

  /** The response to a request for rows; undefined if the query has ended and has no rows any more. */
  async answer(
    run: QueryRun,
    { resultId, offset, limit }: NeedRows,
  ): Promise<ToQueryResultsPage | undefined> {
    try {
      const rows = (await this.#rows(run, offset, limit)).map((row) => [...row]);
      return { kind: 'rows', resultId, offset, rows };
    } catch (error) {
      if (run.dropped) return undefined;
      return { kind: 'rowsFailed', resultId, offset, message: describeFailure(error).sentence };
    }
  }

  /** New rows precede the rows of the query. More can arrive during the wait, which shifts all of them. */
  async #rows(run: QueryRun, offset: number, limit: number): Promise<readonly ResultRow[]> {
    const tailed = this.#tail?.rows ?? noRows;
    const first = tailed.slice(offset, offset + limit);
    const left = limit - first.length;
    if (left === 0 || this.#isAll(first, run)) return first;
    const given = await run.rows(Math.max(0, offset - tailed.length), left);
    const moved = (this.#tail?.rows ?? noRows) !== tailed;
    return moved ? this.#rows(run, offset, limit) : [...first, ...given];
  }

  /** Whether no rows of the query follow these. */
  #isAll(found: readonly ResultRow[], run: QueryRun): boolean {
    return (this.#tail?.state.kept ?? null) !== null || (found.length > 0 && run.rowCount === 0);
  }
}
