import { startApp } from '../test/support/startApp';
import { makeTables } from '../test/support/makeTables';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compare, type Measurement } from './measurement';

const tableCount = 100_000;
const pageSize = 200;
/** Short rounds, and many of them in turn: whatever else the machine does then falls on both sides alike. */
const requestsPerRound = 2;
const rounds = 40;

/** Listing one page of very many tables: the last page against the first. */
export async function measure(): Promise<Measurement[]> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'logbench-bench-'));
  try {
    await makeTables(dataFolder, tableCount);
    await using app = await startApp({ dataFolder });
    const list = (filter: string, offset: number) => async (): Promise<void> => {
      for (let request = 0; request < requestsPerRound; request += 1) {
        const answer = await fetch(
          `${app.baseUrl}/api/core/tables?limit=${pageSize}&offset=${offset}${filter}`,
          {
            headers: { authorization: `Bearer ${app.keys.member}` },
          },
        );
        if (answer.status !== 200) throw new Error(await answer.text());
        await answer.arrayBuffer();
      }
    };
    const measurements: Measurement[] = [];
    for (const [title, filter, last] of [
      ['tables', '', tableCount - pageSize],
      ['tables found by a keyword', '&keywords=TABLE_', tableCount - pageSize],
      ['tables of a schema', '&schema_code=web', tableCount / 2 - pageSize],
    ] as const) {
      const name = `list ${pageSize} of ${tableCount} ${title} at offset ${last}`;
      const compared = await compare({
        name,
        against: 'the same at offset 0',
        ours: list(filter, last),
        theirs: list(filter, 0),
        bar: { atMost: 1.2 },
        repetitions: rounds,
      });
      const ratio = compared.ratio ?? Number.NaN;
      measurements.push({ ...compared, bar: '0.8 to 1.2', passed: ratio >= 0.8 && ratio <= 1.2 });
    }
    return measurements;
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}
