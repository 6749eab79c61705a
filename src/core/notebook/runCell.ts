import { createHash } from 'node:crypto';
import type { RunningQuery } from '../api/runningQuery';
import { cellsOf, columnsOf } from '../results/resultTable';
import { maxHashedRows, maxNotebookRows } from '../pages/notebook';
import type { CellRun } from '../pages/notebook';
import type { ShownConnection, Failure } from '../pages/common';
import { parseWireTime, wireTimeOffset } from '../interface/time';

/** Waits for a query to finish and reads its rows to keep. */
export async function runCell(
  query: RunningQuery,
  connection: ShownConnection,
  signal: AbortSignal | undefined,
): Promise<CellRun> {
  const { lastStarted, elapsed } = await query.finish({ signal });
  const page = await query.rowsThatFit({ limit: maxNotebookRows }, signal);
  const columns = [...columnsOf(page, [])];
  const rows = cellsOf(page.rows, columns).map((row) => [...row]);
  const serverOffset =
    lastStarted === undefined ? connection.serverOffset : (wireTimeOffset(lastStarted) ?? null);
  return {
    ...{ sent: query.text, connection: { ...connection, serverOffset }, queryId: query.id },
    started: query.startedAt,
    platformStarted: lastStarted === undefined ? undefined : parseWireTime(lastStarted)?.getTime(),
    ...{ elapsed: Number(elapsed), total: Number(page.total ?? rows.length), columns, rows },
    ...{ hash: '', hashed: 0, failure: null },
  };
}

/** Reads the result again, with the rows that are not kept. */
export async function withHash(
  query: RunningQuery,
  run: CellRun,
  signal: AbortSignal | undefined,
): Promise<CellRun> {
  const hash = await hashOf(query.export('json', signal, maxHashedRows));
  return { ...run, ...hash, total: Math.max(run.total, hash.hashed) };
}

/** The run of a query that was rejected, failed or was not sent. */
export function failedRun(
  sent: string,
  connection: ShownConnection,
  started: number,
  failure: Failure,
): CellRun {
  const nothing = { queryId: null, total: 0, columns: [], rows: [], hash: '', hashed: 0 };
  return { sent, connection, started, elapsed: Date.now() - started, ...nothing, failure };
}

const lineEnd = 10;

/**
 * The bytes that the platform sends for an export as NDJSON, so that anybody can calculate the hash from such a file.
 * If they cannot be read to the end, it covers the rows until then: the rows to keep have been read before.
 */
async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<Pick<CellRun, 'hash' | 'hashed'>> {
  const hash = createHash('sha256');
  let hashed = 0;
  let pending: Uint8Array[] = [];
  try {
    for await (const piece of pieces) {
      const end = piece.lastIndexOf(lineEnd) + 1;
      if (end > 0) {
        for (const part of [...pending, piece.subarray(0, end)]) hash.update(part);
        pending = [];
      }
      for (const byte of piece.subarray(0, end)) if (byte === lineEnd) hashed += 1;
      pending.push(piece.subarray(end));
    }
  } catch {
    return { hash: hash.digest('hex'), hashed };
  }
  for (const part of pending) hash.update(part);
  return { hash: hash.digest('hex'), hashed: hashed + (pending.some(({ length }) => length > 0) ? 1 : 0) };
}
