import type { Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { Deadline } from './deadline';
import { openDispatcher } from './dispatcher';
import type { NetworkSettings } from './dispatcher';
import type { ByteSource, Method } from './operation';
import { TooLargeResponseError, UnreachableError } from './errors';
import { explainFailure } from './unreachable';
import type { Route } from './unreachable';
import { t } from '../base/localize';

export interface HttpRequest {
  readonly method: Method;
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | ByteSource | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface HttpStream {
  readonly status: number;
  /** Reading to the end or leaving the loop closes the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Called before each request, because settings and networks change. */
export type ReadNetwork = () => NetworkSettings | Promise<NetworkSettings>;

const maxRedirects = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends one request and reads one response, without retries or parsing. */
export class Transport implements AsyncDisposable {
  #dispatcher: Promise<Dispatcher> | undefined;
  #network: NetworkSettings | undefined;

  constructor(private readonly readNetwork: ReadNetwork = () => ({})) {}

  /** @param timeout milliseconds from sending the request to the last byte of the response. */
  async send(
    request: HttpRequest,
    timeout: number,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<HttpResponse> {
    const deadline = new Deadline(timeout, signal);
    try {
      const response = await this.#response(request, deadline.signal);
      const text = await readText(response, maxBytes);
      return { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      throw explainFailure(error, this.#routeTo(request.origin), deadline);
    } finally {
      deadline[Symbol.dispose]();
    }
  }

  /** Streams the response body. The timeout restarts with each chunk. */
  async stream(request: HttpRequest, timeout: number, signal?: AbortSignal): Promise<HttpStream> {
    const deadline = new Deadline(timeout, signal);
    try {
      const response = await this.#response(request, deadline.signal);
      return {
        status: response.statusCode,
        chunks: chunksOf(response, this.#routeTo(request.origin), deadline),
      };
    } catch (error) {
      deadline[Symbol.dispose]();
      throw explainFailure(error, this.#routeTo(request.origin), deadline);
    }
  }

  /** Closes connections when their requests end. The next request opens new ones. */
  async close(): Promise<void> {
    await (await this.#releaseDispatcher())?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#releaseDispatcher())?.destroy();
  }

  /** Undefined if no dispatcher exists or creating it failed. */
  async #releaseDispatcher(): Promise<Dispatcher | undefined> {
    const dispatcher = this.#dispatcher;
    this.#dispatcher = undefined;
    return dispatcher?.catch(() => undefined);
  }

  /** undici checks the signal only once it has a connection. Therefore, an earlier abort rejects here. */
  #response(request: HttpRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return new Promise((resolve, reject) => {
      const { body } = request;
      const source = isSource(body) ? body.open() : undefined;
      const onAbort = (): void => {
        source?.destroy();
        reject(new Error('aborted'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#follow(request, isSource(body) ? source : body, signal).then(resolve, reject);
    });
  }

  /** Follows redirects of reads within the origin. Others would send the key, or a write, to another host. */
  async #follow(
    { origin, target, method, headers }: HttpRequest,
    body: string | Uint8Array | Readable | undefined,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    let path = target;
    for (let hop = 0; ; hop++) {
      const dispatcher = await this.#connect();
      // Unlike undici's `request`, this does not parse the URL again.
      const response = await dispatcher.request({
        origin,
        path,
        method,
        headers,
        body: body ?? null,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      if (!redirectStatuses.has(response.statusCode)) return response;
      const target = redirectTarget(response, `${origin}${path}`);
      if (target === undefined) return response;
      await response.body.dump();
      if (target.origin !== origin || method !== 'GET' || hop === maxRedirects) {
        throw new UnreachableError(
          'redirect',
          t('The platform redirects to {0}.', `${target.origin}${target.pathname}`),
        );
      }
      path = `${target.pathname}${target.search}`;
    }
  }

  #routeTo(origin: string): Route {
    return { origin, proxy: this.#network?.proxy };
  }

  async #connect(): Promise<Dispatcher> {
    const network = await this.readNetwork();
    if (this.#dispatcher === undefined || !isDeepStrictEqual(network, this.#network)) {
      // Open requests keep their connections; `close` waits for them.
      void this.close();
      this.#network = network;
      this.#dispatcher = openDispatcher(network);
    }
    return this.#dispatcher;
  }
}

function isSource(body: HttpRequest['body']): body is ByteSource {
  return typeof body === 'object' && 'open' in body;
}

async function* chunksOf(
  response: Dispatcher.ResponseData,
  route: Route,
  deadline: Deadline,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      // The time that the reader takes does not count.
      deadline.pause();
      yield chunk;
      deadline.restart();
    }
  } catch (error) {
    throw explainFailure(error, route, deadline);
  } finally {
    deadline[Symbol.dispose]();
  }
}

function redirectTarget({ headers }: Dispatcher.ResponseData, address: string): URL | undefined {
  const { location } = headers;
  return typeof location === 'string' && URL.canParse(location, address)
    ? new URL(location, address)
    : undefined;
}

async function readText(response: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  const announced = Number(response.headers['content-length']);
  if (announced > maxBytes) {
    // An unread body would keep the connection open.
    response.body.once('error', () => undefined).destroy();
    throw new TooLargeResponseError(maxBytes);
  }
  const { 'content-encoding': encoding = 'identity' } = response.headers;
  if (encoding !== 'identity') {
    const largest = Math.min(maxBytes, maxUnpackedBytes);
    return unpack(await collect(response.body, largest), largest);
  }
  // HTTP ends a body at its `content-length`, so it cannot exceed the limit.
  if (announced <= maxBytes) return response.body.text();
  return (await collect(response.body, maxBytes)).toString('utf8');
}

/** A small response can expand to a very large one. */
const maxUnpackedBytes = 32 * 1_048_576;

/** Some servers compress although the request asks for `identity`. */
async function unpack(bytes: Buffer, maxBytes: number): Promise<string> {
  const { brotliDecompressSync, unzipSync } = await import('node:zlib');
  const limit = { maxOutputLength: maxBytes };
  const isPacked = [0x1f, 0x78].includes(bytes[0] ?? 0);
  try {
    return (isPacked ? unzipSync(bytes, limit) : brotliDecompressSync(bytes, limit)).toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new TooLargeResponseError(maxBytes);
    // An unknown compression fails later, when the text is parsed.
    return bytes.toString('utf8');
  }
}

/** Uses events because `for await` is slow for small responses. */
function collect(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    body.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > maxBytes) body.destroy(new TooLargeResponseError(maxBytes));
      else chunks.push(chunk);
    });
    body.once('end', () => resolve(Buffer.concat(chunks)));
    body.once('error', reject);
  });
}
