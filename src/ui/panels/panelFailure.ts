import { KeyRejectedError, PermissionError, RejectedError, UnreachableError } from '../../api/errors';
import type { Failure } from '../../shared/protocol/common';
import { describeFailure } from '../failures/failureText';

/** Describes a failure for a page. */
export function panelFailure(error: unknown): Failure {
  return { reason: reasonOf(error), message: describeFailure(error).sentence, detail: null, canRetry: true };
}

function reasonOf(error: unknown): Failure['reason'] {
  if (error instanceof UnreachableError) return 'unreachable';
  if (error instanceof KeyRejectedError) return 'keyRejected';
  if (error instanceof PermissionError) return 'noPermission';
  return error instanceof RejectedError ? 'rejected' : 'invalidResponse';
}
