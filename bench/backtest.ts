import { PlatformClient } from '../src/core/api/client';
import { planBacktest } from '../src/core/backtest/planBacktest';
import { fixedZone } from '../src/core/backtest/serverZone';
import { runQuery } from '../src/core/api/runQuery';
import { BacktestSession, shownFacts } from '../src/extension/features/backtest/backtestSession';
import { startApp } from '../test/support/startApp';
import { addRows, addTable } from '../test/support/tables';
import { compare } from './measurement';
import type { Measurement } from './measurement';

const rowCount = 5_000_000;
const day = 86_400_000;
const period = { from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-03-31T00:00:00Z') };
const text = 'table logs | search port == 22 and n < 500000';

/** A backtest with all that its page gets, compared with the same runs alone. */
export async function measure(): Promise<Measurement[]> {
  await using app = await startApp();
  await using client = new PlatformClient({
    baseUrl: app.baseUrl,
    readKey: () => Promise.resolve(app.keys.member),
  });
  await addTable(app, 'logs');
  const step = `to_milliseconds(CAST(i * ${(30 * day) / rowCount} AS BIGINT))`;
  await addRows(
    app,
    'logs',
    `SELECT TIMESTAMP '2026-03-01' + ${step} AS _time, i AS n, i % 1000 AS port FROM range(${rowCount}) r(i)`,
  );
  const plan = planBacktest(
    { text, period, cron: undefined, cronOffset: 0 },
    fixedZone(0, period.from, period.to),
  );
  if (plan.kind === 'impossible') throw new Error(plan.reason);
  const subject = { name: 'q', text, published: null, cron: null, cronOffset: 0 };
  let session: BacktestSession | undefined;
  const prepare = async (): Promise<void> => {
    const planned: BacktestSession = new BacktestSession(
      client,
      () => void JSON.stringify(shownFacts(planned.facts)),
    );
    await planned.plan(subject, period, false);
    session = planned;
  };
  const ours = async (): Promise<void> => {
    await session?.run();
    if (session === undefined || shownFacts(session.facts).rows !== 500)
      throw new Error('not all rows were found');
  };
  const theirs = async (): Promise<void> => {
    for (const run of plan.runs) await runQuery(client, run.text);
  };
  const name = 'backtest of 30 days over 5 million rows, from Start to the last state of its page';
  return [await compare({ name, against: 'its runs alone', ours, theirs, prepare, bar: { atMost: 1.3 } })];
}
