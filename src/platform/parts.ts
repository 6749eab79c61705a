import { Accounts } from './store/accounts';
import { AuditLog } from './store/auditLog';
import { Database } from './store/database';
import { LogTables } from './store/logTables';
import { migrate } from './store/migrations';

/** All that the routes need, each made once. */
export interface Parts {
  readonly product: string;
  /** Whether `X-Forwarded-For` tells who calls. */
  readonly trustProxy: boolean;
  readonly log: Log;
  readonly database: Database;
  readonly accounts: Accounts;
  readonly auditLog: AuditLog;
  readonly logTables: LogTables;
}

export type Log = (message: string, error?: unknown) => void;

export interface PartsOptions {
  /** Undefined: in memory. */
  readonly dataFolder: string | undefined;
  readonly product: string;
  readonly trustProxy: boolean;
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
  await migrate(database);
  const accounts = await Accounts.load(database);
  const auditLog = await AuditLog.load(database);
  const logTables = await LogTables.open(database);
  return {
    product: options.product,
    trustProxy: options.trustProxy,
    log: options.log,
    database,
    accounts,
    auditLog,
    logTables,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
