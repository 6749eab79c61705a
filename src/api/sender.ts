import { parseAnswer, refusalOf } from './answer';
import { untilAborted } from './deadline';
import {
  InvalidRequestError,
  KeyRefusedError,
  markUncertain,
  MissingOperationError,
  PermissionError,
} from './errors';
import type { Role } from '../shared/wire/roles';
import { encodeFields, serviceRoot, targetOf } from './operation';
import type { Operation, OptionalOperation, ServiceRoot } from './operation';
import { retryRead } from './retry';
import { Transport } from './transport';
import type { HttpAnswer, HttpRequest, ReadNetwork } from './transport';

export interface ServiceOptions {
  /** May have a path of its own, as behind a gateway. */
  readonly baseUrl: string;
  readonly product?: string;
  /** Asked before each request, so that a replaced key counts at once. */
  readonly readKey: () => Promise<string | undefined>;
  readonly readNetwork?: ReadNetwork;
  /** Milliseconds for one request, its answer included. */
  readonly readTimeout?: () => number;
  readonly maximumBytes?: number;
  /** Undefined: the requests do not say who sends them. */
  readonly userAgent?: string | undefined;
  /** Refuses everything but reading, and running queries, before it is sent. */
  readonly readsOnly?: boolean;
  /** Sees everything that requests reject with, before the caller does. */
  readonly onFailure?: (error: unknown) => void;
  /** Hears once of each operation that the service turns out not to have. */
  readonly onMissing?: (operation: OptionalOperation) => void;
}

const defaultTimeout = 30_000;
const defaultMaximumBytes = 256 * 1_048_576;

/** Sends operations to one service: adds address, key and deadline, repeats reads, gives answers meaning. */
export class Sender implements AsyncDisposable {
  readonly #transport: Transport;
  readonly #missing = new Set<OptionalOperation>();
  /** Those that were answered as they should be: one odd answer does not take them away. */
  readonly #offered = new Set<OptionalOperation>();
  /** Roles that the account of a key was refused for not having. */
  #refused: { readonly key: string; readonly roles: ReadonlySet<Role> } | undefined;
  #root: ServiceRoot | undefined;

  constructor(private readonly options: ServiceOptions) {
    this.#transport = new Transport(options.readNetwork);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport[Symbol.asyncDispose]();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async send<Answer>(operation: Operation<Answer>, signal?: AbortSignal): Promise<Answer> {
    try {
      this.#checkOffered(operation.optional);
      if (this.options.readsOnly === true) checkReads(operation);
      const answer = parseAnswer(operation, await this.#exchange(operation, signal));
      if (operation.optional !== undefined) this.#offered.add(operation.optional);
      return answer;
    } catch (error) {
      if (error instanceof MissingOperationError) this.#noteMissing(error.operation);
      else if (operation.method !== 'GET') markUncertain(error);
      if (error instanceof PermissionError) await this.#noteRefused(error.requiredRole);
      this.options.onFailure?.(error);
      throw error;
    }
  }

  /** A service that was upgraded, or a gateway that was wrong for a moment, is asked again from now on. */
  forgetMissingOperations(): void {
    this.#missing.clear();
    this.#offered.clear();
    this.#refused = undefined;
  }

  /** Throws where the service is known not to have it, as a request would. */
  checkOffered(operation: OptionalOperation): void {
    try {
      this.#checkOffered(operation);
    } catch (error) {
      this.options.onFailure?.(error);
      throw error;
    }
  }

  /**
   * Whether the present key has not been refused for lack of this role. The service notes each such refusal in its
   * audit log as a failure, so what nobody asked for is not tried twice.
   */
  async mayHave(role: Role): Promise<boolean> {
    return this.#refused?.roles.has(role) !== true || this.#refused.key !== (await this.options.readKey());
  }

  async #noteRefused(role: Role): Promise<void> {
    const key = await this.#key();
    const before = this.#refused?.key === key ? this.#refused.roles : [];
    this.#refused = { key, roles: new Set([...before, role]) };
  }

  #checkOffered(operation: OptionalOperation | undefined): void {
    if (operation !== undefined && this.#missing.has(operation)) throw new MissingOperationError(operation);
  }

  #noteMissing(operation: OptionalOperation): void {
    if (this.#missing.has(operation) || this.#offered.has(operation)) return;
    this.#missing.add(operation);
    this.options.onMissing?.(operation);
  }

  async #exchange(operation: Operation<unknown>, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    // The key may be behind a keychain that asks a person for its password.
    const request = await untilAborted(this.#requestOf(operation), signal);
    const timeout = Math.max(this.#timeout(), operation.patience ?? 0);
    const maximumBytes = this.options.maximumBytes ?? defaultMaximumBytes;
    // A write that got no answer may still have taken effect; only a person can decide to repeat it.
    if (request.method !== 'GET') return this.#transport.send(request, { timeout, maximumBytes }, signal);
    return retryRead(
      (left) => this.#transport.send(request, { timeout: left, maximumBytes }, signal),
      timeout,
      signal,
    );
  }

  async *stream(operation: Operation<unknown>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    const request = await untilAborted(this.#requestOf(operation), signal);
    const { status, chunks } = await this.#transport.stream(request, this.#timeout(), signal);
    if (status < 400) yield* chunks;
    else throw refusalOf(operation, { status, headers: {}, text: await textOf(chunks) });
  }

  async #requestOf(operation: Operation<unknown>): Promise<HttpRequest> {
    this.#root ??= serviceRoot(this.options.baseUrl, this.options.product ?? 'core');
    const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'identity' };
    if (this.options.userAgent !== undefined) headers['user-agent'] = this.options.userAgent;
    const type = contentType(operation);
    if (type !== undefined) headers['content-type'] = type;
    // A stream does not tell its length, and not every gateway takes a body of unknown length.
    if (operation.bytes !== undefined) headers['content-length'] = String(operation.bytes.length);
    if (operation.role !== undefined) headers['authorization'] = `Bearer ${await this.#key()}`;
    return {
      method: operation.method,
      origin: this.#root.origin,
      target: targetOf(operation, this.#root),
      headers,
      body: bodyOf(operation),
    };
  }

  async #key(): Promise<string> {
    const key = await this.options.readKey();
    if (key === undefined || key === '') throw new KeyRefusedError(undefined);
    return key;
  }

  #timeout(): number {
    return this.options.readTimeout?.() ?? defaultTimeout;
  }
}

/** A query runs by a POST, and a DELETE gives back what its result occupies; what it does its text decides. */
function checkReads({ method, path }: Operation<unknown>): void {
  if (method === 'GET' || path[0] === 'cursors') return;
  throw new InvalidRequestError(
    'read-only',
    `Nothing is changed through this connection: ${method} ${path[0]}`,
  );
}

function bodyOf(operation: Operation<unknown>): HttpRequest['body'] {
  return operation.form === undefined ? operation.bytes : encodeFields(operation.form);
}

function contentType(operation: Operation<unknown>): string | undefined {
  if (operation.form !== undefined) return 'application/x-www-form-urlencoded';
  return operation.bytes === undefined ? undefined : 'application/octet-stream';
}

const maximumRefusalBytes = 65_536;

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size > maximumRefusalBytes) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
