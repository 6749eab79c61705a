import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from '../scripts/project.mjs';
import { openParts } from '../test/support/startApp';
import type { Measurement } from './measurement';
import { compareQuery, fillTable } from './support/queryParts';

const days = 400;
const rowsPerDay = 250_000;
const size = `${(days * rowsPerDay) / 1_000_000} million rows in ${days} segments`;

/** Very many rows, created once. `npm run bench -- --large` runs it with the others, `platformLarge` alone. */
export async function measure(): Promise<Measurement[]> {
  const dataFolder = path.join(cacheFolder, 'bench-large');
  if (!existsSync(dataFolder)) await fill(dataFolder);
  await using parts = await openParts({ dataFolder }, fail);
  return [
    await compareQuery(parts, {
      name: `search that finds little over ${size}`,
      query: 'table web | search bytes == 77777 and status == 503 | stats count',
      sql: (rows) => `SELECT count(*) FROM ${rows} WHERE bytes = 77777 AND status = 503`,
      repetitions: 3,
    }),
    await compareQuery(parts, {
      name: `statistics by a field over ${size}`,
      query: 'table web | search status >= 500 | stats count, sum(bytes) as bytes, avg(bytes) by host',
      sql: (rows) =>
        `SELECT host, count(*), sum(bytes), avg(bytes) FROM ${rows} WHERE status >= 500 GROUP BY host ORDER BY host`,
      repetitions: 3,
    }),
  ];
}

function fail(message: string, error?: unknown): never {
  throw new Error(message, { cause: error });
}

/** Kept in the cache folder, and renamed when it is complete. */
async function fill(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  {
    await using parts = await openParts({ dataFolder: unfinished }, fail);
    for (let day = 0; day < days; day++) {
      const numbers = `(SELECT ${day * rowsPerDay} + range AS n FROM range(${rowsPerDay}))`;
      await fillTable(parts, 'web', numbers, `n * 86400 // ${rowsPerDay}`);
      if (day % 20 === 19) process.stderr.write(`  made ${day + 1} of ${days} days\n`);
    }
  }
  await rename(unfinished, folder);
}
