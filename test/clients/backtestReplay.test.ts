import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planBacktest } from '../../src/core/backtest/planBacktest';
import { readServerZone } from '../../src/core/backtest/serverZone';
import { suiteApp, suiteClient } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** Around the end of summer time in Berlin: the hour before and after 01:00 UTC has the same dates. */
const dueTimes = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-26T00:00:07Z'];
const logs = `SELECT TIMESTAMP '2026-10-15' + to_minutes(10 * i) AS _time, i AS n, i % 3 AS kind, 'a now() ' || i AS line FROM range(1800) r(i)`;

const span = fc.constantFrom('37m', '2h', '26h', '1d', '3d', '1w', '1mon');
const period = fc.oneof(
  span.map((text) => `duration=${text} `),
  span.map((text) => `duration="${text}"\n\t`),
  fc.constantFrom('', 'from=20261024 ', 'from=20261025013000 to=2026102604 ', 'to=202610 ', 'to=2027 '),
);
const source = fc.oneof(
  period.map((text) => `table ${text}LOGS`),
  period.map((text) => `fulltext ${text}"now()" from LOGS`),
  span.map((text) => `set d = string(ago("${text}"), "yyyyMMddHHmm") | table from=$("d") LOGS`),
  period.map((text) => `setq [ table ${text}LOGS | stats max(n) as m ] | table LOGS | search n >= $("m", 0)`),
  fc.constant('set text = "now() duration=1h" | table duration=1h LOGS | eval text = $("text")'),
);
const step = fc.oneof(
  span.map((text) => `search _time >= ago("${text}") or kind == 1`),
  period.map((text) => `join kind [ table ${text}LOGS | stats count as c by kind ]`),
  period.map((text) => `union [ table ${text}LOGS | search _time > ago("5h") | eval u = now() ]`),
  fc.constantFrom(
    'search _time < dateadd(now(), "min", -90)',
    'eval s = "now() and ago(\\"1h\\") | table duration=1h"',
    'eval age = datediff(_time, now( ), "min"), day = datetrunc(now(), "1d")',
    'eval now = 3 | search now > 2',
    '# now() ago("x") table duration=1h [ now() | x ]',
    'search if(now() > ago("1d"), kind, 0) == 1',
  ),
);
const end = fc.constantFrom('stats count, sum(n) by kind', 'timechart span=1h count', 'sort n');
const query = fc
  .tuple(fc.constantFrom('', '# now() duration=1h | '), source, fc.array(step, { maxLength: 2 }), end)
  .map(([comment, ...parts]) => comment + parts.flat().join(' | '));

describe('A replayed query', () => {
  const app = suiteApp({ timeZone: 'Europe/Berlin' });
  const client = suiteClient(app, 'member');

  before(async () => {
    await addTable(app, 'logs');
    await addRows(app, 'logs', logs);
    for (const [index, due] of dueTimes.entries()) {
      await addTable(app, `past${index}`);
      await addRows(
        app,
        `past${index}`,
        `SELECT * FROM (${logs}) WHERE _time < TIMESTAMP '${due.slice(0, -1)}'`,
      );
    }
  });

  /** The rows of a query in any order, as the scheduler runs it if it has a due time. */
  async function rowsOf(text: string, due?: Date): Promise<unknown> {
    const account = app.parts.accounts.findByLoginName('member');
    assert(account !== undefined);
    const running = app.parts.queries.start({
      text,
      source: 'scheduled-query',
      account,
      remoteAddress: '',
      constants: {},
      background: true,
      ...(due && { due }),
    });
    assert.equal((await running.done).outcome, 'succeeded', text);
    const { body } = await app.call('member', `GET /api/core/cursors/${running.id}?format=json-single`);
    const { rows } = body as { readonly rows: readonly Record<string, unknown>[] };
    return rows.map((row) => JSON.stringify({ ...row, _id: 0, _table: '' })).toSorted();
  }

  it('finds what the scheduled run found at its due time, when later rows did not exist', async () => {
    const periods = dueTimes.map((due) => ({ from: Date.parse(due) - 1000, to: Date.parse(due) + 1000 }));
    const zones = await Promise.all(periods.map(({ from, to }) => readServerZone(client, from, to)));
    await fc.assert(
      fc.asyncProperty(query, fc.nat(dueTimes.length - 1), async (template, index) => {
        const due = new Date(dueTimes[index] ?? '');
        const [asked, zone] = [periods[index], zones[index]];
        assert(asked !== undefined && zone !== undefined);
        const text = template.replaceAll('LOGS', 'logs');
        const cron = `${due.getUTCSeconds()} ${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
        const plan = planBacktest({ text, period: asked, cron, cronOffset: 0, asReplay: true }, zone);
        assert(plan.kind === 'replay', text);
        assert.deepEqual(
          await rowsOf(plan.runs[0]?.text ?? ''),
          await rowsOf(template.replaceAll('LOGS', `past${index}`), due),
        );
      }),
      { seed: 41, numRuns: 10 },
    );
  });
});
