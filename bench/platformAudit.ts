import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startApp } from '../test/support/startApp';
import type { RunningApp } from '../test/support/startApp';
import { compare, growthOf, timeOf } from './measurement';
import type { Measurement } from './measurement';

const entries = 1_000_000;

/** Searches over a million audit log entries, for a rare and a common keyword. */
export async function measure(): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-bench-'));
  try {
    await using app = await startApp({ dataFolder: folder });
    await fill(app, entries);
    return [
      await measureSearch(app, 'report 77', 'a narrow keyword'),
      await measureSearch(app, 'daily', 'a keyword of every entry'),
      await growth(app),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSearch(app: RunningApp, keyword: string, title: string): Promise<Measurement> {
  // The equivalent SQL uses the same column, and requests the total and the page.
  const condition = `contains(content, '${keyword}')`;
  return await compare({
    name: `audit search by ${title} over 1,000,000 entries, page of 200 and total`,
    against: 'the same by hand in SQL',
    bar: { atMost: 1.3 },
    ours: () => search(app, keyword),
    theirs: async () => {
      await app.parts.database.read(`SELECT count(*) FROM audit_log WHERE ${condition}`);
      await app.parts.database.read(
        `SELECT * EXCLUDE (content) FROM audit_log WHERE ${condition} ORDER BY created DESC, id DESC LIMIT 200`,
      );
    },
  });
}

/** Over a hundredth, a tenth and all of the entries. */
async function growth(all: RunningApp): Promise<Measurement> {
  await using few = await startApp();
  await using some = await startApp();
  await fill(few, entries / 100);
  await fill(some, entries / 10);
  const apps = new Map([
    [1, few],
    [10, some],
    [100, all],
  ]);
  return await growthOf('audit search', (times) => timeOf(() => search(apps.get(times) ?? all, 'daily')));
}

async function search(app: RunningApp, keyword: string): Promise<void> {
  const query = new URLSearchParams({ limit: '200', keywords: keyword }).toString();
  const response = await app.call('master', `GET /api/core/audit-logs?${query}`);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
}

async function fill(app: RunningApp, count: number): Promise<void> {
  await app.parts.database.write(({ run }) => run(fillStatement(count)));
}

const fillStatement = (count: number): string => `INSERT INTO audit_log
  SELECT i, to_timestamp(1700000000 + i), 'company', md5(i::VARCHAR), 'user' || (i % 50), '10.0.0.' || (i % 256),
    'scheduled-query.update', 'scheduled-query', 'update', '{"name":"Daily report ' || (i % 1000) || '"}',
    '{"name":"Daily report ' || (i % 1000) || '"}', CASE WHEN i % 20 = 0 THEN 'duplicated name' END,
    concat_ws(chr(10), 'user' || (i % 50), '10.0.0.' || (i % 256), 'scheduled-query', 'update', md5(i::VARCHAR),
      'name', 'daily report ' || (i % 1000), 'query', 'table duration=1d firewall | stats count by source')
  FROM range(${count}) numbers(i)`;
