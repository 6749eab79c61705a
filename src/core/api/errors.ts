import { t } from '../base/localize';
import type { Role } from '../interface/roles';
import type { OptionalOperation } from './operation';

/** Every failure of a request except cancellation, which rejects with the reason of the signal. */
export abstract class ApiError extends Error {
  /** A write whose response was lost: it may have taken effect. */
  uncertain = false;
}

/** The request is invalid and was not sent. The message is the one that the platform would return. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The user left the connection locked, so the write was not sent. Counts as a cancellation. */
export class WritesLockedError extends ApiError {
  override readonly name = 'WritesLockedError';
  constructor() {
    super(t('Writes are locked.'));
  }
}

/** The platform rejected the request. */
export class RejectedError extends ApiError {
  override readonly name = 'RejectedError';
  constructor(
    readonly status: number,
    /** The `error_code` of the platform; undefined if the response has no error body, as from a gateway. */
    readonly code: string | undefined,
    message: string,
    /** The rest of the error body. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** The caller's role is too low for this operation. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
  constructor(readonly requiredRole: Role) {
    super(`This requires the role ${requiredRole}${requiredRole === 'MASTER' ? '' : ' or higher'}.`);
  }
}

/** The platform, or a gateway in front of it, rejected the API key, or no key is set. */
export class KeyRejectedError extends ApiError {
  override readonly name = 'KeyRejectedError';
  constructor(readonly status: number | undefined) {
    super(keyMessage(status));
  }

  /** Whether a successful response was an HTML page. */
  get isPage(): boolean {
    return this.status !== undefined && this.status < 400;
  }
}

function keyMessage(status: number | undefined): string {
  if (status === undefined) return 'There is no API key.';
  return status < 400
    ? 'The platform returned a web page instead of data, such as a sign-in page.'
    : `The API key was rejected (HTTP ${status}).`;
}

export type UnreachableReason =
  | 'connection-refused'
  | 'host-not-found'
  | 'reset'
  | 'deadline'
  | 'certificate'
  | 'redirect'
  | 'network'
  /** A proxy refused to connect to the platform. */
  | 'proxy'
  /** A gateway, or a platform that is still starting, is temporarily unavailable. */
  | 'unavailable'
  /** Rate limited. */
  | 'busy';

/** The platform itself did not respond. Whether a write took effect is unknown. */
export class UnreachableError extends ApiError {
  override readonly name = 'UnreachableError';
  constructor(
    readonly reason: UnreachableReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The response is not the one that the operation documents. */
export class MalformedResponseError extends ApiError {
  override readonly name = 'MalformedResponseError';
}

/** The response is larger than the configured limit. */
export class TooLargeResponseError extends ApiError {
  override readonly name = 'TooLargeResponseError';
  constructor(maxBytes: number) {
    super(t('The response is larger than the limit of {0} MB.', Math.round(maxBytes / 1_048_576)));
  }
}

/** The platform does not support an optional operation. */
export class MissingOperationError extends ApiError {
  override readonly name = 'MissingOperationError';
  constructor(
    readonly operation: OptionalOperation,
    message = `The platform does not support this operation: ${operation}.`,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Whether the platform does not support the operation, so that the caller uses a fallback. For an operation
 * that every platform has, a 404 counts only without an error code.
 */
export function isMissingOperation(error: unknown): boolean {
  if (error instanceof MissingOperationError) return true;
  if (!(error instanceof RejectedError)) return false;
  return error.status === 404 ? error.code === undefined : isNotOffered(error.status);
}

/** Undefined if the platform does not support the operation. */
export async function whereOffered<Result>(response: Promise<Result>): Promise<Result | undefined> {
  return response.catch((error: unknown) => {
    if (isMissingOperation(error)) return undefined;
    throw error;
  });
}

/** Statuses of an operation that does not exist, whatever the body. */
export function isNotOffered(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Whether the platform rejected the text of the query itself. */
export function isQueryRejection(error: unknown): error is RejectedError {
  return error instanceof RejectedError && error.code === 'invalid-query';
}

/** The query was accepted and failed; `reason` is the message of the platform. */
export class QueryFailedError extends Error {
  override readonly name = 'QueryFailedError';
  constructor(readonly reason: string) {
    super(`The query failed: ${reason}`);
  }
}

/** Somebody canceled the query on the platform, or the platform did; it says who or why, or nothing. */
export class QueryCanceledError extends Error {
  override readonly name = 'QueryCanceledError';
  constructor(readonly reason: string) {
    super(
      reason === ''
        ? t('The query was canceled on the platform. Run it again to see its results.')
        : t('The query was canceled on the platform ({0}). Run it again to see its results.', reason),
    );
  }
}

/** Marks the failure of a write whose outcome is unknown. */
export function markUncertain(error: unknown): void {
  if (error instanceof ApiError) error.uncertain = isOutcomeUnknown(error);
}

const neverArrived: readonly UnreachableReason[] = [
  'connection-refused',
  'host-not-found',
  'certificate',
  'redirect',
  'busy',
  'proxy',
];

function isOutcomeUnknown(error: ApiError): boolean {
  if (error instanceof UnreachableError) return !neverArrived.includes(error.reason);
  return error instanceof MalformedResponseError || error instanceof TooLargeResponseError;
}
