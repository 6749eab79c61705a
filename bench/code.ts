import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createScheduledQuery, listScheduledQueries } from '../src/core/api/operations/scheduledQueries';
import { PlatformClient } from '../src/core/api/client';
import { openProject } from '../src/cli/code/openProject';
import { inProject } from '../scripts/project.mjs';
import { startPlatform } from '../test/support/platform';
import type { RunningPlatform } from '../test/support/platform';
import { scheduledQueryFields } from '../test/support/scheduledQueries';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { compare, median, timeOf } from './measurement';
import type { Measurement } from './measurement';

const queries = 1000;
const maxCheck = 2000;

/** A project of a thousand scheduled queries, pulled from a platform. */
export async function measure(): Promise<Measurement[]> {
  await using folder = await temporaryFolder();
  await using platform = await startPlatform();
  await using client = new PlatformClient({
    baseUrl: platform.baseUrl,
    readKey: () => Promise.resolve(platform.key),
  });
  for (let index = 0; index < queries; index++) {
    const query = `table duration=1h auth_${index}\n| search user != "svc_*" and result == "failed"\n| stats count by user, src_ip\n| search count > ${index}`;
    await client.send(
      createScheduledQuery(
        scheduledQueryFields({ name: `Query ${index}`, query, description: 'Made to measure' }),
      ),
    );
  }
  await mkdir(path.join(folder.path, 'scheduled-queries'));
  await writeFile(
    path.join(folder.path, 'logbench.yaml'),
    `platforms:\n  bench: {base_url: "${platform.baseUrl}", environment: local}\n`,
  );
  process.env['LOGBENCH_API_KEY_BENCH'] = platform.key;
  process.env['LOGBENCH_ALLOWED_ORIGINS'] = platform.baseUrl;
  const logbench = (...args: readonly string[]): void => {
    execFileSync(process.execPath, [inProject('dist', 'cli.js'), ...args], {
      cwd: folder.path,
      stdio: 'ignore',
    });
  };
  logbench('pull', '--no-rules');
  return [await planning(platform, folder.path), await checking(logbench)];
}

/** Both sides open a new connection each time, as the command does. */
async function planning({ baseUrl, key }: RunningPlatform, folder: string): Promise<Measurement> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await compare({
      name: `code: plan of ${queries} queries`,
      against: 'the request that it needs',
      theirs: async () => {
        await using client = new PlatformClient({ baseUrl, readKey: () => Promise.resolve(key) });
        assert.equal((await client.send(listScheduledQueries({}))).items.length, queries);
      },
      ours: async () => {
        const opened = await openProject({ args: [], options: {} });
        await using _ = opened.client;
        assert.ok(opened.plan.items.every(({ kind }) => kind === 'unchanged'));
        assert.equal(opened.plan.items.length, queries);
      },
      bar: { atMost: 1.5 },
      repetitions: 60,
    });
  } finally {
    process.chdir(before);
  }
}

async function checking(logbench: (...args: readonly string[]) => void): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(await timeOf(() => logbench('check')));
  const value = median(times);
  return {
    name: `code: check of ${queries} queries, the process included`,
    value,
    unit: 'ms',
    bar: `< ${maxCheck} ms`,
    passed: value < maxCheck,
  };
}
