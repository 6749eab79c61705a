import assert from 'node:assert/strict';
import path from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import type { PlatformClient } from '../../src/api/client';
import { listScheduledQueries } from '../../src/api/operations/scheduledQueries';
import { planBacktest } from '../../src/backtest/planBacktest';
import { runBacktest } from '../../src/backtest/runBacktest';
import type { RunResult } from '../../src/backtest/runBacktest';
import { readServerZone } from '../../src/backtest/serverZone';
import { estimateBacktest } from '../../src/backtest/estimateBacktest';
import { eventually } from '../support/eventually';
import { runCommand } from '../support/project';
import type { CommandResult } from '../support/project';
import { clientFor, suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';
import { ruleText } from '../support/sigmaRules';
import type { QueryRunner } from '../../src/api/runQuery';

/** Every ten minutes around the end of summer time in Berlin, 25 October 2026, which has 25 hours. */
const logs = `SELECT TIMESTAMP '2026-10-23' + to_minutes(10 * i) AS _time, i AS n, i % 3 AS kind FROM range(576) r(i)`;
const period = { from: Date.parse('2026-10-23T00:00:00Z'), to: Date.parse('2026-10-27T00:00:00Z') };

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

for (const strictInterface of [false, true]) {
  describe(`A backtest on a ${strictInterface ? 'strict' : 'normal'} platform in Berlin`, () => {
    const app = suiteApp({ timeZone: 'Europe/Berlin', strictInterface });
    let client: PlatformClient;
    let admin: PlatformClient;
    let folder: string;
    let removeFolder: () => PromiseLike<void>;

    before(async () => {
      client = clientFor(app, 'member');
      admin = clientFor(app, 'admin');
      await addTable(app, 'logs');
      await addRows(app, 'logs', logs);
      const temporary = await temporaryFolder();
      folder = temporary.path;
      removeFolder = () => temporary[Symbol.asyncDispose]();
      await mkdir(folder, { recursive: true });
    });

    after(async () => {
      await client[Symbol.asyncDispose]();
      await admin[Symbol.asyncDispose]();
      await removeFolder();
    });

    /** The operations that these need exist on every platform, so one suffices. */
    const onNormal = (title: string, test: () => Promise<void>): void => {
      if (!strictInterface) it(title, test);
    };

    async function backtest(text: string, cron?: string, maxRows?: number): Promise<readonly RunResult[]> {
      const zone = await readServerZone(client, period.from, period.to);
      assert(zone !== undefined);
      const plan = planBacktest({ text, period, cron, cronOffset: 0 }, zone);
      assert(plan.kind !== 'impossible');
      const limit = maxRows === undefined ? {} : { maxRows };
      return collect(runBacktest(client, plan.runs, limit));
    }

    async function logbench(...args: readonly string[]): Promise<CommandResult> {
      return runCommand([...args, '--url', app.baseUrl], {
        cwd: folder,
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
      const results = await backtest('table logs', undefined, 100);
      assert.equal(results.flatMap(({ rows }) => rows).length, 100);
      assert.deepEqual(
        results.map(({ truncated }) => truncated),
        [false, true],
      );
    });

    onNormal('has one query at a time on the platform, and leaves no cursor behind', async () => {
      const zone = await readServerZone(client, period.from, period.to);
      assert(zone !== undefined);
      const plan = planBacktest({ text: 'table logs', period, cron: undefined, cronOffset: 0 }, zone);
      assert(plan.kind !== 'impossible');
      let [open, most] = [0, 0];
      const counting: QueryRunner = {
        send: async (operation, signal) => {
          if (operation.method === 'POST') most = Math.max(most, (open += 1));
          if (operation.method === 'DELETE') open -= 1;
          return client.send(operation, signal);
        },
      };
      await collect(runBacktest(counting, plan.runs, {}));
      assert.deepEqual([open, most], [0, 1]);
    });

    onNormal('estimates rows and bytes from the tables', async () => {
      const zone = await readServerZone(client, period.from, period.to);
      assert(zone !== undefined);
      const day = { from: Date.parse('2026-10-24T22:00:00Z'), to: Date.parse('2026-10-25T23:00:00Z') };
      const estimate = await estimateBacktest(
        client,
        'table lo*',
        { covered: day, read: 2 * (day.to - day.from) },
        zone,
      );
      assert.deepEqual([estimate.tables, estimate.rows], [['logs'], 300]);
      assert.ok((estimate.bytes ?? 0) > 0);
    });

    it('prints the result of a file with a schedule as JSON', async () => {
      await writeFile(
        path.join(folder, 'q.lq'),
        '---\nschedule: "0 0 * * *"\n---\ntable duration=1d logs | stats count\n',
      );
      const { code, output, notes } = await logbench(
        'backtest',
        'q.lq',
        '--from',
        '2026-10-23T00:00:00Z',
        '--to',
        '2026-10-27T00:00:00Z',
        '--format',
        'json',
      );

      assert.equal(code, 0, notes);
      const found = JSON.parse(output) as Record<string, unknown> & { runs: { due: string; rows: number }[] };
      assert.equal(found['kind'], 'replay');
      assert.equal(found['complete'], true);
      assert.equal(found['rows'], 4);
      assert.deepEqual(
        found.runs.map(({ due }) => due),
        [
          '2026-10-26T00:00:00.000Z',
          '2026-10-25T00:00:00.000Z',
          '2026-10-24T00:00:00.000Z',
          '2026-10-23T00:00:00.000Z',
        ],
      );
      assert.match(notes, /4 runs, which read about \d+ rows/);
    });

    onNormal('prints the result of a Sigma rule as text, with hits by day', async () => {
      await writeFile(path.join(folder, 'rule.yml'), ruleText('s: {kind: 1}\ncondition: s'));
      const { code, output, notes } = await logbench(
        'backtest',
        'rule.yml',
        '--table',
        'logs',
        '--from',
        '2026-10-23T00:00:00Z',
        '--to',
        '2026-10-27T00:00:00Z',
      );

      assert.equal(code, 0, notes);
      assert.match(output, /^192 rows in 5 of 5 runs/);
      assert.match(output, /2026-10-25 00:00 +50 +█+/);
    });

    onNormal('says why a query cannot run on the past', async () => {
      await writeFile(path.join(folder, 'now.lq'), 'system queries');
      const { code, notes } = await logbench('backtest', 'now.lq');
      assert.equal(code, 1);
      assert.match(notes, /reads no table over a period of time/);
    });

    it('prints the runs of a scheduled query, or what its record says if they are not listed', async () => {
      const form = {
        name: 'Never ran',
        query: 'table logs',
        trigger_type: 'cron',
        cron_schedule: '0 0 1 1 *',
        enabled: 'true',
      };
      await app.call('admin', 'POST /api/core/scheduled-queries', { form });

      const { code, output, notes } = await logbench('runs', 'Never ran');

      assert.deepEqual([code, output], [0, '']);
      assert.equal(notes.includes('does not list runs'), strictInterface, notes);
      assert.equal((await logbench('runs', 'nobody')).code, 1);
    });

    it('prints since when a scheduled query fails, why, and who changed it just before', async () => {
      const form = (query: string): Record<string, string> => ({
        name: 'Began to fail',
        query,
        trigger_type: 'cron',
        cron_schedule: '* * * * * *',
        enabled: 'true',
      });
      const { body } = await app.call('admin', 'POST /api/core/scheduled-queries', {
        form: form('table logs | stats count'),
      });
      const { guid } = body as { readonly guid: string };
      const hasRun = (state: string) => async (): Promise<boolean> => {
        const { items } = await admin.send(listScheduledQueries({ keywords: 'Began to fail' }));
        return items[0]?.resultState === state;
      };
      await eventually(hasRun('succeeded'));
      await app.call('admin', `PUT /api/core/scheduled-queries/${guid}`, { form: form('table nowhere') });
      await eventually(hasRun('failed'));

      const { notes } = await logbench('runs', 'Began to fail');

      assert.match(notes, /Failing since .*: The table does not exist\. \(10605\)/);
      if (!strictInterface) assert.match(notes, /Changed before, at .*: update.* by admin/);
    });
  });
}
