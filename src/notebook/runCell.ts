import { createHash } from 'node:crypto';
import { runQueryPage } from '../api/runQuery';
import type { QueryRunner, RunOptions } from '../api/runQuery';
import { cellsOf, columnsOf } from '../results/resultTable';
import { maxNotebookRows } from '../shared/protocol/notebook';
import type { CellRun } from '../shared/protocol/notebook';
import type { ConnectionMark, Failure } from '../shared/protocol/common';
import { wireTimeOffset } from '../shared/wire/time';

type CellRunOptions = Pick<RunOptions, 'attachTo' | 'onStarted' | 'signal'>;

/** Runs a prepared query to its end and keeps its first rows. Rejects as `runQueryPage` does. */
export async function runCell(
  client: QueryRunner,
  sent: string,
  connection: ConnectionMark,
  options: CellRunOptions,
): Promise<CellRun> {
  const started = Date.now();
  let queryId: number | null = null;
  let serverOffset: number | null = connection.serverOffset;
  let elapsed = 0;
  const page = await runQueryPage(client, sent, {
    ...options,
    limit: maxNotebookRows,
    onStarted: (id) => {
      queryId = id;
      options.onStarted?.(id);
    },
    onStatus: (status) => {
      elapsed = Number(status.elapsed);
      if (status.lastStarted !== undefined) serverOffset = wireTimeOffset(status.lastStarted) ?? null;
    },
  });
  const columns = [...columnsOf(page, [])];
  const rows = cellsOf(page.rows, columns).map((row) => [...row]);
  const hash = hashOf({ columns, rows });
  const total = Number(page.total ?? rows.length);
  return {
    ...{ sent, connection: { ...connection, serverOffset }, queryId, started, elapsed },
    ...{ total, columns, rows, hash, failure: null },
  };
}

/** The run of a query that was rejected, failed or was not sent. */
export function failedRun(sent: string, connection: ConnectionMark, failure: Failure): CellRun {
  const nothing = { queryId: null, elapsed: 0, total: 0, columns: [], rows: [], hash: '' };
  return { sent, connection, started: Date.now(), ...nothing, failure };
}

/** The same for the same columns and rows, so that two reports can be compared. */
function hashOf(result: Pick<CellRun, 'columns' | 'rows'>): string {
  return createHash('sha256')
    .update(JSON.stringify([result.columns, result.rows]))
    .digest('hex');
}
