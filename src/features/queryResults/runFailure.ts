import { isQueryRefusal } from '../../api/errors';
import { placeOfRefusal } from '../../language/services/refusedPlace';
import type { Failure } from '../../shared/protocol/common';
import { panelFailure } from '../../ui/panels/panelFailure';

/** The service refuses a text by a code; what that is about stands in the text. */
export function runFailure(error: unknown, text: string): Failure {
  const failure = panelFailure(error);
  if (!isQueryRefusal(error)) return failure;
  return { ...failure, message: placeOfRefusal(error.message, text).message, detail: failure.message };
}
