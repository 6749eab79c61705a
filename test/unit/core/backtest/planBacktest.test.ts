import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planBacktest } from '../../../../src/core/backtest/planBacktest';
import type { BacktestPlan, BacktestQuestion } from '../../../../src/core/backtest/planBacktest';
import { fixedZone, ServerZone } from '../../../../src/core/backtest/serverZone';

const at = (text: string): number => Date.parse(text);
const period = { from: at('2026-03-01T06:00:00Z'), to: at('2026-03-03T12:00:00Z') };
const utc = fixedZone(0, period.from, period.to);

function plan(text: string, more: Partial<BacktestQuestion> = {}, zone = utc): BacktestPlan {
  const made = planBacktest({ text, period, cron: undefined, cronOffset: 0, ...more }, zone);
  assert(made.kind !== 'impossible', made.kind === 'impossible' ? made.reason : '');
  return made;
}

const textsOf = ({ runs }: BacktestPlan): readonly string[] => runs.map(({ text }) => text);

function reason(text: string): string {
  const made = planBacktest({ text, period, cron: undefined, cronOffset: 0 }, utc);
  assert(made.kind === 'impossible', JSON.stringify(made));
  return made.reason;
}

describe('The plan of a backtest', () => {
  it('searches with a query that only filters in slices of a day, the newest first', () => {
    const found = plan('table duration=1h fw | search port == 22 | fields _time, src');

    assert.equal(found.kind, 'slices');
    assert.deepEqual(textsOf(found), [
      'table from=20260303000000 to=20260303120000 fw | search port == 22 | fields _time, src',
      'table from=20260302000000 to=20260303000000 fw | search port == 22 | fields _time, src',
      'table from=20260301060000 to=20260302000000 fw | search port == 22 | fields _time, src',
    ]);
  });

  it('cuts days at midnight of the platform and writes its dates', () => {
    const zone = fixedZone(540, period.from, period.to);

    assert.deepEqual(textsOf(plan('table fw', {}, zone)), [
      'table from=20260303000000 to=20260303210000 fw',
      'table from=20260302000000 to=20260303000000 fw',
      'table from=20260301150000 to=20260302000000 fw',
    ]);
  });

  for (const text of [
    'fulltext duration=1d "denied" from fw | rex field=line "(?<a>x)" | rename a as b',
    'set from = string(dateadd(now(), "day", -3), "yyyyMMdd") | table from=$("from") fw | search a == 1',
    'table duration=2h fw | search _time >= dateadd(datetrunc(now(), "1m"), "min", -65) and (a == 1 or b == 2)',
    'table duration=2h fw | search ago("1h") < _time | sort -a',
    '# why | table fw | lookup names a output b',
  ]) {
    it(`uses slices for ${text}`, () => {
      const { kind, runs } = plan(text);
      assert.equal(kind, 'slices');
      assert.match(runs[1]?.text ?? '', /from=20260302000000 to=20260303000000/);
    });
  }

  it('leaves out the condition that compares the time with the time of the run', () => {
    const [run] = plan('table duration=2h fw | search _time >= ago("1h") and (a == 1 or b == 2)').runs;
    assert.equal(
      run?.text,
      'table from=20260303000000 to=20260303120000 fw | search true and (a == 1 or b == 2)',
    );
  });

  for (const text of [
    'table duration=1h fw | stats count by src',
    'table duration=1h fw | timechart span=10m count',
    'table duration=1h fw | limit 10',
    'table duration=1h limit=10 fw',
    'table duration=1h fw | search limit=10 a == 1',
    'table duration=1h fw | sort limit=10 a',
    'table duration=1h fw | join a [ table duration=1d web ]',
    'table duration=1h fw | eval age = datediff(_time, now(), "min")',
    'table duration=1h fw | search _time >= ago("10m") or a == 1',
  ]) {
    it(`replays ${text}`, () => {
      assert.equal(plan(text, { cron: '0 * * * *' }).kind, 'replay');
    });
  }

  it('replays one run for each due time, with its own period', () => {
    const text = 'table duration=90m fw | stats count by src';
    const { runs, due, read, covered } = plan(text, { cron: '0 */12 * * *' });

    assert.equal(due, 'schedule');
    assert.deepEqual(
      runs.map((run) => [run.due, run.text]),
      [
        [at('2026-03-03T00:00:00Z'), 'table from=20260302223000 to=20260303000000 fw | stats count by src'],
        [at('2026-03-02T12:00:00Z'), 'table from=20260302103000 to=20260302120000 fw | stats count by src'],
        [at('2026-03-02T00:00:00Z'), 'table from=20260301223000 to=20260302000000 fw | stats count by src'],
        [at('2026-03-01T12:00:00Z'), 'table from=20260301103000 to=20260301120000 fw | stats count by src'],
      ],
    );
    assert.equal(read, 4 * 90 * 60_000);
    assert.deepEqual(covered, period);
  });

  it('evaluates the schedule in the time of the platform', () => {
    const { runs } = plan(
      'table duration=1h fw | stats count',
      { cron: '0 9 * * *', cronOffset: 540 },
      fixedZone(540, period.from, period.to),
    );
    assert.deepEqual(
      runs.map(({ due }) => due),
      [at('2026-03-03T00:00:00Z'), at('2026-03-02T00:00:00Z')],
    );
  });

  it('shifts now(), ago() and the periods of subqueries', () => {
    const text =
      'set d = string(now(), "yyyyMMdd") | table from=$("d") fw | join a [ table duration=1mon web | search t > ago("2w") ] | stats count';
    const [run] = plan(text, { cron: '0 0 3 3 *' }).runs;

    const now = 'epoch(1772496000)';
    assert.equal(
      run?.text,
      `set d = string(${now}, "yyyyMMdd") | table to=20260303000000 from=$("d") fw | join a [ table from=20260203000000 to=20260303000000 web | search t > dateadd(${now}, "hour", -336) ] | stats count`,
    );
  });

  it('keeps a fixed end before the due time, and ends any other period at the due time', () => {
    for (const [written, run] of [
      [' from=2025 to=2026', ' from=2025 to=2026'],
      [' from=2025', ' to=20260303000000 from=2025'],
      ['', ' to=20260303000000'],
      [' from=2026 to=20260401', ' to=20260303000000 from=2026'],
    ] as const) {
      const found = plan(`table${written} fw | stats count`, { cron: '0 0 3 3 *' });
      assert.deepEqual(textsOf(found), [`table${run} fw | stats count`]);
    }
  });

  describe('when the clock is set back', () => {
    /** Berlin: the hour before and after 01:00 UTC is 02:00 to 03:00 there, twice. */
    const change = at('2026-10-25T01:00:00Z');
    const asked = { from: at('2026-10-24T12:00:00Z'), to: at('2026-10-26T12:00:00Z') };
    const berlin = new ServerZone(
      [
        { since: 0, offset: 120 },
        { since: change, offset: 60 },
      ],
      [at('2026-10-23T22:00:00Z'), at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z')],
    );

    it('reads more than a period that begins or ends in the hour that occurs twice, and keeps what is in it', () => {
      const texts = (text: string, cron: string): readonly string[] =>
        textsOf(plan(text, { period: asked, cron }, berlin));
      assert.deepEqual(texts('table duration=30m fw | stats count', '30 0,1,3 25 10 *'), [
        'table from=20261025040000 to=20261025043000 fw | stats count',
        `table from=20261025015959 to=20261025030000 fw | search _time >= epoch(${change / 1000}) and _time < epoch(${change / 1000 + 1800}) | stats count`,
        `table from=20261025015959 to=20261025030000 fw | search _time >= epoch(${change / 1000 - 3600}) and _time < epoch(${change / 1000 - 1800}) | stats count`,
      ]);
      assert.deepEqual(texts('table fw | stats count', '30 1 25 10 *'), [
        `table to=20261025030000 fw | search _time < epoch(${change / 1000 + 1800}) | stats count`,
      ]);
    });

    it('evaluates the schedule in the time zone in which the platform writes its times, on both days', () => {
      const before = { from: at('2026-10-23T22:00:00Z'), to: at('2026-10-24T22:00:00Z') };
      const both = [at('2026-10-26T08:00:00Z'), at('2026-10-25T08:00:00Z')];
      for (const [days, cronOffset, times] of [
        [asked, 60, both],
        [asked, 120, both],
        [before, 60, [at('2026-10-24T07:00:00Z')]],
      ] as const) {
        const question = { period: days, cron: '0 9 * * *', cronOffset };
        const { runs } = plan('table fw | stats count', question, berlin);
        assert.deepEqual(
          runs.map(({ due }) => due),
          times,
        );
      }
    });
  });

  it('begins at the end of the period of the run before, without a schedule', () => {
    const { runs, due } = plan('table duration=1d fw | stats count');
    assert.equal(due, 'window');
    assert.deepEqual(
      runs.map(({ from, to }) => [new Date(from).toISOString(), new Date(to).toISOString()]),
      [
        ['2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z'],
        ['2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
        ['2026-02-28T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
      ],
    );
    assert.equal(plan('table fw | stats count').due, 'day');
  });

  it('replays a query that only filters, to compare it with one that does not', () => {
    const { kind, runs } = plan('table duration=1d fw', { asReplay: true, cron: '0 0 3 3 *' });
    assert.deepEqual([kind, runs[0]?.text], ['replay', 'table from=20260302000000 to=20260303000000 fw']);
  });

  it('is limited if there are more due times than runs, and not if there are as many', () => {
    const limited = (maxRuns: number): boolean =>
      plan('table duration=1m fw | stats count', { cron: '0 * * * *', maxRuns }).isLimited;
    assert.deepEqual([53, 54, 55].map(limited), [true, false, false]);
    assert.equal(plan('table fw', { maxRuns: 2 }).isLimited, true);
    assert.equal(plan('table fw', { maxRuns: 3 }).isLimited, false);
  });

  it('has no more runs than the limit, the newest ones, and says what they cover', () => {
    const { runs, covered } = plan('table duration=1m fw | stats count', { cron: '* * * * *', maxRuns: 10 });
    assert.equal(runs.length, 10);
    assert.deepEqual(covered, { from: at('2026-03-03T11:50:00Z'), to: period.to });
  });

  it('leaves out what writes or sends at the end, and names it', () => {
    const { runs, cut } = plan('table fw | search a == 1 | import alerts | sendmail to="x"');
    assert.deepEqual(cut, ['import', 'sendmail']);
    assert.equal(runs[0]?.text, 'table from=20260303000000 to=20260303120000 fw | search a == 1');
  });

  for (const [text, expected] of [
    ['', /empty/],
    ['table fw | search (', /error/],
    ['table fw | search a == $("who")', /“who”.*preceding query/],
    ['system queries', /no table/],
    ['table fw | join a [ system tables ]', /“system” reads current data/],
    ['table window=10m fw', /“table” reads current data/],
    ['table fw | import copy | stats count', /“import” writes/],
    ['table fw | join a [ table web | import copy ]', /“import” writes/],
    ['table fw | search a > ago(b)', /“ago”/],
    ['table duration=$("d", "1h") fw', /parameter/],
    ['table fw | mystery x', /does not know “mystery”/],
    ['table fw | alertmsg now()', /“alertmsg” cannot be read/],
  ] as const) {
    it(`says why it cannot be: ${text}`, () => {
      assert.match(reason(text), expected);
    });
  }

  it('covers each millisecond of the period once with slices, in any time zone', () => {
    const hours = fc.integer({ min: 1, max: 40 * 24 });
    fc.assert(
      fc.property(
        hours,
        fc.integer({ min: -24, max: 28 }),
        fc.integer({ min: 0, max: 86_399 }),
        (length, half, seconds) => {
          const from = at('2026-02-20T00:00:00Z') + seconds * 1000;
          const asked = { from, to: from + length * 3_600_000 };
          const zone = fixedZone(half * 30, asked.from, asked.to);
          const { runs } = plan('table fw', { period: asked }, zone);
          const ordered = runs.toReversed();
          assert.equal(ordered[0]?.from, asked.from);
          assert.equal(ordered.at(-1)?.to, asked.to);
          for (const [index, run] of ordered.entries()) {
            assert.ok(run.from < run.to && run.to - run.from <= 86_400_000);
            if (index > 0) assert.equal(run.from, ordered[index - 1]?.to);
          }
        },
      ),
      { seed: 41, numRuns: 200 },
    );
  });
});
