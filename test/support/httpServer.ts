import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PlatformClient } from '../../src/core/api/client';
import type { ServiceOptions } from '../../src/core/api/client';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Handler = (request: SeenRequest, response: ServerResponse) => void;

/** A real local server with responses set by the test, which records requests. */
export class HttpServer implements AsyncDisposable {
  readonly seen: SeenRequest[] = [];
  #api: PlatformClient | undefined;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(handler: Handler): Promise<HttpServer> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
        started.seen.push(seen);
        handler(seen, response);
      });
    });
    // On a busy machine, the default of five seconds can pass between two requests of one test.
    server.keepAliveTimeout = 120_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const started = new HttpServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return started;
  }

  /** A client with the default options, which is closed with the server. */
  get api(): PlatformClient {
    return (this.#api ??= this.client());
  }

  /** The methods of the requests so far, in their order. */
  get methods(): string {
    return this.seen.map(({ method }) => method).join(' ');
  }

  client(options: Partial<ServiceOptions> = {}): PlatformClient {
    return new PlatformClient({ baseUrl: this.origin, readKey: () => Promise.resolve('k3y'), ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#api?.[Symbol.asyncDispose]();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A server with one response for everything. */
export function responding(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<HttpServer> {
  return HttpServer.start((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

export interface SuiteServer {
  readonly server: HttpServer;
  /** A client of its own for each test, which may note what an operation responds. */
  readonly client: PlatformClient;
}

/** The server of a suite: it starts before the first test and ends after the last. */
export function suiteServer(handler: Handler): SuiteServer {
  const suite = {} as { server: HttpServer; client: PlatformClient };
  before(async () => {
    suite.server = await HttpServer.start(handler);
  });
  after(() => suite.server[Symbol.asyncDispose]());
  beforeEach(() => {
    suite.client = suite.server.client();
    suite.server.seen.length = 0;
  });
  afterEach(() => suite.client[Symbol.asyncDispose]());
  return suite;
}
