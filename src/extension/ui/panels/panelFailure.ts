import { KeyRejectedError, PermissionError, RejectedError, UnreachableError } from '../../../core/api/errors';
import type { Failure, ShownConnection } from '../../../core/pages/common';
import { describeFailure } from '../failures/failureText';
import type { Connection, Platforms } from '../connections/connection';

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

/** What every page shows of its connection. */
export function shownConnectionOf(
  connection: Connection,
  platforms: Pick<Platforms, 'isLocked' | 'current'>,
  serverOffset: number | null,
): ShownConnection {
  const { name, environment } = platforms.current(connection) ?? connection;
  return { name, environment, readOnly: platforms.isLocked(connection), serverOffset };
}
