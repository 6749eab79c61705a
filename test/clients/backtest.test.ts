import assert from 'node:assert/strict';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import {
  createScheduledQuery,
  listScheduledQueries,
  updateScheduledQuery,
} from '../../src/core/api/operations/scheduledQueries';
import { planBacktest } from '../../src/core/backtest/planBacktest';
import { runBacktest } from '../../src/core/backtest/runBacktest';
import type { RunResult } from '../../src/core/backtest/runBacktest';
import { readServerZone } from '../../src/core/backtest/serverZone';
import type { ServerZone } from '../../src/core/backtest/serverZone';
import { estimateBacktest } from '../../src/core/backtest/estimateBacktest';
import { eventually } from '../support/eventually';
import { scheduledQueryFields } from '../support/scheduledQueries';
import { runCommand } from '../support/project';
import type { CommandResult } from '../support/project';
import { suiteApp, suiteClient } from '../support/startApp';
import { addRows, addTable } from '../support/tables';
import { suiteFolder } from '../support/temporaryFolder';
import { ruleText } from '../support/sigmaRules';
import type { QueryClient } from '../../src/core/api/runningQuery';

/** Every ten minutes around the end of summer time in Berlin, 25 October 2026, which has 25 hours. */
const logs = `SELECT TIMESTAMP '2026-10-23' + to_minutes(10 * i) AS _time, i AS n, i % 3 AS kind FROM range(576) r(i)`;
const [from, to] = ['2026-10-23T00:00:00Z', '2026-10-27T00:00:00Z'];
const period = { from: Date.parse(from), to: Date.parse(to) };
const asked = ['--from', from, '--to', to];

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

