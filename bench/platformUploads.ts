import { request } from 'undici';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { startApp } from '../test/support/startApp';
import type { RunningApp } from '../test/support/startApp';
import { addTable } from '../test/support/tables';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { compare } from './measurement';
import type { Measurement } from './measurement';

const rowCount = 1_000_000;
const chunkSize = 8 * 1024 * 1024;

/** An upload over HTTP, from the first byte to the response after loading, compared with SQL on the finished file. */
export async function measure(): Promise<Measurement[]> {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const ndjson = await writeLogs(connection, folder, rowCount);
    const csv = await writeLogs(connection, folder, rowCount, 'csv');
    await using app = await startApp({ dataFolder: path.join(folder, 'store') });
    await addTable(app, 'logs');
    const written = path.join(folder, 'by-hand');
    const copy = async (reader: string): Promise<void> => {
      await connection.run(`COPY (
        SELECT row_number() OVER () AS _id, time AS _time, *, time::DATE AS day FROM ${reader}
      ) TO '${written}' (FORMAT parquet, COMPRESSION snappy, PARTITION_BY (day), OVERWRITE true)`);
    };
    return [
      await compare({
        name: `upload ${rowCount} rows of NDJSON`,
        against: 'COPY from read_json to Parquet by day, with _time and _id, on the same DuckDB',
        ours: () => upload(app, ndjson, rowCount),
        theirs: () => copy(`read_json('${ndjson}', format = 'newline_delimited')`),
        bar: { atMost: 2 },
        repetitions: 3,
      }),
      await compare({
        name: `upload ${rowCount} rows of CSV`,
        against: 'COPY from read_csv to Parquet by day, with _time and _id, on the same DuckDB',
        ours: () => upload(app, csv, rowCount),
        theirs: () => copy(`read_csv('${csv}')`),
        bar: { atMost: 2 },
        repetitions: 3,
      }),
    ];
  } finally {
    instance.closeSync();
  }
}

async function writeLogs(
  connection: DuckDBConnection,
  folder: string,
  rows: number,
  format: 'json' | 'csv' = 'json',
): Promise<string> {
  const file = path.join(folder, `${rows}.${format}`);
  await connection.run(`COPY (${sampleRows(rows)}) TO '${file}' (FORMAT ${format})`);
  return file;
}

const sampleRows = (
  rows: number,
): string => `SELECT strftime(TIMESTAMP '2026-03-01' + to_seconds(i // 4), '%Y-%m-%dT%H:%M:%SZ') AS time,
  concat('10.20.', i % 24, '.', i % 250) AS src_ip, concat('user', i % 100) AS "user", (i * 7) % 65536 AS bytes,
  CASE WHEN i % 7 = 0 THEN 'deny' ELSE 'allow' END AS action, concat('GET /index.html?x=', i, ' HTTP/1.1') AS message
  FROM range(${rows}) numbers(i)`;

async function upload(app: RunningApp, file: string, expected: number): Promise<void> {
  const { size } = await stat(file);
  const form = new URLSearchParams({
    file_name: path.basename(file),
    file_size: String(size),
    metadata: JSON.stringify({ table_name: 'logs', format: file.endsWith('.csv') ? 'csv' : 'ndjson' }),
  });
  const headers = { authorization: `Bearer ${app.keys.admin}` };
  const base = `${app.baseUrl}/api/core/upload-streams`;
  const { token } = await responseOf(fetch(base, { method: 'POST', headers, body: form }));
  const handle = await open(file, 'r');
  try {
    for (let offset = 0; offset < size; offset += chunkSize) {
      const buffer = Buffer.alloc(Math.min(chunkSize, size - offset));
      await handle.read(buffer, 0, buffer.length, offset);
      // Not `fetch`, which splits the body in this process and would distort the measurement.
      const response = await request(`${base}/${String(token)}?offset=${offset}`, {
        method: 'PUT',
        body: buffer,
      });
      if (response.statusCode !== 200) throw new Error(await response.body.text());
      await response.body.dump();
    }
  } finally {
    await handle.close();
  }
  const { rows } = await responseOf(fetch(`${base}/${String(token)}/complete`, { method: 'POST' }));
  if (rows !== expected) throw new Error(`loaded ${String(rows)} rows`);
}

async function responseOf(request: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await request;
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Record<string, unknown>;
}
