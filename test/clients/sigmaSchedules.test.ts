import assert from 'node:assert/strict';
import { Cron } from 'croner';
import fc from 'fast-check';
import { printString } from '../../src/core/language/printExpression';
import { queryAt, scheduleOfRule } from '../../src/core/sigma/ruleSchedule';
import { periodBetweenRuns } from '../../src/core/sigma/runPeriod';
import { queryClient } from '../support/queryClient';
import { convertText, rowsOfAll, ruleText } from '../support/sigmaRules';
import { addTable } from '../support/tables';
import { suiteApp } from '../support/startApp';

const minute = 60_000;
/** As documented. */
const delay = 5 * minute;

/** A query as it runs at a time, which may be some seconds after the due time. */
function runningAt(query: string, now: Date): string {
  const wire = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(0, 14);
  const units: Readonly<Record<string, number>> = { s: 1000, m: minute, h: 60 * minute, d: 1440 * minute };
  return query
    .replaceAll(/duration=(\d+)([smhd])/g, (_, amount: string, unit: string) => {
      const from = new Date(now.getTime() - Number(amount) * (units[unit] ?? NaN));
      return `from=${wire(from)} to=${wire(now)}`;
    })
    .replaceAll('now()', `date("${wire(now)}", "yyyyMMddHHmmss")`);
}

const plain = ruleText('s: {x: 1}\ncondition: s');
const counting = (condition: string): string =>
  `name: one\n${plain}\n---\ntitle: many\ncorrelation: {type: event_count, rules: [one], group-by: [u], timespan: 4m, condition: {${condition}}}\n`;

