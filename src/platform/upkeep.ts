import { type DataParts } from './dataParts';
import { type Log } from './log';
import { type Store } from './store/store';
import { TableUpkeep } from './store/tableUpkeep';

const hour = 60 * 60 * 1000;

/** What has to be done now and then: at the start, every hour, and for a table that was just appended to. */
export function startUpkeep(
  { logTables, uploads }: Pick<DataParts, 'logTables' | 'uploads'>,
  database: Store,
  timeZone: string,
  log: Log,
): AsyncDisposable {
  const tables = new TableUpkeep(database, logTables, timeZone);
  const running = new Set<Promise<void>>();
  const inBackground = (work: () => Promise<void>): void => {
    const done = work()
      .catch((error: unknown) => {
        log('upkeep', error);
      })
      .finally(() => running.delete(done));
    running.add(done);
  };
  const everything = async (): Promise<void> => {
    await uploads.sweep();
    await tables.run();
  };
  inBackground(everything);
  const timer = setInterval(() => {
    inBackground(everything);
  }, hour);
  timer.unref();
  const unwatch = logTables.watchAppends((name) => {
    inBackground(() => tables.tidy(name));
  });
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      unwatch();
      await Promise.all(running);
    },
  };
}
