import assert from 'node:assert/strict';
import type { PlatformClient } from '../../src/core/api/client';
import { BacktestSession, shownFacts } from '../../src/extension/features/backtest/backtestSession';
import type { BacktestSubject } from '../../src/core/pages/backtest';
import { hiddenValues } from '../support/hiddenValues';
import { disposedAfter } from '../support/ofSuite';
import { FaultProxy, passOn, send } from '../support/faultProxy';
import { clientFor, suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

const day = 86_400_000;
const period = { from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-03-06T00:00:00Z') };
/** One an hour. */
const logs = `SELECT TIMESTAMP '2026-03-01' + to_hours(i) AS _time, i AS n, i % 4 AS kind FROM range(120) r(i)`;

describe('A backtest that runs', () => {
  const app = suiteApp();
  let proxy: FaultProxy;
  let client: PlatformClient;

  before(async () => {
    proxy = await FaultProxy.start(app.baseUrl);
    client = clientFor({ baseUrl: proxy.baseUrl, keys: app.keys }, 'member');
    await addTable(app, 'logs');
    await addRows(app, 'logs', logs);
  });

  beforeEach(() => {
    proxy.interference = passOn;
    proxy.seen.length = 0;
  });

  disposedAfter(() => [client, proxy]);

  async function planned(
    subject: Partial<BacktestSubject>,
    changed: (session: BacktestSession) => void = () => undefined,
  ): Promise<BacktestSession> {
    const whole = { name: 'q', text: 'table logs', published: null, cron: null, cronOffset: 0, ...subject };
    const session: BacktestSession = new BacktestSession(client, () => changed(session));
    await session.plan(whole, period, whole.published !== null);
    return session;
  }

  it('shows its plan and an estimate before anything runs', async () => {
    const one = await planned({ text: 'table duration=1h logs | search kind == 1' });

    const { phase, plan, estimate, runs } = shownFacts(one.facts);
    assert.deepEqual([phase, plan?.kind, plan?.runs, estimate?.rows, runs], ['ready', 'slices', 5, 120, []]);
  });

  it('runs without an estimate if the tables cannot be listed', async () => {
    const responses = {
      'not permitted': [500, '{"error_code":"illegal-state","error_msg":"no-permission"}'],
      'not offered': [404, ''],
      'of another shape': [200, '{"tables":7}'],
    } as const;
    for (const [why, [status, body]] of Object.entries(responses)) {
      proxy.interference = async (exchange) => {
        if (!exchange.path.startsWith('/api/core/tables')) return passOn(exchange);
        send(exchange.response, {
          status,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(body),
        });
      };
      const one = await planned({ text: 'table duration=1h logs | search kind == 1' });
      const { phase, failure, estimate } = shownFacts(one.facts);
      assert.deepEqual(
        [phase, failure, estimate],
        ['ready', null, { tables: 0, rows: null, bytes: null }],
        why,
      );
      await one.run();
      assert.equal(shownFacts(one.facts).rows, 30, why);
    }
  });

  it('shows hits by day, the most frequent values and samples when it has ended', async () => {
    const one = await planned({ text: 'table duration=1h logs | search kind == 1' });
    await one.run();

    const { phase, rows, hits, sample, runs } = shownFacts(one.facts);
    assert.deepEqual([phase, rows, hits?.counts], ['done', 30, [6, 6, 6, 6, 6]]);
    assert.deepEqual(hits?.names, ['03-01', '03-02', '03-03', '03-04', '03-05']);
    assert.deepEqual(sample?.fields.find(({ name }) => name === 'kind')?.top, [{ value: '1', count: 30 }]);
    assert.deepEqual(
      runs.map((run) => [run.from, run.rows]),
      [4, 3, 2, 1, 0].map((index) => [period.from + index * day, 6]),
    );
  });

  it('shows at which due time a row of an aggregation was found, also in what a draft finds more', async () => {
    const one = await planned({
      text: 'table duration=1d logs | stats count by kind',
      published: 'table duration=1d logs | stats count by kind | search kind < 3',
      cron: '0 0 * * *',
    });
    await one.run();

    const { sample, comparison } = shownFacts(one.facts);
    assert.equal(sample?.columns[0], '_due');
    assert.equal(sample.first[0]?.[0], '2026-03-05 00:00:00+0000');
    assert.equal(comparison?.moreSample.first.at(-1)?.[0], '2026-03-02 00:00:00+0000');
  });

  it('masks what comes from sensitive columns under another name, in samples of both texts', async () => {
    await addTable(app, 'people');
    await addRows(app, 'people', `SELECT TIMESTAMP '2026-03-02' AS _time, 'jkim' AS "user"`);
    const one = await planned({
      text: 'table people | eval who = user | fields who',
      published: 'table people | eval actor = user | fields actor',
    });
    await one.run();
    using _ = hiddenValues();

    const { sample, comparison } = shownFacts(one.facts);
    assert.deepEqual([sample?.first.length, comparison?.more, comparison?.less], [1, 1, 1]);
    assert.doesNotMatch(JSON.stringify([sample, comparison]), /jkim/);
  });

  it('names what a draft finds more and less than the published text, event by event', async () => {
    const one = await planned({
      text: 'table logs | search kind == 1 or n == 2 | eval note = "draft"',
      published: 'table logs | search kind == 1 or n == 3',
    });
    await one.run();

    const { comparison, runs } = shownFacts(one.facts);
    assert.deepEqual([comparison?.same, comparison?.more, comparison?.less], [30, 1, 1]);
    assert.match(
      JSON.stringify(comparison?.moreSample.fields.find(({ name }) => name === 'n')),
      /"value":"2"/,
    );
    assert.deepEqual([runs.at(-1)?.rows, runs.at(-1)?.publishedRows], [7, 7]);
  });

  it('keeps its results when the platform becomes unreachable, and continues when it responds again', async () => {
    const one = await planned({ text: 'table logs | search kind == 1' });
    let cursors = 0;
    proxy.interference = async (exchange) => {
      if (exchange.method === 'POST' && exchange.path.endsWith('/cursors')) cursors += 1;
      if (cursors > 2) exchange.socket.destroy();
      else await passOn(exchange);
    };
    await one.run();

    const broken = shownFacts(one.facts);
    assert.deepEqual([broken.phase, broken.runs.length, broken.rows], ['failed', 2, 12]);
    assert.equal(broken.failure?.reason, 'unreachable');
    assert.doesNotMatch(broken.failure.message, /change/, 'a run only reads');

    proxy.interference = passOn;
    proxy.seen.length = 0;
    await one.run();

    const { phase, rows, hits, failure } = shownFacts(one.facts);
    assert.deepEqual([phase, rows, hits?.counts, failure], ['done', 30, [6, 6, 6, 6, 6], null]);
    assert.equal(proxy.seen.filter(({ method }) => method === 'POST').length, 3);
  });

  it('is canceled with its query, and keeps what it found', async () => {
    const one = await planned({ text: 'table logs | search kind == 1' }, (session) => {
      if (session.facts.own?.results.length === 2) session.cancel();
    });
    await one.run();

    const { phase, runs, sample } = shownFacts(one.facts);
    assert.deepEqual([phase, runs.length, sample?.rows], ['canceled', 2, 12]);
  });

  it('sends nothing after its page was closed', async () => {
    const one = await planned({});
    one.dispose();
    proxy.seen.length = 0;
    await one.run();
    await one.plan(
      { name: 'q', text: 'table logs', published: null, cron: null, cronOffset: 0 },
      period,
      false,
    );
    assert.deepEqual(proxy.seen, []);
  });
});
