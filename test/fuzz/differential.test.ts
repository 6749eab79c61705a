import { SeededRandom } from '../../src/platform/demo/seededRandom';
import { eventually } from '../support/eventually';
import { checkPipelines } from '../support/reference/checkPipelines';
import { addMapping } from '../support/reference/mapping';
import { randomAppend, readTable, shapeCount } from '../support/reference/randomRows';
import type { RandomAppend } from '../support/reference/randomRows';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** The long form is 10,000. Some run before their table is compacted, when it is slow to read, most after. */
const cases = Number(process.env['LOGBENCH_DIFFERENTIAL_CASES'] ?? 100);
const seed = Number(process.env['LOGBENCH_DIFFERENTIAL_SEED'] ?? 16);
const casesPerTable = 1000;
/** One less than what makes the store compact all segments of a shape. */
const appendsPerShape = 15;

describe('Random pipelines', function () {
  this.timeout(cases * 1000);

  for (let first = 0; first < cases; first += casesPerTable) {
    const count = Math.min(casesPerTable, cases - first);
    const before = Math.ceil(count / 5);
    it(`return the rows of the reference interpreter, before and after compaction: cases ${first + 1} to ${first + count}`, async () => {
      await using app = await startApp();
      const seeded = new SeededRandom(seed + first);
      await addTable(app, 'logs');
      await addMapping(app);
      const appends: RandomAppend[] = [];
      const add = async (shape: number): Promise<void> => {
        const append = randomAppend(seeded, shape);
        await addRows(app, 'logs', append.select);
        appends.push(append);
      };
      for (let index = 0; index < appendsPerShape * shapeCount; index += 1) await add(index % shapeCount);
      await checkPipelines(app, before, seeded, readTable('logs', appends));
      for (let shape = 0; shape < shapeCount; shape += 1) await add(shape);
      await eventually(() => segmentsOf(app) < appends.length);
      await checkPipelines(app, count - before, seeded, readTable('logs', appends));
    });
  }
});

function segmentsOf(app: RunningApp): number {
  return app.parts.logTables.find('logs')?.segments.size ?? 0;
}
