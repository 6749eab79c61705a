import assert from 'node:assert/strict';
import type { SeededRandom } from '../../../src/platform/demo/seededRandom';
import type { RunningApp } from '../startApp';
import { resultText } from '../uploadText';
import { canonicalResponse, canonicalTable } from './canonical';
import type { Source } from './commands';
import { randomPipeline } from './randomPipeline';
import type { Table } from './values';

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

/** Runs random pipelines over the table `logs` on the platform and in the reference interpreter. */
export async function checkPipelines(
  app: RunningApp,
  count: number,
  seeded: SeededRandom,
  table: Table,
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const other = seeded.pick([joined, united]);
    const { query, expected } = randomPipeline(seeded, { text: 'table logs', table }, other);
    const body = await resultText(app, query);
    assert.deepEqual(canonicalResponse(body, expected.ordered), canonicalTable(expected), query);
  }
}
