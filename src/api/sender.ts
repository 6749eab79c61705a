import { parseAnswer, refusalOf } from './answer';
import { KeyRefusedError } from './errors';
import { addressOf, encodeFields, type Operation } from './operation';
import { retryRead } from './retry';
import { Transport, type HttpAnswer, type HttpRequest, type NetworkSettings } from './transport';

export interface ServiceOptions {
  /** May have a path of its own, as behind a gateway. */
  readonly baseUrl: string;
  readonly product?: string;
  /** Asked before each request, so that a replaced key counts at once. */
  readonly readKey: () => Promise<string | undefined>;
  readonly readNetwork?: () => NetworkSettings;
  /** Milliseconds for one request, its answer included. */
  readonly readTimeout?: () => number;
  readonly maximumBytes?: number;
  /** Sees everything that requests reject with, before the caller does. */
  readonly onFailure?: (error: unknown) => void;
}

const defaultTimeout = 30_000;
const defaultMaximumBytes = 256 * 1_048_576;

/** Sends operations to one service: adds address, key and deadline, repeats reads, gives answers meaning. */
export class Sender implements AsyncDisposable {
  readonly #transport: Transport;

  constructor(private readonly options: ServiceOptions) {
    this.#transport = new Transport(options.readNetwork);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport[Symbol.asyncDispose]();
  }

  async send<Answer>(operation: Operation<Answer>, signal?: AbortSignal): Promise<Answer> {
    try {
      return await this.#answer(operation, signal);
    } catch (error) {
      this.options.onFailure?.(error);
      throw error;
    }
  }

  async #answer<Answer>(operation: Operation<Answer>, signal?: AbortSignal): Promise<Answer> {
    const request = await this.#requestOf(operation);
    const timeout = Math.max(this.#timeout(), operation.patience ?? 0);
    const limits = { timeout, maximumBytes: this.options.maximumBytes ?? defaultMaximumBytes };
    const attempt = (): Promise<HttpAnswer> => this.#transport.send(request, limits, signal);
    // A write that got no answer may still have taken effect; only a person can decide to repeat it.
    const answer = operation.method === 'GET' ? await retryRead(attempt, timeout, signal) : await attempt();
    return parseAnswer(operation, answer);
  }

  async *stream(operation: Operation<unknown>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    const request = await this.#requestOf(operation);
    const { status, chunks } = await this.#transport.stream(request, this.#timeout(), signal);
    if (status < 400) yield* chunks;
    else throw refusalOf(operation, { status, headers: {}, text: await textOf(chunks) });
  }

  async #requestOf(operation: Operation<unknown>): Promise<HttpRequest> {
    const { baseUrl, product = 'core' } = this.options;
    return {
      method: operation.method,
      address: addressOf(operation, baseUrl, product),
      headers: {
        accept: 'application/json',
        ...contentType(operation),
        ...(operation.role === undefined ? {} : { authorization: `Bearer ${await this.#key()}` }),
      },
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

export function bodyOf(operation: Operation<unknown>): string | Uint8Array | undefined {
  return operation.form === undefined ? operation.bytes : encodeFields(operation.form);
}

export function contentType(operation: Operation<unknown>): Readonly<Record<string, string>> {
  if (operation.form !== undefined) return { 'content-type': 'application/x-www-form-urlencoded' };
  return operation.bytes === undefined ? {} : { 'content-type': 'application/octet-stream' };
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
