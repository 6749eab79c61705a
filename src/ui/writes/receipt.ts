import type { Connection } from '../connections/connection';
import type { LogTarget } from '../log';

export interface Receipt {
  readonly connection: Connection;
  /** For example, `delete scheduled queries`. */
  readonly operation: string;
  /** The names of the affected objects. */
  readonly names: readonly string[];
  readonly result: string;
}

/** Logs a write: what was done, where, to which objects, and the result. In English, so that logs can be searched. */
export function writeReceipt(log: Pick<LogTarget, 'info'>, receipt: Receipt): void {
  const { connection, operation, names, result } = receipt;
  const subjects = names.map((name) => JSON.stringify(name)).join(', ');
  log.info(`[change] ${connection.name} (${connection.environment}) ${operation}: ${subjects} -> ${result}`);
}
