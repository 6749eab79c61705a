import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from '../scripts/project.mjs';
import { Database } from '../src/platform/store/database';
import { LogTables } from '../src/platform/store/logTables';
import { migrate } from '../src/platform/store/migrations';
import { startPlatform } from '../test/support/platform';
import { startApp } from '../test/support/startApp';
import type { RunningApp } from '../test/support/startApp';
import { addTable } from '../test/support/tables';
import { compare, timeOf } from './measurement';
import type { Measurement } from './measurement';

const days = 400;
const rowsPerDay = 250_000;
const size = `${(days * rowsPerDay) / 1_000_000} million rows in ${days} segments`;

/** Very many rows, created once. `npm run bench -- --large` runs it with the others, `platformLarge` alone. */
export async function measure(): Promise<Measurement[]> {
  const dataFolder = await madeOnce(path.join(cacheFolder, 'bench-large'));
  const start = await measureStart(dataFolder);
  await using app = await startApp({ dataFolder });
  const files = segmentFiles(app);
  const measurements: Measurement[] = [start];
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  try {
    for (const { name, query, sql } of comparisons) {
      measurements.push(
        await compare({
          name: `${name} over ${size}`,
          against: 'one statement by hand on the same files',
          ours: () => run(app, query),
          theirs: async () => {
            await app.parts.database.read(sql(files));
          },
          bar: { atMost: 1.3 },
          repetitions: 3,
        }),
      );
    }
    measurements.push(await measureCancel(app));
  } finally {
    clearInterval(watch);
  }
  const gigabytes = peak / 1024 ** 3;
  return [
    ...measurements,
    { name: `memory over ${size}`, value: gigabytes, unit: 'GB', bar: '< 2', passed: gigabytes < 2 },
  ];
}

const comparisons = [
  {
    name: 'search that finds little',
    query: 'table web | search bytes == 77777 and status == 503 | stats count',
    sql: (files: string): string =>
      `SELECT count(*) FROM read_parquet([${files}]) WHERE bytes = 77777 AND status = 503`,
  },
  {
    name: 'statistics by a field',
    query: 'table web | search status >= 500 | stats count, sum(bytes) as bytes, avg(bytes) by host',
    sql: (files: string): string =>
      `SELECT host, count(*), sum(bytes), avg(bytes) FROM read_parquet([${files}]) WHERE status >= 500 GROUP BY host ORDER BY host`,
  },
] as const;

async function measureStart(dataFolder: string): Promise<Measurement> {
  const value = await timeOf(async () => {
    const started = performance.now();
    await using platform = await startPlatform({ data: dataFolder });
    const time = performance.now() - started;
    await platform.kill();
    return time;
  });
  return { name: `start with ${size}`, value, unit: 'ms', bar: '< 3000', passed: value < 3000 };
}

/** From the cancellation to the end of the work, in the middle of a query. */
async function measureCancel(app: RunningApp): Promise<Measurement> {
  const { queries } = app.parts;
  const query = queries.start(requestOf(app, 'table web | stats dc(path), median(bytes) by host, status'));
  await new Promise((resolve) => setTimeout(resolve, 500));
  if (query.outcome) throw new Error('the query has ended before it could be cancelled');
  const value = await timeOf(() => queries.drop(query));
  return { name: `cancelled over ${size}`, value, unit: 'ms', bar: '< 1000', passed: value < 1000 };
}

function requestOf(app: RunningApp, text: string): Parameters<RunningApp['parts']['queries']['start']>[0] {
  const account = app.parts.accounts.findByKey(app.keys.member);
  if (!account) throw new Error('the account is missing');
  return { text, source: 'rest-api', account, remoteAddress: '', constants: {}, background: true };
}

async function run(app: RunningApp, text: string): Promise<void> {
  const query = app.parts.queries.start(requestOf(app, text));
  const outcome = await query.done;
  if (outcome.outcome !== 'succeeded') throw new Error(`${text}: ${outcome.reason}`);
  await app.parts.queries.drop(query);
}

function segmentFiles({ parts }: RunningApp): string {
  using scan = parts.logTables.scan(['web']);
  if (scan.segments.length !== days) throw new Error(`${scan.segments.length} segments instead of ${days}`);
  return scan.segments.map((segment) => `'${segment.path}'`).join(', ');
}

/** Kept in the cache folder, and renamed when it is complete. */
async function madeOnce(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await fill(unfinished);
  await rename(unfinished, folder);
  return folder;
}

async function fill(folder: string): Promise<void> {
  await using database = await Database.open(folder);
  await migrate(database);
  const tables = await LogTables.open(database, (message, error) => {
    throw new Error(message, { cause: error });
  });
  await addTable({ parts: { logTables: tables } }, 'web');
  const connection = await database.connect();
  try {
    for (let day = 0; day < days; day++) {
      await tables.append('web', { connection, select: rowsOfDay(day) });
      if (day % 20 === 19) process.stderr.write(`  made ${day + 1} of ${days} days\n`);
    }
  } finally {
    connection.closeSync();
  }
}

function rowsOfDay(day: number): string {
  return `SELECT TIMESTAMP '2024-01-01' + to_days(${day}) + to_milliseconds(n * 86400000 // ${rowsPerDay}) AS _time,
    'host' || hash(n) % 40 AS host,
    [200, 200, 200, 301, 404, 500, 503][(1 + hash(n + 1) % 7)::INTEGER] AS status,
    (hash(n + 2) % 100000)::BIGINT AS bytes,
    ['/index', '/api/orders', '/api/users', '/static/logo'][(1 + hash(n + 3) % 4)::INTEGER] || '/' || hash(n + 4) % 1000 AS path
    FROM (SELECT ${day} * ${rowsPerDay} + range AS n FROM range(${rowsPerDay}))`;
}
