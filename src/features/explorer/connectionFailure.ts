import { KeyRefusedError, UnreachableError } from '../../api/errors';

/** Whether the failure affects the whole connection rather than one section. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof UnreachableError || needsKey(error);
}

export function needsKey(error: unknown): boolean {
  return error instanceof KeyRefusedError;
}
