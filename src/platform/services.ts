import type { CommandLine } from './commandLine';
import { fillDemo } from './demo/fillDemo';
import { DuckDbRunner } from './engine/duckdb/duckDbRunner';
import { Queries } from './engine/run/liveQueries';
import type { Log } from './errors';
import { openGeoip } from './geoip';
import type { PlaceOf } from './geoip';
import { Holdings } from './http/holdings';
import { Metrics } from './metrics';
import { Scheduler } from './scheduler';
import { Accounts } from './store/accounts';
import { AuditLog } from './store/auditEntries';
import { Database } from './store/database';
import { LogTables } from './store/logTables';
import { migrate } from './store/migrations';
import { QueryHistory } from './store/queryTexts';
import { References } from './store/references';
import { Rules } from './store/ruleStore';
import { ScheduledQueries } from './store/queryStore';
import { TableGroups } from './store/tableGroups';
import { Uploads } from './uploads/uploadStore';
import { SystemLog } from './systemLog';
import { startMaintenance } from './maintenance';

/** What the services require from the command line. */
export type ServicesOptions = Omit<CommandLine, 'host' | 'port' | 'apiKeys' | 'revoked' | 'announceFile'> & {
  readonly log: Log;
};

interface ServiceState {
  readonly systemLog: SystemLog;
  readonly placeOf: PlaceOf | undefined;
}

/** The services of the routes, created once. */
export type Services = Omit<Awaited<ReturnType<typeof buildServices>>, typeof Symbol.asyncDispose>;

/** The maximum total bytes of kept results. */
const maxResults = 2 * 1024 * 1024 * 1024;

/** Opens the store and creates the services. The caller disposes of them. */
export async function openServices(options: ServicesOptions): Promise<Services & AsyncDisposable> {
  const placeOf = options.geoipFile === undefined ? undefined : await openGeoip(options.geoipFile);
  const database = await Database.open(options.dataFolder);
  try {
    const systemLog = new SystemLog(options.log);
    return await buildServices(database, { ...options, log: systemLog.log, systemLog, placeOf });
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

// No return type, because `Services` is inferred from it.
async function buildServices(database: Database, options: ServicesOptions & ServiceState) {
  const { product, trustedProxies, strictInterface, timeZone, log, systemLog, placeOf } = options;
  await migrate(database, options.dataFolder);
  if (options.demo) await fillDemo(database, log);
  const [accounts, auditLog, scheduledQueries, logTables, tableGroups, references] = await Promise.all([
    Accounts.load(database),
    AuditLog.load(database),
    ScheduledQueries.load(database),
    LogTables.open(database, log),
    TableGroups.load(database),
    References.load(database),
  ]);
  const uploads = await Uploads.open(database, logTables);
  database.acceptLosses(log);
  const metrics = new Metrics();
  const queries = new Queries({
    runner: new DuckDbRunner(database, logTables, timeZone, placeOf),
    hasGeoip: placeOf !== undefined,
    tables: logTables,
    auditLog,
    timeout: options.queryTimeout,
    resultBytes: maxResults,
    spillSpace: database.spillSpace,
    timeZone,
    log,
    systemLog,
    metrics,
  });
  const queryHistory = new QueryHistory(database, log);
  const scheduler = new Scheduler({ scheduledQueries, queries, accounts, log, metrics });
  await scheduler.start();
  const maintenance = startMaintenance({ logTables, uploads, auditLog, queryHistory, database }, options);
  return {
    product,
    trustedProxies,
    strictInterface,
    log,
    database,
    accounts,
    auditLog,
    logTables,
    tableGroups,
    references,
    rules: new Rules(database),
    uploads,
    queries,
    holdings: new Holdings(),
    queryHistory,
    scheduledQueries,
    scheduler,
    metrics,
    [Symbol.asyncDispose]: async () => {
      await scheduler[Symbol.asyncDispose]();
      await queries[Symbol.asyncDispose]();
      await queryHistory[Symbol.asyncDispose]();
      await maintenance[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
