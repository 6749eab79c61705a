import type { Connection } from '../connections/connection';
import type { LogTarget } from '../log';

export interface Receipt {
  readonly connection: Connection;
  /** What was done, for example `delete scheduled queries`. */
  readonly operation: string;
  /** What it was done to, by name. */
  readonly names: readonly string[];
  readonly result: string;
}

/** Notes a write in the log: what was done, where, to what, and what came of it. In English, to be searched. */
export function writeReceipt(log: Pick<LogTarget, 'info'>, receipt: Receipt): void {
  const { connection, operation, names, result } = receipt;
  const subjects = names.map((name) => JSON.stringify(name)).join(', ');
  log.info(`[change] ${connection.name} (${connection.environment}) ${operation}: ${subjects} -> ${result}`);
}
