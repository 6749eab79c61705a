import { errorCodes, rejectionMessage } from '../../../language/errorCodes';
import type { ErrorKey } from '../../../language/errorCodes';

/** A query that cannot run, with the reason from the language. */
export class QueryRejection extends Error {
  override readonly name = 'QueryRejection';
  readonly code: number;

  constructor(
    readonly key: ErrorKey,
    options?: ErrorOptions,
  ) {
    super(rejectionMessage(key), options);
    this.code = errorCodes[key];
  }
}
