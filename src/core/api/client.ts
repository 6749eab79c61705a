import { parseResponse, rejectionOf } from './response';
import { untilAborted } from './deadline';
import {
  InvalidRequestError,
  KeyRejectedError,
  markUncertain,
  MissingOperationError,
  PermissionError,
} from './errors';
import { defaultProduct } from '../interface/platformAddress';
import type { Role } from '../interface/roles';
import { encodeFields, serviceRoot, targetOf } from './operation';
import type { Operation, OptionalOperation, ServiceRoot } from './operation';
import { retryRead } from './retry';
import { Transport } from './transport';
import type { HttpResponse, HttpRequest, ReadNetwork } from './transport';

export interface ServiceOptions {
  /** May include a path, as behind a gateway. */
  readonly baseUrl: string;
  readonly product?: string;
  /** Read before each request, so that a replaced key takes effect immediately. */
  readonly readKey: () => Promise<string | undefined>;
  readonly readNetwork?: ReadNetwork;
  /** Milliseconds for one request, including the response body. */
  readonly readTimeout?: () => number;
  readonly maxBytes?: number;
  /** Undefined sends no user agent. */
  readonly userAgent?: string | undefined;
  /** Rejects writes before they are sent; reads and queries are allowed. */
  readonly readsOnly?: boolean;
  /** Awaited before each write is sent; rejects if it must not be sent. */
  readonly beforeWrite?: () => Promise<void>;
  /** Called with every rejection before the caller receives it. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each operation, with its failure if it has failed. */
  readonly onRequest?: (operation: Operation<unknown>, milliseconds: number, failure?: string) => void;
  /** Called once for each operation that the platform does not support. */
  readonly onMissing?: (operation: OptionalOperation) => void;
}

const defaultTimeout = 30_000;
const defaultMaxBytes = 256 * 1_048_576;

/**
 * A client of one platform for one account. It sends the operations of `operations/` (adds URL, key and timeout,
 * retries reads, parses responses) and rejects with an `ApiError`, or with the reason of the signal. The creator
 * owns the client and disposes of it.
 */
export class PlatformClient implements AsyncDisposable {
  readonly #transport: Transport;
  readonly #missing = new Set<OptionalOperation>();
  /** Operations that have succeeded: a single unexpected response does not mark them as missing. */
  readonly #offered = new Set<OptionalOperation>();
  /** Roles that the account of this key lacks. */
  #rejected: { readonly key: string; readonly roles: ReadonlySet<Role> } | undefined;
  #root: ServiceRoot | undefined;

  constructor(private readonly options: ServiceOptions) {
    this.#transport = new Transport(options.readNetwork);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport[Symbol.asyncDispose]();
  }

  /** Lets requests in progress finish. Existing references to it keep working. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** Sends an operation, for example one that was shown to the user before. */
  async send<Result>(operation: Operation<Result>, signal?: AbortSignal): Promise<Result> {
    const started = performance.now();
    const tell = (failure?: string): void =>
      this.options.onRequest?.(operation, Math.round(performance.now() - started), failure);
    try {
      this.#checkOffered(operation.optional);
      if (!isRead(operation)) {
        if (this.options.readsOnly === true) throw onlyReads(operation);
        if (operation.whileLocked !== true) await untilAborted(this.#allowWrite(), signal);
      }
      const response = parseResponse(operation, await this.#exchange(operation, signal));
      if (operation.optional !== undefined) this.#offered.add(operation.optional);
      tell();
      return response;
    } catch (error) {
      if (error instanceof MissingOperationError) this.#noteMissing(error.operation);
      else if (!isRead(operation)) markUncertain(error);
      if (error instanceof PermissionError) await this.#noteRejected(error.requiredRole);
      this.options.onFailure?.(error);
      tell(String(error));
      throw error;
    }
  }

  /** Requests operations again that the platform did not support before, for example after an upgrade of the platform or a gateway error. */
  forgetMissingOperations(): void {
    this.#missing.clear();
    this.#offered.clear();
    this.#rejected = undefined;
  }

  /** Throws a `MissingOperationError`, as a request would, before the user is asked anything. */
  checkOffered(operation: OptionalOperation): void {
    try {
      this.#checkOffered(operation);
    } catch (error) {
      this.options.onFailure?.(error);
      throw error;
    }
  }

  /**
   * Whether the current key has not been rejected for lacking this role. The platform logs each rejection as
   * a failure in its audit log, so background requests are not repeated.
   */
  async mayHave(role: Role): Promise<boolean> {
    return this.#rejected?.roles.has(role) !== true || this.#rejected.key !== (await this.options.readKey());
  }

  async #allowWrite(): Promise<void> {
    await this.options.beforeWrite?.();
  }

  async #noteRejected(role: Role): Promise<void> {
    const key = await this.#key();
    const before = this.#rejected?.key === key ? this.#rejected.roles : [];
    this.#rejected = { key, roles: new Set([...before, role]) };
  }