describe('A Sigma rule on a schedule', () => {
  const app = suiteApp();
  const client = queryClient(app);
  let count = 0;

  interface Logged {
    readonly time: number;
    readonly u: string;
  }

  /** The times that the runs of a schedule report, run by run, with late starts. */
  async function reported(
    text: string,
    cron: string,
    runs: readonly Date[],
    logs: readonly Logged[],
    utcOffset = 0,
  ): Promise<readonly (readonly string[])[]> {
    const table = `t_${(count += 1)}`;
    await addTable(app, table);
    const records = logs.map(({ time, u }) => ({ _time: new Date(time).toISOString(), u, x: 1 }));
    await rowsOfAll(client, [`json ${printString(JSON.stringify(records))} | import ${table} | limit 0`]);
    const rule = convertText(text, { table }).at(-1);
    assert(rule && 'query' in rule);
    const query = queryAt(rule, cron, utcOffset);
    assert(query !== undefined);
    const rows: string[][] = runs.map(() => []);
    for (let from = 0; from < runs.length; from += 10) {
      const some = runs.slice(from, from + 10).map((due, index) => {
        const late = new Date(due.getTime() + ((index * 7) % 60) * 1000);
        return `${runningAt(query, late)} | eval _run = ${from + index} | fields _run, _time, u`;
      });
      for (const row of await rowsOfAll(client, some)) {
        rows[Number(row['_run'])]?.push(`${String(row['_time'])} ${String(row['u'])}`);
      }
    }
    return rows;
  }

  const shown = (time: number, u: string): string =>
    `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}+0000 ${u}`;

  const crons = ['*/7 * * * *', '0 */6 * * *', '0 6 * * 1-5', '30 1 * * 0'];
  for (const cron of crons) {
    it(`reads every log once, at ${cron}`, async () => {
      const runs = new Cron(cron, { utcOffset: 0 }).nextRuns(6, new Date('2025-01-03T00:00:00Z'));
      const [first, last] = [runs[0]?.getTime() ?? 0, runs.at(-1)?.getTime() ?? 0];
      // Around the ends of periods, and anywhere.
      const edges = runs.flatMap((run) => [-1000, 0, 1000].map((by) => run.getTime() - delay + by));
      const anywhere = fc.sample(fc.integer({ min: first / 1000, max: last / 1000 }), {
        seed: 11,
        numRuns: 40,
      });
      const logs = [...edges, ...anywhere.map((seconds) => seconds * 1000)].map((time) => ({ time, u: 'u' }));

      const [, ...found] = await reported(plain, cron, runs, logs);

      const expected = logs.filter(({ time }) => time >= first - delay && time < last - delay);
      assert.deepEqual(found.flat().sort(), expected.map(({ time, u }) => shown(time, u)).sort());
      for (const [index, rows] of found.entries()) {
        const [before, due] = [runs[index], runs[index + 1]].map((run) => (run?.getTime() ?? 0) - delay);
        for (const row of rows)
          assert.ok(row >= shown(before ?? 0, '') && row < shown(due ?? 0, ''), `${row} of ${index}`);
      }
    });
  }

  it('reports each match of a correlation once, also when its events are in several runs', async () => {
    const runs = new Cron('*/5 * * * *', { utcOffset: 0 }).nextRuns(9, new Date('2025-01-03T00:00:00Z'));
    const first = runs[0]?.getTime() ?? 0;
    const logs = fc
      .sample(fc.record({ time: fc.integer({ min: 0, max: 40 * 60 }), u: fc.constantFrom('a', 'b') }), {
        seed: 11,
        numRuns: 32,
      })
      .map(({ time, u }) => ({ time: first - delay + time * 1000, u }));

    const [, ...found] = await reported(counting('gte: 3'), '*/5 * * * *', runs, logs);

    const completing = logs.filter(({ time, u }) => {
      const near = logs.filter((log) => log.u === u && log.time <= time && log.time >= time - 4 * minute);
      return near.length >= 3;
    });
    const end = (runs.at(-1)?.getTime() ?? 0) - delay;
    const expected = new Set(
      completing.filter(({ time }) => time < end).map(({ time, u }) => shown(time, u)),
    );
    assert.ok(expected.size > 5, String(expected.size));
    assert.deepEqual(found.flat().sort(), [...expected].sort());
  });

  it('reports a group with few events once, when its window has ended', async () => {
    const runs = new Cron('*/5 * * * *', { utcOffset: 0 }).nextRuns(8, new Date('2025-01-03T00:00:00Z'));
    const first = runs[0]?.getTime() ?? 0;
    const at = (seconds: number, u: string): Logged => ({ time: first - delay + seconds * 1000, u });
    // Over the end of the period of a run: few in each run, many in all.
    const many = [200, 290, 310, 400].map((seconds) => at(seconds, 'many'));

    const found = await reported(counting('lt: 3'), '*/5 * * * *', runs, [
      ...many,
      at(290, 'few'),
      at(310, 'few'),
    ]);

    assert.deepEqual(found.flat(), [shown(at(310, 'few').time, 'few')]);
  });

  it('uses the days of a schedule in the time zone of the platform', async () => {
    const cron = '0 2 * * 1-5';
    const seoul = 9 * 60;
    const runs = new Cron(cron, { utcOffset: seoul }).nextRuns(7, new Date('2025-01-03T00:00:00Z'));
    const [first, last] = [runs[0]?.getTime() ?? 0, runs.at(-1)?.getTime() ?? 0];
    const logs = Array.from({ length: 100 }, (_, hours) => ({
      time: first - delay + hours * 60 * minute,
      u: 'u',
    }));

    const [, ...found] = await reported(plain, cron, runs, logs, seoul);

    const expected = logs.filter(({ time }) => time < last - delay).map(({ time, u }) => shown(time, u));
    assert.deepEqual(found.flat().sort(), expected.sort());
  });

  it('starts each period at the end of the one before, for five years of days of the month and months', async () => {
    const days = [
      '0 6 1 * *',
      '0 6 31 * *',
      '30 2 L * *',
      '0 6 1,15 * *',
      '59 23 */2 * *',
      '0 0 6 28-31 * ?',
    ];
    const months = ['0 6 * 2 *', '0 0 29 2 *', '0 6 * */3 *', '7 */8 1 3 *', '0 6 1-31 * *', '0 */5 * * 0,3'];
    for (const [index, cron] of [...days, ...months].entries()) {
      const utcOffset = index % 2 === 0 ? 0 : 540;
      const schedule = new Cron(cron, { utcOffset });
      const runs: number[] = [];
      for (let run = schedule.nextRun(new Date('2023-06-30T12:00:00Z')); run !== null;) {
        if (run.getUTCFullYear() > 2028) break;
        runs.push(run.getTime());
        run = schedule.nextRun(run);
      }
      const { from, to } = periodBetweenRuns(cron, utcOffset) ?? {};
      assert(from !== undefined && to !== undefined, cron);
      const [ends, begins] = [to, from].map((text) => text.replaceAll('now()', 'epoch(run)'));
      const rows = await rowsOfAll(client, [
        `json ${printString(JSON.stringify(runs.map((run) => ({ run: run / 1000 }))))} | eval begin = ${begins}, end = ${ends} | sort run`,
      ]);
      assert.equal(rows.length, runs.length);
      const gaps = rows.slice(1).filter((row, index) => row['begin'] !== rows[index]?.['end']);
      assert.deepEqual(gaps, [], cron);
    }
  });

  it('has no query for a schedule whose interval cannot be expressed', () => {
    const rule = convertText(plain).at(-1);
    assert(rule && 'query' in rule);
    const counted = ['0 6 * * MON#1', '0 6 * * 5L', '0 6 15W * *', '0 6 1 * 1', '0 6 * 1-6 1-5'];
    for (const cron of [...counted, '0 0 30 2 *', '*/20 * * * * *', '* * * * * *', '* * * 1-11 *', 'x']) {
      assert.equal(queryAt(rule, cron), undefined, cron);
    }
    for (const cron of ['0 0 6 * * *', '0 6 * * MON', '0 6 ? * *']) {
      assert.notEqual(queryAt(rule, cron), undefined, cron);
    }
  });

  it('has the schedule of its level', () => {
    const rule = convertText(`level: high\n${plain}`).at(-1);
    assert(rule && 'query' in rule);
    const { cron, query } = scheduleOfRule(rule, 'x');
    assert.deepEqual([cron, query], ['*/15 * * * *', queryAt(rule, '*/15 * * * *')]);
  });
});
