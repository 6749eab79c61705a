import assert from 'node:assert/strict';
import type { SeededRandom } from '../../../src/platform/demo/seededRandom';
import type { RunningApp } from '../startApp';
import { resultText } from '../uploadText';
import { canonicalLines, canonicalRows } from './canonical';
import { emptyWorld } from './interpreter';
import { mapping } from './mapping';
import { randomPipeline } from './randomPipeline';
import type { Row } from './values';

/** Runs random pipelines over the table `logs` on the platform and in the reference interpreter. */
export async function checkPipelines(
  app: RunningApp,
  count: number,
  seeded: SeededRandom,
  logs: readonly Row[],
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const world = emptyWorld();
    world.tables.set('logs', logs).set('mapping', mapping);
    const { query, expected } = randomPipeline(seeded, world);
    const lines = (await resultText(app, query)).split('\n').filter((line) => line !== '');
    const actual = canonicalLines(lines, expected.ordered);
    assert.deepEqual(actual, canonicalRows(expected.rows, expected.ordered), query);
  }
}
