import type { Readable } from 'node:stream';
import type * as z from 'zod/mini';
import type { Role } from '../interface/roles';
import type { RuleKind } from '../interface/rule';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Operations that a platform may lack: the interface does not document them, and they are designed by
 * analogy. The names are the keys under which missing ones are remembered.
 */
export type OptionalOperation =
  | 'scheduledQuery'
  | 'scheduledRuns'
  | `${RuleKind}Rules`
  | `${RuleKind}RuleVersions`
  | `${RuleKind}RuleVersion`
  | 'ruleReferences'
  | 'table'
  | 'uploads'
  | 'uploadList';

export type FieldValue = string | number | bigint | boolean | readonly string[] | undefined;

/** Names with values, as a query string or a form. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** A complete request of the interface that is not yet sent, so that it can be shown first. */
export interface Operation<Result> {
  readonly method: Method;
  /** Segments below `/api/<product>/`, not encoded. */
  readonly path: readonly (string | number)[];
  readonly query?: Fields;
  readonly form?: Fields;
  readonly bytes?: Uint8Array | ByteSource;
  /** Undefined if the token is sufficient and no key is sent. */
  readonly role: Role | undefined;
  readonly response: z.ZodMiniType<Result>;
  /** Undefined if every platform has the operation. */
  readonly optional?: OptionalOperation;
  /** Whether it may be sent while writes are locked, although it is not a read. */
  readonly whileLocked?: boolean;
  /** Milliseconds that the platform may need, if more than the default timeout. */
  readonly timeout?: number;
  /** Whether rows may also arrive as one JSON document per line. */
  readonly lines?: boolean;
}

/** Creates an operation; `more` has what most operations do not need. */
export function operation<Result>(
  method: Method,
  path: Operation<Result>['path'],
  role: Role | undefined,
  response: z.ZodMiniType<Result>,
  more: Omit<Partial<Operation<Result>>, 'method' | 'path' | 'role' | 'response'> = {},
): Operation<Result> {
  return { method, path, role, response, ...more };
}

/** Bytes that are read while they are sent, so that they never fill the memory. */
export interface ByteSource {
  readonly length: number;
  /** Starts reading. Called once; the sender destroys the stream when the request ends. */
  open(): Readable;
}

/** Encodes lists as comma-separated values and omits undefined fields. */
export function encodeFields(fields: Fields): string {
  let present: [name: string, value: string][] | undefined;
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) (present ??= []).push([name, isList(value) ? value.join(',') : String(value)]);
  }
  return present === undefined ? '' : new URLSearchParams(present).toString();
}

/** The common root of all operations of a platform. */
export interface ServiceRoot {
  readonly origin: string;
  /** Includes the path of the base URL, as behind a gateway. */
  readonly path: string;
}

export function serviceRoot(baseUrl: string, product: string): ServiceRoot {
  const { origin, pathname } = new URL(baseUrl);
  return { origin, path: `${pathname.replace(/\/+$/, '')}/api/${encodeURIComponent(product)}` };
}

/** Path and query of the request line. */
export function targetOf(operation: Operation<unknown>, root: ServiceRoot): string {
  let target = root.path;
  for (const segment of operation.path) target += `/${encodeURIComponent(segment)}`;
  const search = operation.query === undefined ? '' : encodeFields(operation.query);
  return search === '' ? target : `${target}?${search}`;
}

function isList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value);
}

/** The exact request as a command to copy and run. The API key is left out. */
export function curlOf(
  operation: Operation<unknown>,
  { baseUrl, product }: { readonly baseUrl: string; readonly product: string },
): string {
  const root = serviceRoot(baseUrl, product);
  const lines = [`curl -X ${operation.method} ${quote(`${root.origin}${targetOf(operation, root)}`)}`];
  if (operation.role !== undefined) lines.push('-H "Authorization: Bearer $LOGBENCH_API_KEY"');
  if (operation.form !== undefined) lines.push(...formLines(operation.form));
  if (operation.bytes !== undefined) lines.push('--data-binary @-');
  return lines.join(' \\\n  ');
}

/** One field per line, so that a long query text stays readable. */
function formLines(form: Fields): string[] {
  return Object.entries(form)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `-d ${quote(encodeFields({ [name]: value }))}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