  #checkOffered(operation: OptionalOperation | undefined): void {
    if (operation !== undefined && this.#missing.has(operation)) throw new MissingOperationError(operation);
  }

  #noteMissing(operation: OptionalOperation): void {
    if (this.#missing.has(operation) || this.#offered.has(operation)) return;
    this.#missing.add(operation);
    this.options.onMissing?.(operation);
  }

  async #exchange(operation: Operation<unknown>, signal: AbortSignal | undefined): Promise<HttpResponse> {
    // Reading the key may wait for a keychain that asks for its password.
    const request = await untilAborted(this.#requestOf(operation), signal);
    const timeout = Math.max(this.#timeout(), operation.timeout ?? 0);
    const maxBytes = this.options.maxBytes ?? defaultMaxBytes;
    const attempt = async (left: number): Promise<HttpResponse> =>
      this.#transport.send(request, left, maxBytes, signal);
    // A write without a response may have taken effect, so only the user can decide to repeat it.
    return request.method === 'GET' ? retryRead(attempt, timeout, signal) : attempt(timeout);
  }

  /** Streams the body of a response, for example rows in a file format. */
  async *stream(operation: Operation<unknown>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    const request = await untilAborted(this.#requestOf(operation), signal);
    const { status, chunks } = await this.#transport.stream(request, this.#timeout(), signal);
    if (status < 400) yield* chunks;
    else throw rejectionOf(operation, { status, headers: {}, text: await readText(chunks) });
  }

  async #requestOf(operation: Operation<unknown>): Promise<HttpRequest> {
    this.#root ??= serviceRoot(this.options.baseUrl, this.options.product ?? defaultProduct);
    const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'identity' };
    if (this.options.userAgent !== undefined) headers['user-agent'] = this.options.userAgent;
    const type = contentType(operation);
    if (type !== undefined) headers['content-type'] = type;
    // A stream has no known length, and some gateways reject a body of unknown length.
    if (operation.bytes !== undefined) headers['content-length'] = String(operation.bytes.length);
    if (operation.role !== undefined) headers['authorization'] = `Bearer ${await this.#key()}`;
    return {
      method: operation.method,
      origin: this.#root.origin,
      target: targetOf(operation, this.#root),
      headers,
      body: operation.form === undefined ? operation.bytes : encodeFields(operation.form),
    };
  }

  async #key(): Promise<string> {
    const key = await this.options.readKey();
    if (key === undefined || key === '') throw new KeyRejectedError(undefined);
    return key;
  }

  #timeout(): number {
    return this.options.readTimeout?.() ?? defaultTimeout;
  }
}

/**
 * Queries are started with POST and dropped with DELETE. Whether they change anything depends on their text, so it is
 * the caller who marks the failure of one that does as uncertain.
 */
function isRead({ method, path }: Operation<unknown>): boolean {
  return method === 'GET' || path[0] === 'cursors';
}

function onlyReads({ method, path }: Operation<unknown>): InvalidRequestError {
  const message = `Nothing is changed through this connection: ${method} ${path[0]}`;
  return new InvalidRequestError('read-only', message);
}

function contentType(operation: Operation<unknown>): string | undefined {
  if (operation.form !== undefined) return 'application/x-www-form-urlencoded';
  return operation.bytes === undefined ? undefined : 'application/octet-stream';
}

const maxRejectionBytes = 65_536;

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    size += chunk.length;
    if (size > maxRejectionBytes) break;
  }
  return Buffer.concat(read).toString('utf8');
}
