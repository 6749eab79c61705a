import * as z from 'zod/mini';
import { t } from '../base/localize';
import { parseJsonExactly } from '../base/integers';
import {
  isNotOffered,
  KeyRejectedError,
  MalformedResponseError,
  MissingOperationError,
  PermissionError,
  RejectedError,
  UnreachableError,
} from './errors';
import type { ApiError } from './errors';
import type { Operation } from './operation';
import type { HttpResponse } from './transport';

/** The body of every error response. */
const rejectionBody = z.looseObject({ error_code: z.string(), error_msg: z.string() });

export const noPermission = 'no-permission';

/**
 * The code of a query that no longer exists or belongs to another account: the only 403 that is not about the
 * key.
 */
const invalidQueryId = 'invalid-query-id';

/** Parses a response as the operation documents it, or throws the matching `ApiError`. */
export function parseResponse<Result>(operation: Operation<Result>, response: HttpResponse): Result {
  if (response.status >= 400) throw rejectionOf(operation, response);
  if (isHtml(response)) throw new KeyRejectedError(response.status);
  const document = operation.lines === true ? parseLines(response.text) : documentOf(response);
  const parsed = operation.response.safeParse(document);
  if (parsed.success) return parsed.data;
  const [sentence, reason] = [describeIssue(parsed.error), { cause: parsed.error }];
  // A write with an unexpected response may have taken effect, so it is not reported as unsupported.
  if (operation.optional !== undefined && operation.method === 'GET' && isOtherShape(parsed.error)) {
    throw new MissingOperationError(operation.optional, sentence, reason);
  }
  throw new MalformedResponseError(sentence, reason);
}

export function rejectionOf(operation: Operation<unknown>, response: HttpResponse): ApiError {
  if (operation.optional !== undefined && isNotOffered(response.status)) {
    return new MissingOperationError(operation.optional);
  }
  const rejection = readRejection(response.text);
  if (response.status === 401) return new KeyRejectedError(401);
  if (response.status === 403 && rejection?.error_code !== invalidQueryId) return new KeyRejectedError(403);
  if (rejection === undefined) return statusError(response.status);
  const { error_code: code, error_msg: message, ...details } = rejection;
  if (message === noPermission && operation.role !== undefined) return new PermissionError(operation.role);
  return new RejectedError(response.status, code, message, details);
}

/**
 * The platform always sends an error body. A response without one comes from a gateway or from a platform
 * that is still starting.
 */
function statusError(status: number): ApiError {
  const message = t('The platform returned HTTP {0}.', status);
  if (status === 429) return new UnreachableError('busy', message);
  // A retry cannot help: the operation is not implemented.
  if (status >= 500 && status !== 501) return new UnreachableError('unavailable', message);
  return new RejectedError(status, undefined, message);
}

function readRejection(text: string): z.infer<typeof rejectionBody> | undefined {
  try {
    return rejectionBody.parse(parseJson(text));
  } catch {
    return undefined;
  }
}

/** A gateway that requires a sign-in returns an HTML page; the platform never does. */
function isHtml(response: HttpResponse): boolean {
  const type = String(response.headers['content-type']);
  return type.includes('html') || /^\s*<(!doctype|html)/i.test(response.text);
}

/** A write may succeed with 204 and no body. */
function documentOf({ status, text }: HttpResponse): unknown {
  return status === 204 ? {} : parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    // Some gateways add a byte order mark, which `trim` removes.
    return parseJsonExactly(text.trim());
  } catch (error) {
    throw new MalformedResponseError('The response is not complete JSON.', { cause: error });
  }
}

function parseLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseJson);
}

/** Whether the whole response differs from the documented shape, rather than a field of one record. */
function isOtherShape({ issues }: z.core.$ZodError): boolean {
  return issues.every(({ path }) => path.length <= 1);
}

function describeIssue(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const subject =
    issue === undefined || issue.path.length === 0 ? 'the response' : `'${issue.path.join('.')}'`;
  return `The platform returned an unexpected response: ${subject} is not as documented.`;
}
