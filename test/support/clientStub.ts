import type { PlatformClient } from '../../src/core/api/client';
import type { Operation } from '../../src/core/api/operation';

export type Handler = (request: Operation<unknown>, signal?: AbortSignal) => unknown;

/**
 * A client without a network. Handlers are named by method and path, with `*` for GUIDs, ids and tokens:
 * `GET tables`, `DELETE cursors/*`.
 */
export function clientStub(handlers: Readonly<Record<string, Handler>>, more: object = {}): PlatformClient {
  const respond = (request: Operation<unknown>, signal?: AbortSignal): unknown => {
    const { method, path } = request;
    const [resource = '', id, ...rest] = path.map(String);
    const name = [resource, ...(id === undefined ? [] : [id === 'stop' ? id : '*']), ...rest].join('/');
    const handler = handlers[`${method} ${name}`];
    if (handler === undefined) throw new Error(`no response for ${method} ${name}`);
    return handler({ ...request, query: present(request.query), form: present(request.form) }, signal);
  };
  const send = async (request: Operation<unknown>, signal?: AbortSignal): Promise<unknown> =>
    Promise.resolve(respond(request, signal));
  return { send, stream: respond, ...more } as unknown as PlatformClient;
}

/** Without undefined fields, which are not sent. */
function present<Fields extends object>(fields: Fields = {} as Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
