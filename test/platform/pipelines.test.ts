import fc from 'fast-check';
import { SeededRandom } from '../../src/platform/demo/seededRandom';
import { checkPipelines } from '../support/reference/checkPipelines';
import { addMapping } from '../support/reference/mapping';
import { randomAppend, readTable, shapeCount } from '../support/reference/randomRows';
import { startApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** Fixed, so that a failure is the same everywhere. `test/fuzz/differential.test.ts` runs more. */
const seed = 37;
const numRuns = 15;
const appendsPerShape = 2;

describe('any pipeline', () => {
  it('returns what the reference interpreter returns, on fields of every stored type', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    await addMapping(app);
    const seeded = new SeededRandom(seed);
    const appends = Array.from({ length: appendsPerShape * shapeCount }, (_, index) =>
      randomAppend(seeded, index % shapeCount),
    );
    for (const { select } of appends) await addRows(app, 'logs', select);
    const table = readTable('logs', appends);
    await fc.assert(
      fc.asyncProperty(fc.nat(), (caseSeed) => checkPipelines(app, 1, new SeededRandom(caseSeed), table)),
      { seed, numRuns },
    );
  });
});
