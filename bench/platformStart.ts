import { startPlatform } from '../test/support/platform';
import type { PlatformOptions } from '../test/support/platformOptions';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { median, spreadOf } from './measurement';
import type { Measurement } from './measurement';

const demoBar = 15_000;
const startBar = 1000;
const startsMeasured = 9;

/**
 * From the start of the process to listening: filling an empty store, with existing data, and with an empty
 * store.
 */
export async function measure(): Promise<Measurement[]> {
  await using temporary = await temporaryFolder();
  const data = temporary.path;
  const start = async (options: PlatformOptions): Promise<number> => {
    const started = performance.now();
    await using platform = await startPlatform(options);
    const time = performance.now() - started;
    await platform.kill();
    return time;
  };
  const filling = await start({ data, demo: true });
  const starts: number[] = [];
  const emptyStarts: number[] = [];
  for (let round = 0; round < startsMeasured; round++) {
    starts.push(await start({ data }));
    emptyStarts.push(await start({}));
  }
  return [
    under('start with --demo on an empty store', [filling], demoBar),
    under('start with the data of --demo', starts, startBar),
    under('start in memory, with nothing', emptyStarts, startBar),
  ];
}

function under(name: string, times: readonly number[], bar: number): Measurement {
  const value = median(times);
  return { name, value, unit: 'ms', spread: spreadOf(times), bar: `< ${bar}`, passed: value < bar };
}