for (const strictInterface of [false, true]) {
  describe(`A backtest on a ${strictInterface ? 'strict' : 'normal'} platform in Berlin`, () => {
    const app = suiteApp({ timeZone: 'Europe/Berlin', strictInterface });
    const client = suiteClient(app, 'member');
    const admin = suiteClient(app, 'admin');
    const folder = suiteFolder();

    before(async () => {
      await addTable(app, 'logs');
      await addRows(app, 'logs', logs);
    });

    /** The operations that these need exist on every platform, so one suffices. */
    const onNormal = (title: string, test: () => Promise<void>): void => {
      if (!strictInterface) it(title, test);
    };

    async function serverZone(): Promise<ServerZone> {
      const zone = await readServerZone(client, period.from, period.to);
      assert(zone !== undefined);
      return zone;
    }

    async function backtest(
      text: string,
      cron?: string,
      limit: { maxRows?: number } = {},
      runner: QueryClient = client,
    ): Promise<readonly RunResult[]> {
      const plan = planBacktest({ text, period, cron, cronOffset: 0 }, await serverZone());
      assert(plan.kind !== 'impossible');
      return collect(runBacktest(runner, plan.runs, limit));
    }

    async function logbench(...args: readonly string[]): Promise<CommandResult> {
      return runCommand([...args, '--url', app.baseUrl], {
        cwd: folder.path,
        env: { LOGBENCH_API_KEY: app.keys.master },
      });
    }

    onNormal('finds every log once in slices of its own days, of which one has 25 hours', async () => {
      const results = await backtest('table duration=1h logs | search kind == 1');

      const found = results.flatMap(({ rows }) => rows.map(({ n }) => Number(n)));
      const expected = Array.from({ length: 576 }, (_, n) => n).filter((n) => n % 3 === 1);
      assert.deepEqual(
        found.toSorted((one, other) => one - other),
        expected,
      );
      assert.deepEqual(
        results.map(({ run }) => (run.to - run.from) / 3_600_000),
        [1, 24, 25, 24, 22],
      );
    });

    onNormal(
      'replays an aggregation with what each run would have seen, also when the clock changes',
      async () => {
        const results = await backtest(
          'table duration=2h logs | eval age = datediff(_time, now(), "min") | stats count, max(age) as oldest',
          '0 */6 * * *',
        );

        assert.equal(results.length, 16);
        for (const { run, rows } of results.slice(0, -1)) {
          assert.deepEqual(rows, [{ count: 12, oldest: 120 }], new Date(run.due ?? 0).toISOString());
        }
        assert.equal(Number(results.at(-1)?.rows[0]?.['count']), 0);
      },
    );

    onNormal('stops when there are more rows than the limit, and says so', async () => {
      const results = await backtest('table logs', undefined, { maxRows: 100 });
      assert.equal(results.flatMap(({ rows }) => rows).length, 100);
      assert.deepEqual(
        results.map(({ truncated }) => truncated),
        [false, true],
      );
    });

    onNormal('has one query at a time on the platform, and leaves no cursor behind', async () => {
      let [open, most] = [0, 0];
      const counting: QueryClient = {
        stream: (...request) => client.stream(...request),
        send: async (operation, signal) => {
          if (operation.method === 'POST') most = Math.max(most, (open += 1));
          if (operation.method === 'DELETE') open -= 1;
          return client.send(operation, signal);
        },
      };
      await backtest('table logs', undefined, {}, counting);
      assert.deepEqual([open, most], [0, 1]);
    });

    onNormal('estimates rows and bytes from the tables', async () => {
      const day = { from: Date.parse('2026-10-24T22:00:00Z'), to: Date.parse('2026-10-25T23:00:00Z') };
      const amount = { covered: day, read: 2 * (day.to - day.from) };
      const estimate = await estimateBacktest(client, 'table lo*', amount, await serverZone());
      assert.deepEqual([estimate.tables, estimate.rows], [['logs'], 300]);
      assert.ok((estimate.bytes ?? 0) > 0);
    });

    it('prints the result of a file with a schedule as JSON', async () => {
      await writeFile(
        path.join(folder.path, 'q.lq'),
        '---\nschedule: "0 0 * * *"\n---\ntable duration=1d logs | stats count\n',
      );
      const { code, output, notes } = await logbench('backtest', 'q.lq', ...asked, '--format', 'json');

      assert.equal(code, 0, notes);
      const found = JSON.parse(output) as Record<string, unknown> & { runs: { due: string; rows: number }[] };
      assert.deepEqual([found['kind'], found['complete'], found['rows']], ['replay', true, 4]);
      assert.deepEqual(
        found.runs.map(({ due }) => due),
        [26, 25, 24, 23].map((day) => `2026-10-${day}T00:00:00.000Z`),
      );
      assert.match(notes, /4 runs, which read about \d+ rows/);
    });

    onNormal('prints the result of a Sigma rule as text, with hits by day', async () => {
      await writeFile(path.join(folder.path, 'rule.yml'), ruleText('s: {kind: 1}\ncondition: s'));
      const { code, output, notes } = await logbench('backtest', 'rule.yml', '--table', 'logs', ...asked);

      assert.equal(code, 0, notes);
      assert.match(output, /^192 rows in 5 of 5 runs/);
      assert.match(output, /2026-10-25 00:00 +50 +█+/);
    });

    onNormal('says why a query cannot run on the past', async () => {
      await writeFile(path.join(folder.path, 'now.lq'), 'system queries');
      const { code, notes } = await logbench('backtest', 'now.lq');
      assert.equal(code, 1);
      assert.match(notes, /reads no table over a period of time/);
    });

    it('prints the runs of a scheduled query, or what its record says if they are not listed', async () => {
      await admin.send(
        createScheduledQuery(scheduledQueryFields({ name: 'Never ran', cronSchedule: '0 0 1 1 *' })),
      );

      const { code, output, notes } = await logbench('runs', 'Never ran');

      assert.deepEqual([code, output], [0, '']);
      assert.equal(notes.includes('does not list runs'), strictInterface, notes);
      assert.equal((await logbench('runs', 'nobody')).code, 1);
    });

    it('prints since when a scheduled query fails, why, and who changed it just before', async () => {
      const fields = { ...scheduledQueryFields({ name: 'Began to fail' }), cronSchedule: '* * * * * *' };
      const guid = await admin.send(createScheduledQuery({ ...fields, query: 'table logs | stats count' }));
      const hasRun = (state: string) => async (): Promise<boolean> => {
        const { items } = await admin.send(listScheduledQueries({ keywords: 'Began to fail' }));
        return items[0]?.resultState === state;
      };
      await eventually(hasRun('succeeded'));
      await admin.send(updateScheduledQuery(guid ?? '', { ...fields, query: 'table nowhere' }));
      await eventually(hasRun('failed'));

      const { notes } = await logbench('runs', 'Began to fail');

      assert.match(notes, /Failing since .*: The table “nowhere” does not exist\. \(10605\)/);
      if (!strictInterface) assert.match(notes, /Changed before the failure, at .*: update.* by admin/);
    });
  });
}
