import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { startPlatform } from '../test/support/platform';
import { startApp } from '../test/support/startApp';
import { compare, type Measurement, median } from './measurement';

const entries = 1_000_000;
const startsMeasured = 5;
const startBar = 1000;

/** The audit log's search over a million entries, and how long a platform with that much data takes to start. */
export async function measure(): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-bench-'));
  try {
    return [await measureSearch(folder), await measureStart(folder)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSearch(folder: string): Promise<Measurement> {
  await using app = await startApp({ dataFolder: folder });
  await app.parts.database.write(({ run }) => run(fillStatement));
  const keyword = 'report 77';
  // By hand one would look in the same column, and ask for the total and for the page.
  const condition = `contains(content, '${keyword}')`;
  return await compare({
    name: 'audit search by keyword over 1,000,000 entries, page of 200 and total',
    against: 'the same by hand in SQL',
    bar: { atMost: 1.3 },
    ours: async () => {
      const answer = await app.call(
        'master',
        `GET /api/core/audit-logs?limit=200&keywords=${encodeURIComponent(keyword)}`,
      );
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    theirs: async () => {
      await app.parts.database.read(`SELECT count(*) FROM audit_log WHERE ${condition}`);
      await app.parts.database.read(
        `SELECT * EXCLUDE (content) FROM audit_log WHERE ${condition} ORDER BY created DESC, id DESC LIMIT 200`,
      );
    },
  });
}

async function measureStart(folder: string): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < startsMeasured; round++) {
    const start = performance.now();
    const platform = await startPlatform({ data: folder });
    times.push(performance.now() - start);
    await platform.kill();
  }
  const value = median(times);
  return {
    name: 'start with existing data, process to listening',
    value,
    unit: 'ms',
    bar: `< ${startBar}`,
    passed: value < startBar,
  };
}

const fillStatement = `INSERT INTO audit_log
  SELECT i, to_timestamp(1700000000 + i), 'company', md5(i::VARCHAR), 'user' || (i % 50), '10.0.0.' || (i % 256),
    'scheduled-query.update', 'scheduled-query', 'update', '{"name":"Daily report ' || (i % 1000) || '"}',
    '{"name":"Daily report ' || (i % 1000) || '"}', CASE WHEN i % 20 = 0 THEN 'duplicated name' END,
    concat_ws(chr(10), 'user' || (i % 50), '10.0.0.' || (i % 256), 'scheduled-query', 'update', md5(i::VARCHAR),
      'name', 'daily report ' || (i % 1000), 'query', 'table duration=1d firewall | stats count by source')
  FROM range(${entries}) numbers(i)`;
