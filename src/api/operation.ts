import type { Readable } from 'node:stream';
import type * as z from 'zod/mini';
import type { Role } from '../shared/wire/roles';
import type { RuleKind } from '../shared/wire/rule';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Operations that a service may leave out, by the name under which that is remembered: those that the
 * interface does not show, and that are designed by analogy.
 */
export type OptionalOperation =
  | 'scheduledQuery'
  | `${RuleKind}Rules`
  | `${RuleKind}RuleVersions`
  | `${RuleKind}RuleVersion`
  | 'table'
  | 'uploads'
  | 'uploadList';

export type FieldValue = string | number | bigint | boolean | readonly string[] | undefined;

/** One call of the interface, complete and not yet sent: it can be shown before it goes out. */
export interface Operation<Answer> {
  readonly method: Method;
  /** Below `/api/<product>/`, one entry a segment, not encoded. */
  readonly path: readonly (string | number)[];
  readonly query?: Readonly<Record<string, FieldValue>>;
  readonly form?: Readonly<Record<string, FieldValue>>;
  readonly bytes?: Uint8Array | ByteSource;
  /** Undefined: the token is sufficient, and no key is sent. */
  readonly role: Role | undefined;
  readonly answer: z.ZodMiniType<Answer>;
  /** Undefined: every service has it. */
  readonly optional?: OptionalOperation;
  /** Milliseconds that the service may well need, where that is more than the usual deadline. */
  readonly patience?: number;
  /** Lists of rows may also come as one JSON document a line. */
  readonly lines?: boolean;
}

/** Bytes that are read as they are sent, so that they are never in memory as a whole. */
export interface ByteSource {
  readonly length: number;
  /** Starts reading. Called once; the sender destroys the stream, however the request ends. */
  open(): Readable;
}

/** Lists travel comma-separated in one field; what is undefined does not travel. */
export function encodeFields(fields: Readonly<Record<string, FieldValue>>): string {
  let present: [name: string, value: string][] | undefined;
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) (present ??= []).push([name, isList(value) ? value.join(',') : String(value)]);
  }
  return present === undefined ? '' : new URLSearchParams(present).toString();
}

/** Where all operations of a service begin. */
export interface ServiceRoot {
  readonly origin: string;
  /** The base may have a path of its own, as behind a gateway. */
  readonly path: string;
}

export function serviceRoot(baseUrl: string, product: string): ServiceRoot {
  const { origin, pathname } = new URL(baseUrl);
  return { origin, path: `${pathname.replace(/\/+$/, '')}/api/${encodeURIComponent(product)}` };
}

/** Path and query, as the request's first line has them. */
export function targetOf(operation: Operation<unknown>, root: ServiceRoot): string {
  let target = root.path;
  for (const segment of operation.path) target += `/${encodeURIComponent(segment)}`;
  const search = operation.query === undefined ? '' : encodeFields(operation.query);
  return search === '' ? target : `${target}?${search}`;
}

function isList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value);
}
