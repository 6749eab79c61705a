import { createHash } from 'node:crypto';
import type { PlatformClient } from '../api/client';
import { exportCursor } from '../api/operations/queries';
import { readFirstRows, withQuery } from '../api/runQuery';
import type { RunOptions } from '../api/runQuery';
import { cellsOf, columnsOf } from '../results/resultTable';
import { maxHashedRows, maxNotebookRows } from '../shared/protocol/notebook';
import type { CellRun } from '../shared/protocol/notebook';
import type { ConnectionMark, Failure } from '../shared/protocol/common';
import { wireTimeOffset } from '../shared/wire/time';

type CellClient = Pick<PlatformClient, 'send' | 'stream'>;

interface CellRunOptions extends Pick<RunOptions, 'attachTo' | 'onStarted' | 'signal'> {
  /** Called with the rows to keep, before others are read for the hash. */
  readonly onRows?: (run: CellRun) => Promise<void>;
}

/** Runs a prepared query to its end, keeps its first rows and hashes its result. Rejects as `withQuery` does. */
export async function runCell(
  client: CellClient,
  sent: string,
  connection: ConnectionMark,
  options: CellRunOptions,
): Promise<CellRun> {
  const { signal } = options;
  const started = Date.now();
  let serverOffset: number | null = connection.serverOffset;
  let elapsed = 0;
  const onStatus: RunOptions['onStatus'] = (status) => {
    elapsed = Number(status.elapsed);
    if (status.lastStarted !== undefined) serverOffset = wireTimeOffset(status.lastStarted) ?? null;
  };
  return withQuery(client, sent, { ...options, onStatus }, async (queryId) => {
    const page = await readFirstRows(client, queryId, { limit: maxNotebookRows, signal });
    const columns = [...columnsOf(page, [])];
    const rows = cellsOf(page.rows, columns).map((row) => [...row]);
    const total = Number(page.total ?? rows.length);
    const run: CellRun = {
      ...{ sent, connection: { ...connection, serverOffset }, queryId, started, elapsed },
      ...{ total, columns, rows, hash: '', hashed: 0, failure: null },
    };
    await options.onRows?.(run);
    const hash = await hashOf(client.stream(exportCursor(queryId, 'json', { limit: maxHashedRows }), signal));
    return { ...run, ...hash, total: Math.max(total, hash.hashed) };
  });
}

/** The run of a query that was rejected, failed or was not sent. */
export function failedRun(
  sent: string,
  connection: ConnectionMark,
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
