import { AssistantFixture } from './assistantFixture';
import { HttpServer } from './httpServer';

/**
 * Responds by the start of the method and of the path below the product: a status, the body of a success or a
 * rejection, or a function of the query parameters that returns one of them.
 */
type Responses = Readonly<Record<string, unknown>>;

/** The tools on a server with responses set by the test. */
export class AssistantPlatform extends AssistantFixture {
  private constructor(
    readonly server: HttpServer,
    access: 'read' | 'metadata',
  ) {
    const keys = { member: 'key-of-member', admin: 'key-of-admin', master: 'key-of-master' };
    super({ baseUrl: server.origin, keys }, { access });
  }

  static async start(responses: Responses, access: 'read' | 'metadata' = 'read'): Promise<AssistantPlatform> {
    const server = await HttpServer.start(({ method, url }, response) => {
      const request = `${method} ${url.replace(/^\/api\/core\//, '')}`;
      const found = Object.entries(responses).find(([start]) => request.startsWith(start))?.[1] ?? 404;
      const reply = isFunction(found) ? found(new URLSearchParams(url.split('?')[1])) : found;
      if (typeof reply === 'number') response.writeHead(reply).end();
      else response.writeHead(isRejection(reply) ? 400 : 200).end(JSON.stringify(reply));
    });
    return new AssistantPlatform(server, access);
  }

  /** The query parameters of the requests whose path ends so. */
  parametersOf(path: string): readonly URLSearchParams[] {
    return this.server.seen.flatMap(({ url }) => {
      const [asked = '', parameters] = url.split('?');
      return asked.endsWith(path) ? [new URLSearchParams(parameters)] : [];
    });
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}

function isRejection(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'error_code' in response;
}

function isFunction(value: unknown): value is (parameters: URLSearchParams) => unknown {
  return typeof value === 'function';
}
