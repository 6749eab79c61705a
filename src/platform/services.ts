import { fillDemo } from './demo/fillDemo';
import { DuckDbRunner } from './engine/duckdb/duckDbRunner';
import { Queries } from './engine/run/queries';
import type { TrustedProxies } from './http/trustedProxies';
import type { Log } from './log';
import { Scheduler } from './scheduler';
import { Accounts } from './store/accounts';
import { AuditLog } from './store/auditLog';
import { openDataServices } from './dataServices';
import type { DataServices } from './dataServices';
import { Database } from './store/database';
import { migrate } from './store/migrations';
import { QueryHistory } from './store/queryHistory';
import { ScheduledQueries } from './store/scheduledQueries';
import { startMaintenance } from './maintenance';

/** The services of the routes, created once. */
export interface Services extends DataServices {
  readonly product: string;
  /** Undefined ignores `X-Forwarded-For`. */
  readonly trustedProxies: TrustedProxies | undefined;
  /** Whether only publicly documented operations are supported. */
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

export interface ServicesOptions {
  /** Undefined keeps everything in memory. */
  readonly dataFolder: string | undefined;
  readonly product: string;
  readonly trustedProxies: TrustedProxies | undefined;
  readonly strictInterface: boolean;
  /** The maximum run time of a query in milliseconds; Infinity for none. */
  readonly queryTimeout: number;
  /** Milliseconds that audit entries and the query history are kept; Infinity means forever. */
  readonly auditRetention: number;
  /** Whether an empty store is filled with sample data. */
  readonly demo: boolean;
  /** The time zone for days and dates. */
  readonly timeZone: string;
  readonly log: Log;
}

/** The maximum total bytes of kept results. */
const largestResults = 2 * 1024 * 1024 * 1024;

/** Opens the store and creates the services. The caller disposes of them. */
export async function openServices(options: ServicesOptions): Promise<Services & AsyncDisposable> {
  const database = await Database.open(options.dataFolder);
  try {
    return await buildServices(database, options);
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

async function buildServices(
  database: Database,
  options: ServicesOptions,
): Promise<Services & AsyncDisposable> {
  const { product, trustedProxies, strictInterface, demo, timeZone, log } = options;
  await migrate(database);
  if (demo) await fillDemo(database, log);
  const [accounts, auditLog, scheduledQueries, dataParts] = await Promise.all([
    Accounts.load(database),
    AuditLog.load(database),
    ScheduledQueries.load(database),
    openDataServices(database, log),
  ]);
  if (database.lostChanges > 0) {
    log(
      `the database has lost ${database.lostChanges} changes that were acknowledged: its log was removed or damaged, or it is an older copy`,
    );
  }
  database.acceptLosses();
  const runner = await DuckDbRunner.create(() => database.connect(), dataParts.logTables, timeZone);
  const queries = new Queries({
    runner,
    tables: dataParts.logTables,
    auditLog,
    timeout: options.queryTimeout,
    resultBytes: largestResults,
    timeZone,
    log,
  });
  const queryHistory = new QueryHistory(database, log);
  const findAccount = accounts.findByLoginName.bind(accounts);
  const scheduler = new Scheduler({ scheduledQueries, queryRuns: queries, findAccount, log });
  await scheduler.start();
  const upkeep = startMaintenance(
    { ...dataParts, auditLog, queryHistory, database },
    { auditRetention: options.auditRetention, timeZone },
    log,
  );
  return {
    product,
    trustedProxies,
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
