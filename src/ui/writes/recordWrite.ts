import { ApiError, WritesLockedError } from '../../api/errors';
import { t } from '../../shared/localize';
import { isCancellation } from '../prompts/cancelled';
import { ExplainedError } from '../failures/failureText';
import type { LogTarget } from '../log';
import type { Connection } from '../connections/connection';

/** A write was canceled after it was sent. It may have taken effect, so it is reported. */
export class CancelledInFlight extends ExplainedError {}

/** Sends a write. After a cancellation its outcome is unknown. */
export async function sendWrite<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isCancellation(error) || error instanceof WritesLockedError) throw error;
    const sentence = t('Canceled while the request was in progress. It may have taken effect.');
    throw new CancelledInFlight(sentence, { cause: error });
  }
}

/** Sends a write and logs its receipt: done, not done, or unknown. */
export async function recordWrite<Result>(
  log: Pick<LogTarget, 'info'>,
  receipt: Omit<Receipt, 'result'>,
  write: () => Promise<Result>,
  describeResult: (result: Result) => string = () => 'done',
): Promise<Result> {
  try {
    const result = await sendWrite(write);
    writeReceipt(log, { ...receipt, result: describeResult(result) });
    return result;
  } catch (error) {
    writeReceipt(log, { ...receipt, result: failedResult(error) });
    if (!(error instanceof CancelledInFlight)) throw error;
    const names = receipt.names.map((name) => `“${name}”`).join(', ');
    throw new CancelledInFlight(`${receipt.connection.name}: ${names}: ${error.message}`, { cause: error });
  }
}

/** Reads what a write has changed; undefined if that fails, because the write itself succeeded. */
export async function readAfterWrite<Result>(
  log: Pick<LogTarget, 'warn'>,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    log.warn(`The change was made, but its result could not be read: ${messageOf(error)}`);
    return undefined;
  }
}

/** Whether it is unknown if the failed write took effect. */
export function isUnknownOutcome(error: unknown): boolean {
  return error instanceof CancelledInFlight || (error instanceof ApiError && error.uncertain);
}

/** The result in the receipt of a failed write. */
function failedResult(error: unknown): string {
  return `${isUnknownOutcome(error) ? 'unknown' : 'not done'}: ${messageOf(error)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Receipt {
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
