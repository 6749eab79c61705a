import { PlatformClient } from '../src/api/client';
import { runOwnQuery } from '../src/api/operations/queries';
import { QueryRun } from '../src/features/queryResults/queryRun';
import { countEvents } from '../src/features/queryResults/resultHistogram';
import { startApp } from '../test/support/startApp';
import { compare } from './measurement';
import type { Measurement } from './measurement';
import { fillTable } from './support/queryParts';

const rowCount = 5_000_000;
const search = 'table web | search status >= 500';

/** The histogram above the rows of a result, compared with the same search that ends in `timechart`. */
export async function measure(): Promise<Measurement[]> {
  await using app = await startApp();
  await fillTable(app.parts, 'web', rowCount);
  const { baseUrl, keys } = app;
  await using client = new PlatformClient({ baseUrl, readKey: async () => Promise.resolve(keys.member) });
  const run = new QueryRun(search, {
    client: async () => Promise.resolve(client),
    end: async (_queryId, drop) => drop(),
    watched: () => true,
    changed: () => undefined,
  });
  const { signal } = new AbortController();
  await run.start();
  await run.followStart();
  while (!run.isOver()) await run.poll(signal);
  const comparison = await compare({
    name: `histogram of a search over ${rowCount / 1_000_000} million rows`,
    against: 'the same search that ends in timechart',
    ours: async () => void (await countEvents(run, signal)),
    theirs: async () => void (await client.send(runOwnQuery(`${search} | timechart span=12h count`), signal)),
    bar: { atMost: 1.3 },
  });
  await run.drop();
  return [comparison];
}
