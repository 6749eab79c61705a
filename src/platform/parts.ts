import { fillDemo } from './demo/fillDemo';
import { DuckDbRunner } from './engine/duckdb/duckDbRunner';
import { Queries } from './engine/run/queries';
import { type Log } from './log';
import { Scheduler } from './scheduler';
import { Accounts } from './store/accounts';
import { AuditLog } from './store/auditLog';
import { type DataParts, openDataParts } from './dataParts';
import { Database } from './store/database';
import { migrate } from './store/migrations';
import { QueryHistory } from './store/queryHistory';
import { ScheduledQueries } from './store/scheduledQueries';
import { startUpkeep } from './upkeep';

/** All that the routes need, each made once. */
export interface Parts extends DataParts {
  readonly product: string;
  /** Whether `X-Forwarded-For` tells who calls. */
  readonly trustProxy: boolean;
  /** Whether only those operations are offered that are publicly known of the interface. */
  readonly strictInterface: boolean;
  readonly log: Log;
  readonly database: Database;
  readonly accounts: Accounts;
  readonly auditLog: AuditLog;
  readonly queries: Queries;
  readonly queryHistory: QueryHistory;
  readonly scheduledQueries: ScheduledQueries;
  readonly scheduler: Scheduler;
}

export interface PartsOptions {
  /** Undefined: in memory. */
  readonly dataFolder: string | undefined;
  readonly product: string;
  readonly trustProxy: boolean;
  readonly strictInterface: boolean;
  /** Milliseconds that a query may work; Infinity for any time. */
  readonly queryTimeout: number;
  /** Whether an empty store is filled with the sample data. */
  readonly demo: boolean;
  readonly log: Log;
}

/** Opens the store and builds everything on it. The caller disposes of what it gets. */
export async function openParts(options: PartsOptions): Promise<Parts & AsyncDisposable> {
  const database = await Database.open(options.dataFolder);
  try {
    return await buildParts(database, options);
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

async function buildParts(database: Database, options: PartsOptions): Promise<Parts & AsyncDisposable> {
  const { product, trustProxy, strictInterface, demo, log } = options;
  await migrate(database);
  if (demo) await fillDemo(database, log);
  const [accounts, auditLog, scheduledQueries, dataParts] = await Promise.all([
    Accounts.load(database),
    AuditLog.load(database),
    ScheduledQueries.load(database),
    openDataParts(database, log),
  ]);
  const runner = await DuckDbRunner.create(() => database.connect(), dataParts.logTables);
  const queries = new Queries({
    runner,
    tables: dataParts.logTables,
    auditLog,
    timeout: options.queryTimeout,
    log,
  });
  const queryHistory = new QueryHistory(database, log);
  const findAccount = accounts.findByLoginName.bind(accounts);
  const scheduler = new Scheduler({ scheduledQueries, queryRuns: queries, findAccount, log });
  await scheduler.start();
  const upkeep = startUpkeep(dataParts, database, log);
  return {
    product,
    trustProxy,
    strictInterface,
    log,
    database,
    accounts,
    auditLog,
    ...dataParts,
    queries,
    queryHistory,
    scheduledQueries,
    scheduler,
    [Symbol.asyncDispose]: async () => {
      await scheduler[Symbol.asyncDispose]();
      await queries[Symbol.asyncDispose]();
      await queryHistory[Symbol.asyncDispose]();
      await upkeep[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
