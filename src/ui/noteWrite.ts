import { ApiError } from '../api/errors';
import { t } from '../shared/localize';
import { isCancellation } from './cancelled';
import { ExplainedError } from './failureText';
import type { LogTarget } from './log';
import { writeReceipt, type Receipt } from './receipt';

/**
 * Sends a write and leaves its receipt, however it ends: done, not done, or not known. A write that is cancelled
 * once it was sent may have taken effect, so that is told as a failure and not passed over in silence.
 */
export async function noteWrite<Result>(
  log: Pick<LogTarget, 'info'>,
  receipt: Omit<Receipt, 'result'>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await write();
    writeReceipt(log, { ...receipt, result: 'done' });
    return result;
  } catch (error) {
    writeReceipt(log, { ...receipt, result: resultInWords(error) });
    throw isCancellation(error) ? new ExplainedError(cancelledText(receipt), { cause: error }) : error;
  }
}

function cancelledText({ connection, names }: Omit<Receipt, 'result'>): string {
  return t(
    '{0}: Cancelled while the change of {1} was under way. It is not known whether it was made: refresh and look before you try again.',
    connection.name,
    names.map((name) => `“${name}”`).join(', '),
  );
}

function resultInWords(error: unknown): string {
  if (isCancellation(error)) return 'not known: cancelled while the request was under way';
  const message = error instanceof Error ? error.message : String(error);
  const isOpen = error instanceof ApiError && error.uncertain;
  return isOpen ? `not known: ${message}` : `not done: ${message}`;
}
