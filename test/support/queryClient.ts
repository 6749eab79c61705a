import assert from 'node:assert/strict';
import { eventually } from './eventually';
import type { RunningApp } from './startApp';

export type Row = Readonly<Record<string, unknown>>;

export interface QueryClient {
  /** Runs a query in the foreground and parses its rows. Fails unless the status is 200. */
  rows(query: string): Promise<Row[]>;
  /** The error message of a rejected query. */
  rejection(query: string): Promise<string>;
  get(path: string): Promise<Response>;
  /** Starts a query in the background. */
  start(query: string): Promise<number>;
  /** Runs a query in the background until it has ended. Its result stays. */
  finish(query: string): Promise<Status>;
  status(id: number): Promise<Status>;
  /** Polls the status until it is as wanted. */
  waitFor(id: number, isWanted: (status: Status) => boolean): Promise<Status>;
  drop(id: number): Promise<Response>;
}

export interface CommandRecord {
  readonly name?: string;
  readonly command: string;
  readonly status: string;
  readonly push_count: number;
}

export interface Status extends Row {
  readonly id: number;
  readonly rows: number;
  readonly stamp: number;
  readonly elapsed: number;
  readonly is_finished: boolean;
  readonly is_cancelled: boolean;
  readonly commands: readonly CommandRecord[];
  readonly sub_queries: readonly { readonly id: number; readonly commands: readonly CommandRecord[] }[];
}

/** HTTP requests as one of the three accounts. */
export function queryClient(
  app: Pick<RunningApp, 'baseUrl' | 'keys' | 'logged'>,
  account: keyof RunningApp['keys'] = 'admin',
): QueryClient {
  const headers = { authorization: `Bearer ${app.keys[account]}` };
  const address = (path: string): string => `${app.baseUrl}/api/core${path}`;
  const get = (path: string): Promise<Response> => fetch(address(path), { headers });
  const run = (query: string): Promise<Response> => get(`/query?q=${encodeURIComponent(query)}`);
  const status = async (id: number): Promise<Status> => {
    const response = await get(`/queries/${id}`);
    assert.equal(response.status, 200);
    return (await response.json()) as Status;
  };
  const client: QueryClient = {
    get,
    status,
    finish: async (query) => client.waitFor(await client.start(query), ({ is_finished }) => is_finished),
    async rows(query) {
      const response = await run(query);
      const text = await response.text();
      assert.equal(response.status, 200, `${query.slice(0, 500)}: ${text} ${app.logged.join('\n')}`);
      return parseLines(text);
    },
    async rejection(query) {
      const response = await run(query);
      const body = (await response.json()) as { error_code: string; error_msg: string };
      assert.equal(response.status, 400, `${query}: ${JSON.stringify(body)}`);
      assert.equal(body.error_code, 'invalid-query');
      return body.error_msg;
    },
    async start(query) {
      const body = new URLSearchParams({ q: query });
      const response = await fetch(address('/cursors'), { method: 'POST', headers, body });
      const { id, error_msg } = (await response.json()) as { id: number; error_msg?: string };
      assert.equal(response.status, 200, error_msg);
      return id;
    },
    async waitFor(id, isWanted) {
      const poll = async (): Promise<Status> => {
        const current = await status(id);
        assert.ok(isWanted(current), `query ${id} did not get there: ${JSON.stringify(current)}`);
        return current;
      };
      // As long as that only if it hangs: a busy machine is slow.
      return eventually(poll, { within: 100_000 });
    },
    drop: (id) => fetch(address(`/cursors/${id}`), { method: 'DELETE', headers }),
  };
  return client;
}

/** The objects of newline-delimited JSON. */
export function parseLines(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Row);
}
