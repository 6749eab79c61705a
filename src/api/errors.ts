import { t } from '../shared/localize';
import type { Role } from '../shared/wire/roles';
import type { OptionalOperation } from './operation';

/** Everything that can go wrong with a request, cancellation apart: that rejects with the signal's reason. */
export abstract class ApiError extends Error {
  /** A write whose response was lost: it may have taken effect. */
  uncertain = false;
}

/** The request could never be accepted, so it was not sent. The words are the service's own. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The service answered, and the answer was no. */
export class RefusedError extends ApiError {
  override readonly name = 'RefusedError';
  constructor(
    readonly status: number,
    /** The service's `error_code`; undefined where the answer had no error body, as from a gateway. */
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
    super(`This requires the role ${requiredRole} or higher.`);
  }
}

/** The service, or a gateway before it, does not accept the API key, or there is none. */
export class KeyRefusedError extends ApiError {
  override readonly name = 'KeyRefusedError';
  constructor(readonly status: number | undefined) {
    super(keyMessage(status));
  }

  /** The answer was a page for people, with a status that refuses nothing. */
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
  /** A proxy on the way refused to lead there. */
  | 'proxy'
  /** A gateway, or the service before it has started, says that it cannot answer now. */
  | 'unavailable'
  /** Not let through, because there were too many requests. */
  | 'busy';

/** No answer of the service itself came. Whether a write took effect is then unknown. */
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

/** An answer came that is not what this operation answers. */
export class MalformedAnswerError extends ApiError {
  override readonly name = 'MalformedAnswerError';
}

/** An answer came, or began to, that is larger than anybody here is ready to hold. */
export class TooLargeAnswerError extends ApiError {
  override readonly name = 'TooLargeAnswerError';
  constructor(maximumBytes: number) {
    super(t('The response is larger than the limit of {0} MB.', Math.round(maximumBytes / 1_048_576)));
  }
}

/** The service does not have an operation that services may leave out. */
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
 * Whether the service does not know the operation at all: the caller then falls back to what it has. Of an
 * operation that every service should have, only an answer that nothing but a missing one gets tells so.
 */
export function isMissingOperation(error: unknown): boolean {
  if (error instanceof MissingOperationError) return true;
  if (!(error instanceof RefusedError)) return false;
  return error.status === 404 ? error.code === undefined : isNotOffered(error.status);
}

/** Statuses that an operation gets which does not exist, whatever the body. */
export function isNotOffered(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Whether the service found fault with a query's text, and not with anything around it. */
export function isQueryRefusal(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.code === 'invalid-query';
}

/** Notes on the failure of a write that nobody knows whether it took effect. */
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
  return error instanceof MalformedAnswerError || error instanceof TooLargeAnswerError;
}
