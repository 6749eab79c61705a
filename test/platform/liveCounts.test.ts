import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { queryClient } from '../support/queryClient';
import type { Status } from '../support/queryClient';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

const rowCount = 1_200_000;
/** Costs a microsecond a row, so that the whole takes a second or so, and a few looks see it grow. */
const slowly = 'eval h = hash("sha256", string(_id))';
const search = 'search h != "x"';
const lookMilliseconds = 100;
/** At least this often counts grow, and so often is enough to see that they do. */
const growthMilliseconds = 500;
const enoughGrowths = 4;

describe('whoever watches a long query', function () {
  this.timeout(300_000);

  let app: RunningApp;
  before(async () => {
    app = await startApp();
    await addTable(app, 'large');
    const time = "TIMESTAMP '2026-03-01' + to_milliseconds(n * 50)";
    await addRows(
      app,
      'large',
      `SELECT ${time} AS _time, n % 7 AS kind FROM range(${rowCount}) AS numbers(n)`,
    );
  });
  after(() => app[Symbol.asyncDispose]());

  for (const [title, query, growing, hasRows] of [
    [
      'a scan with stats at its end',
      `table large | ${slowly} | ${search} | stats count by kind`,
      [0, 1, 2],
      false,
    ],
    ['a scan that is sorted', `table large | ${slowly} | sort limit=10 h`, [0, 1], false],
    [
      'stored rows, and the rows of the result,',
      `table large | limit ${rowCount / 2} | sort kind | ${slowly} | ${search}`,
      [3, 4],
      true,
    ],
  ] as const) {
    it(`sees the counts of ${title} grow, and never fall`, async () => {
      const seen = await watch(app, query);
      const counts = growing.map((place) => seen.map(({ commands }) => commands[place]?.push_count ?? 0));
      assertGrow([...counts, ...(hasRows ? [seen.map(({ rows }) => rows)] : [])], seen);
    });
  }

  it('sees the counts of a subquery grow', async () => {
    const subquery = `table large | ${slowly} | ${search} | stats count by kind`;
    const seen = await watch(app, `json "{'kind':1}" | join kind [ ${subquery} ]`);
    const commandsOf = ({ sub_queries: [subquery] }: Status): Status['commands'] => subquery?.commands ?? [];
    const counts = [0, 1, 2].map((place) => seen.map((status) => commandsOf(status)[place]?.push_count ?? 0));
    assertGrow(counts, seen);
  });
});

/** Every answer until the end. */
async function watch(app: RunningApp, query: string): Promise<readonly Status[]> {
  const client = queryClient(app);
  const id = await client.start(query);
  const seen = [await client.status(id)];
  while (!seen.at(-1)?.is_finished) {
    await delay(lookMilliseconds);
    seen.push(await client.status(id));
  }
  assert.equal(seen.at(-1)?.is_cancelled, false);
  await client.drop(id);
  return seen;
}

/** What was seen of each count never falls, and grows as often as the time that the query took allows. */
function assertGrow(counts: readonly (readonly number[])[], seen: readonly Status[]): void {
  const elapsed = seen.at(-1)?.elapsed ?? 0;
  const needed = Math.max(1, Math.min(enoughGrowths, Math.floor(elapsed / growthMilliseconds)));
  for (const values of counts) {
    assert.deepEqual(
      values,
      values.toSorted((one, other) => one - other),
    );
    const growths = values.filter((value, place) => place > 0 && value > (values[place - 1] ?? 0)).length;
    assert.ok(growths >= needed, `${growths} growths in ${elapsed} ms: ${values.join(', ')}`);
  }
}
