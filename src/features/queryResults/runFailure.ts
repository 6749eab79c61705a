import { isQueryRefusal } from '../../api/errors';
import { placeOfRefusal } from '../../language/services/refusedPlace';
import type { Failure } from '../../shared/protocol/common';
import { panelFailure } from '../../ui/panels/panelFailure';

/** The platform rejects a query with an error code; the position is in the message. */
export function runFailure(error: unknown, text: string): Failure {
  const failure = panelFailure(error);
  if (!isQueryRefusal(error)) return failure;
  return { ...failure, message: placeOfRefusal(error.message, text).message, detail: failure.message };
}
