import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Certificates } from './certificates';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
}

/** A request in the proxy, and what a fault can do with it. */
export interface Exchange extends SeenRequest {
  /** Counts all requests of this proxy from 0. */
  readonly number: number;
  readonly body: Buffer;
  readonly socket: Socket;
  readonly response: ServerResponse;
  /** Forwards the request to the platform. */
  readonly forward: () => Promise<PlatformResponse>;
}

export interface PlatformResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Changes requests and responses. */
export type Interference = (exchange: Exchange) => Promise<void> | void;

/** A real proxy in front of a platform, which forwards everything until a fault is set. */
export class FaultProxy implements AsyncDisposable {
  /** Every request of a client, whether or not it was forwarded. */
  readonly seen: SeenRequest[] = [];
  interference: Interference = passOn;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor(
    private readonly server: Server | TlsServer,
    private readonly service: string,
  ) {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    });
  }

  static async start(service: string, tls?: Certificates): Promise<FaultProxy> {
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      void proxy.#handle(request, response);
    };
    const server =
      tls === undefined
        ? createHttpServer(handle)
        : createTlsServer({ cert: tls.certificate, key: tls.key }, handle);
    const proxy = new FaultProxy(server, service);
    await proxy.listen();
    return proxy;
  }

  get baseUrl(): string {
    return `${'setSecureContext' in this.server ? 'https://localhost' : 'http://127.0.0.1'}:${this.#port}`;
  }

  /** The write requests. */
  get writes(): readonly SeenRequest[] {
    return this.seen.filter(({ method }) => method !== 'GET');
  }

  /** Listens again on the same port. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.server.address() as AddressInfo).port;
  }

  /** Stops listening: new connections are rejected, and open ones are closed. */
  async reject(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.dropConnections();
    await closed;
  }

  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Uses another certificate from the next connection on. */
  changeCertificate({ certificate, key }: Certificates): void {
    if (!('setSecureContext' in this.server)) throw new Error('This proxy speaks plain HTTP.');
    this.server.setSecureContext({ cert: certificate, key });
    this.dropConnections();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.server.listening) await this.reject();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', socket } = request;
    const number = this.seen.push({ method, path }) - 1;
    // Read completely first, so that a fault affects whole requests and not their upload.
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const forward = (): Promise<PlatformResponse> => forwardTo(new URL(path, this.service), request, body);
    try {
      await this.interference({ number, method, path, body, socket, response, forward });
    } catch {
      // The platform itself is down, which the client sees as a lost connection.
      socket.destroy();
    }
  }
}

/** Responds as a platform without the operations whose path contains this. */
export function without(part: string): Interference {
  return async (exchange) => {
    if (exchange.path.includes(part)) exchange.response.writeHead(404).end();
    else await passOn(exchange);
  };
}

export const passOn: Interference = async ({ response, forward }) => {
  send(response, await forward());
};

export function send(response: ServerResponse, reply: PlatformResponse): void {
  response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length });
  response.end(reply.body);
}

/** Headers that belong to one connection and not to the response. */
const hopByHop = ['transfer-encoding', 'connection', 'keep-alive'];

function forwardTo(target: URL, from: IncomingMessage, body: Buffer): Promise<PlatformResponse> {
  return new Promise((resolve, reject) => {
    const options = { method: from.method, headers: { ...from.headers, host: target.host }, agent: false };
    const forwarded = httpRequest(target, options as object, (response) => {
      buffer(response).then((content) => {
        const headers = { ...response.headers };
        for (const name of hopByHop) Reflect.deleteProperty(headers, name);
        resolve({ status: response.statusCode ?? 502, headers, body: content });
      }, reject);
    });
    forwarded.once('error', reject);
    forwarded.end(body);
  });
}
