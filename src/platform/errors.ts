/** An error response: its HTTP status and the error body of the interface. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The reason in the audit log, which may say more than the interface defines. */
    readonly reason = message,
  ) {
    super(message);
  }
}

/** The error body of the interface. */
export function errorBody({ code, message }: HttpError): { error_code: string; error_msg: string } {
  return { error_code: code, error_msg: message };
}

/** A required parameter is missing. */
export function nullArgument(parameter: string): HttpError {
  return new HttpError(400, 'null-argument', `${parameter} should be not null`);
}

export function invalidParameterType(message: string): HttpError {
  return new HttpError(400, 'invalid-param-type', message);
}

export function invalidArgument(message: string): HttpError {
  return new HttpError(400, 'invalid-argument', message);
}

interface InvalidQuery {
  readonly code: number;
  readonly key: string;
  readonly reason: string;
}

/** `(<code>) <key>`, for example `(10605) table-not-found`; with the name of what only other platforms have. */
export function invalidQuery({ code, key, reason }: InvalidQuery): HttpError {
  const message = key === 'unsupported-command' ? reason : `(${code}) ${key}`;
  return new HttpError(400, 'invalid-query', message, reason);
}

export function cannotAccessQuery(id: number | bigint): HttpError {
  return new HttpError(403, 'invalid-query-id', `cannot access query ${id}`);
}

/** The interface returns this for duplicates, unknown objects and missing permissions. */
export function illegalState(message: string): HttpError {
  return new HttpError(500, 'illegal-state', message);
}

export function noPermission(): HttpError {
  return illegalState('no-permission');
}

export function unauthorized(): HttpError {
  return new HttpError(401, 'unauthorized', 'invalid-api-key');
}

/** Invalid command line arguments or environment. */
export class UsageError extends Error {}

/** Logs failures of the platform for its operator. */
export type Log = (message: string, error?: unknown) => void;
