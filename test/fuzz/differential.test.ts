import assert from 'node:assert/strict';
import { SeededRandom } from '../../src/platform/demo/seededRandom';
import { eventually } from '../support/eventually';
import { canonicalAnswer, canonicalTable } from '../support/reference/canonical';
import type { Source } from '../support/reference/commands';
import { randomPipeline } from '../support/reference/randomPipeline';
import { randomAppend, readTable, shapeCount } from '../support/reference/randomRows';
import type { RandomAppend } from '../support/reference/randomRows';
import type { Table } from '../support/reference/values';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** The long form is 10,000. Some run before their table is compacted, when it is slow to read, most after. */
const cases = Number(process.env['LOGBENCH_DIFFERENTIAL_CASES'] ?? 100);
const seed = Number(process.env['LOGBENCH_DIFFERENTIAL_SEED'] ?? 16);
const casesPerTable = 1000;
/** One less than what makes the store compact the segments of a shape. */
const appendsPerShape = 15;

const joined: Source = {
  text: `json "[{'g':1,'v':'x'},{'g':2,'v':null},{'g':2,'v':'y'},{'g':null,'v':'z'}]"`,
  table: {
    fields: [
      { name: 'g', kind: 'long' },
      { name: 'v', kind: 'string' },
    ],
    rows: [
      { g: 1n, v: 'x' },
      { g: 2n, v: null },
      { g: 2n, v: 'y' },
      { g: null, v: 'z' },
    ],
    ordered: true,
  },
};

/** Its `s` is a number where that of the table is a text. */
const united: Source = {
  text: `json "[{'s':1,'n':7},{'s':2,'n':null}]"`,
  table: {
    fields: [
      { name: 's', kind: 'long' },
      { name: 'n', kind: 'long' },
    ],
    rows: [
      { s: 1n, n: 7n },
      { s: 2n, n: null },
    ],
    ordered: true,
  },
};

describe('random pipelines', function () {
  this.timeout(cases * 1000);

  for (let first = 0; first < cases; first += casesPerTable) {
    const count = Math.min(casesPerTable, cases - first);
    const before = Math.ceil(count / 5);
    it(`yield what the language says, before and after compaction: cases ${first + 1} to ${first + count}`, async () => {
      await using app = await startApp();
      const seeded = new SeededRandom(seed + first);
      await addTable(app, 'logs');
      const appends: RandomAppend[] = [];
      const add = async (shape: number): Promise<void> => {
        const append = randomAppend(seeded, shape);
        await addRows(app, 'logs', append.select);
        appends.push(append);
      };
      for (let place = 0; place < appendsPerShape * shapeCount; place += 1) await add(place % shapeCount);
      assert.equal(segmentsOf(app), appendsPerShape * shapeCount);
      await checkCases(app, before, seeded, readTable('logs', appends));
      for (let shape = 0; shape < shapeCount; shape += 1) await add(shape);
      await eventually(() => segmentsOf(app) === shapeCount);
      await checkCases(app, count - before, seeded, readTable('logs', appends));
    });
  }
});

function segmentsOf(app: RunningApp): number {
  return app.parts.logTables.find('logs')?.segments.size ?? 0;
}

async function checkCases(app: RunningApp, count: number, seeded: SeededRandom, table: Table): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const other = seeded.pick([joined, united]);
    const { query, expected } = randomPipeline(seeded, { text: 'table logs', table }, other);
    const body = await run(app, query);
    assert.deepEqual(canonicalAnswer(body, expected.ordered), canonicalTable(expected), query);
  }
}

async function run(app: RunningApp, query: string): Promise<string> {
  const address = `${app.baseUrl}/api/core/query?${new URLSearchParams({ q: query }).toString()}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${app.keys.admin}` } });
  const body = await response.text();
  assert.equal(response.status, 200, `${query}: ${body} ${app.logged.join('\n')}`);
  return body;
}
