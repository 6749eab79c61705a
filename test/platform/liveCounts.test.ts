import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { CommandProgress } from '../../src/platform/engine/run/commandProgress';
import { suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** Three segments, one after another in time: more rows than the engine takes in its first batch. */
const segmentRows = 70_000;
const rowCount = 3 * segmentRows;
const step = 'eval k = kind + 1';
const search = 'search k > 0';

describe('The counts of a running query', () => {
  const app = suiteApp();
  before(async () => {
    await addTable(app, 'large');
    for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) {
      const time = `TIMESTAMP '${day}' + to_milliseconds(n)`;
      await addRows(
        app,
        'large',
        `SELECT ${time} AS _time, n % 7 AS kind FROM range(${segmentRows}) AS numbers(n)`,
      );
    }
  });

  for (const [title, query, growing, hasRows] of [
    [
      'a scan with stats at its end',
      `table large | ${step} | ${search} | stats count by kind`,
      [0, 1, 2],
      false,
    ],
    ['a scan that is sorted', `table large | ${step} | sort limit=10 k`, [0, 1], false],
    [
      'stored rows, and the rows of the result,',
      `table large | sort kind | ${step} | ${search}`,
      [2, 3],
      true,
    ],
  ] as const) {
    it(`increase and never decrease: ${title}`, async () => {
      const seen = await watch(app, query);
      for (const index of growing) assertGrows(seen.map(({ commands }) => commands[index] ?? 0));
      if (hasRows) assertGrows(seen.map(({ rows }) => rows));
    });
  }

  it('grow for a subquery', async () => {
    const subquery = `table large | ${step} | ${search} | stats count by kind`;
    const seen = await watch(app, `json "{'kind':1}" | join kind [ ${subquery} ]`);
    for (const index of [0, 1, 2]) assertGrows(seen.map(({ inner }) => inner[index] ?? 0));
  });
});

interface Counts {
  readonly rows: number;
  readonly commands: readonly number[];
  /** Of the first subquery. */
  readonly inner: readonly number[];
}

/** What each request returns until the end: the latest state between two statements of the engine. */
async function watch({ parts }: RunningApp, text: string): Promise<readonly Counts[]> {
  const account = parts.accounts.findByLoginName('admin');
  assert.ok(account);
  const request = { text, source: 'rest-api', account, remoteAddress: '', constants: {} } as const;
  const run = parts.queries.start({ ...request, background: true });
  const countsOf = (commands: readonly CommandProgress[] = []): number[] =>
    commands.map(({ pushCount }) => pushCount);
  const seen: Counts[] = [];
  while (!run.outcome) {
    await setImmediate();
    const inner = countsOf(run.subqueries[0]?.progress.commands);
    seen.push({ rows: run.result?.count ?? 0, commands: countsOf(run.progress.commands), inner });
  }
  assert.equal(run.outcome.outcome, 'succeeded');
  await parts.queries.drop(run);
  return seen;
}

/** Never falls, and is seen after some rows and before all. The engine may end two segments at the same time. */
function assertGrows(counts: readonly number[]): void {
  const different = [...new Set(counts)];
  assert.deepEqual(
    different,
    different.toSorted((one, other) => one - other),
  );
  assert.ok(
    different.some((count) => count > 0 && count < rowCount),
    different.join(', '),
  );
  assert.equal(different.at(-1), rowCount);
}
