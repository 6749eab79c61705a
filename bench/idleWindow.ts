import path from 'node:path';
import * as z from 'zod/mini';
import { formatWireTime } from '../src/core/interface/time';
import { HttpServer } from '../test/support/httpServer';
import { temporaryFolder } from '../test/support/temporaryFolder';
import type { Measurement } from './measurement';
import { installExtension, measureInVscode, prepareSuite } from './support/vscodeWindow';

const schedules = 10_000;
const textLength = 2000;
const minute = 60_000;
const deadline = 300_000;
const maxRequests = 12;
const maxShare = 2;

const Result = z.object({ from: z.number(), to: z.number(), cpu: z.number() });

/**
 * The cost of a window that nobody touches: the explorer shows scheduled queries that run every minute, and one of
 * them is open.
 */
export async function measure(): Promise<Measurement[]> {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const requests: number[] = [];
  await using platform = await HttpServer.start(({ url }, response) => {
    requests.push(Date.now());
    const body = JSON.stringify(reply(new URL(url, 'http://localhost')));
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await prepareSuite(folder, suite);
  const { from, to, cpu } = await idleIn(folder, platform.origin);
  const within = requests.filter((at) => at >= from && at < to);
  const perMinute = within.length / ((to - from) / minute);
  const share = (cpu / (to - from)) * 100;
  const name = `idle window with ${schedules.toLocaleString('en')} schedules that run every minute`;
  return [
    {
      ...{ name: `${name}: requests`, value: perMinute, unit: 'a minute', bar: `≤ ${maxRequests}` },
      // Without any, nothing was shown.
      passed: perMinute >= 1 && perMinute <= maxRequests,
    },
    {
      ...{ name: `${name}: share of a core of the extension host`, unit: '%', bar: `≤ ${maxShare}` },
      value: share,
      passed: share <= maxShare,
    },
  ];
}

async function idleIn(folder: string, baseUrl: string): Promise<z.infer<typeof Result>> {
  const dataFolder = path.join(folder, 'data');
  await installExtension(dataFolder);
  const connection = { name: 'Bench', baseUrl, product: 'core', environment: 'local', readOnly: false };
  return measureInVscode('newest', folder, Result, {
    ...{ dataFolder, deadline },
    settings: { 'logbench.connections': [connection] },
    env: {
      LOGBENCH_API_KEY_BENCH: 'a-key-of-the-bench',
      LOGBENCH_BENCH_QUERY: `logbench:/Bench/scheduled-queries/${guidOf(7000)}/Schedule%207000.lq`,
    },
  });
}

/** Runs in the extension host. What opening the views costs is over after the first minute. */
const suite = `
async function measure() {
  await vscode.extensions.getExtension('logbench.logbench').activate();
  await run('vscode.open', vscode.Uri.parse(process.env.LOGBENCH_BENCH_QUERY));
  await run('logbench.explorer.focus');
  for (const step of ['focusFirst', 'expand', 'focusDown', 'expand']) {
    await wait(3000);
    await run('list.' + step);
  }
  await wait(${minute});
  const from = Date.now();
  const before = process.cpuUsage();
  await wait(${minute});
  const { user, system } = process.cpuUsage(before);
  return { from, to: Date.now(), cpu: (user + system) / 1000 };
}
`;

/** A platform whose schedules have all run in this minute. */
function reply({ pathname, searchParams }: URL): unknown {
  const [resource = '', guid] = pathname.split('/').slice(3);
  if (resource === 'audit-logs') return { total: 0, audit_logs: [] };
  if (resource !== 'scheduled-queries') return { total_count: 0, tables: [], rules: [], streams: [] };
  if (guid !== undefined) return { scheduled_query: record(Number.parseInt(guid.slice(-12), 16)) };
  const offset = Number(searchParams.get('offset') ?? 0);
  const count = Math.min(Number(searchParams.get('limit') ?? schedules), schedules - offset);
  return {
    total_count: schedules,
    scheduled_queries: Array.from({ length: count }, (_, index) => record(offset + index)),
  };
}

const text = `table duration=1h web_access | search ${'status >= 500 or '.repeat(textLength / 17)}status == 404`;

function record(index: number): object {
  const lastRun = new Date(Math.floor(Date.now() / minute) * minute);
  return {
    guid: guidOf(index),
    name: `Schedule ${index}`,
    enabled: true,
    query: text,
    trigger_type: 'cron',
    cron_schedule: '* * * * *',
    running_state: 'stopped',
    result_state: index % 100 === 0 ? 'failed' : 'succeeded',
    elapsed_time: (lastRun.getTime() / minute + index) % 1000,
    last_run_time: formatWireTime(lastRun),
    created: '2026-01-01 00:00:00+0000',
    updated: '2026-01-01 00:00:00+0000',
  };
}

function guidOf(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}
