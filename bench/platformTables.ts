import { startApp } from '../test/support/startApp';
import type { RunningApp } from '../test/support/startApp';
import { makeTables } from '../test/support/makeTables';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compare, growthOf, timeOf } from './measurement';
import type { Measurement } from './measurement';

const tableCount = 100_000;
const pageSize = 200;
/** Many short alternating rounds, so that other load on the machine affects both sides. */
const requestsPerRound = 2;
const rounds = 40;

/** Listing one page of very many tables: the last page compared with the first. */
export async function measure(): Promise<Measurement[]> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'logbench-bench-'));
  try {
    await makeTables(dataFolder, tableCount);
    await using app = await startApp({ dataFolder });
    const measurements: Measurement[] = [];
    for (const [title, filter, last] of [
      ['tables', '', tableCount - pageSize],
      ['tables found by a keyword', keyword, tableCount - pageSize],
      ['tables of a schema', '&schema_code=web', tableCount / 2 - pageSize],
    ] as const) {
      const name = `list ${pageSize} of ${tableCount} ${title} at offset ${last}`;
      const compared = await compare({
        name,
        against: 'the same at offset 0',
        ours: () => list(app, filter, last),
        theirs: () => list(app, filter, 0),
        bar: { atMost: 1.2 },
        repetitions: rounds,
      });
      const ratio = compared.ratio ?? Number.NaN;
      measurements.push({ ...compared, bar: '0.8 to 1.2', passed: ratio >= 0.8 && ratio <= 1.2 });
    }
    return [...measurements, await growth(app, dataFolder)];
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** The last page of a keyword search, over a hundredth, a tenth and all of the tables. */
async function growth(all: RunningApp, folder: string): Promise<Measurement> {
  const open = async (count: number): Promise<RunningApp> => {
    const dataFolder = path.join(folder, String(count));
    await makeTables(dataFolder, count);
    return startApp({ dataFolder });
  };
  await using few = await open(tableCount / 100);
  await using some = await open(tableCount / 10);
  const apps = new Map([
    [1, few],
    [10, some],
    [100, all],
  ]);
  const work = (times: number): Promise<number> =>
    timeOf(() => list(apps.get(times) ?? all, keyword, (tableCount / 100) * times - pageSize));
  return await growthOf('list of tables found by a keyword', work, rounds);
}

const keyword = '&keywords=TABLE_';

async function list(app: RunningApp, filter: string, offset: number): Promise<void> {
  for (let request = 0; request < requestsPerRound; request += 1) {
    const response = await fetch(
      `${app.baseUrl}/api/core/tables?limit=${pageSize}&offset=${offset}${filter}`,
      {
        headers: { authorization: `Bearer ${app.keys.member}` },
      },
    );
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  }
}
