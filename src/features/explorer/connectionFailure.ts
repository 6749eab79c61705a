import { KeyRefusedError, UnreachableError } from '../../api/errors';

/** Whether nothing of a connection can be shown, rather than one heading. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof UnreachableError || needsKey(error);
}

export function needsKey(error: unknown): boolean {
  return error instanceof KeyRefusedError;
}
