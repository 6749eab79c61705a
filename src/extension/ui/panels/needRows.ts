import type { rowsFailedMessage } from '../../../core/pages/common';
import type * as z from 'zod/mini';
import { isCancellation } from '../prompts/canceled';
import { panelFailure } from './panelFailure';

export interface NeedRows {
  readonly resultId: number;
  readonly offset: number;
  readonly limit: number;
}

interface Rows<Row> {
  readonly kind: 'rows';
  readonly resultId: number;
  readonly offset: number;
  readonly rows: Row[];
}

/**
 * Answers `needRows` of a page: with the rows of its result, or why they cannot be read.
 *
 * @param isWanted whether the page still shows this result, also after a failure.
 */
export async function answerNeedRows<Row>(
  { resultId, offset, limit }: NeedRows,
  read: (offset: number, limit: number) => Promise<Row[]>,
  isWanted: () => boolean,
  post: (message: Rows<Row> | z.infer<typeof rowsFailedMessage>) => void,
): Promise<void> {
  if (!isWanted()) return;
  try {
    const rows = await read(offset, limit);
    if (isWanted()) post({ kind: 'rows', resultId, offset, rows });
  } catch (error) {
    if (!isWanted() || isCancellation(error)) return;
    post({ kind: 'rowsFailed', resultId, offset, message: panelFailure(error).message });
  }
}
