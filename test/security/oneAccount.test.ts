import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { call } from '../support/call';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { access, addressed } from '../support/routes';
import { queryClient } from '../support/queryClient';
import type { QueryClient } from '../support/queryClient';
import { sendRaw } from '../support/rawConnection';
import type { RawConnection, RawRequest } from '../support/rawConnection';

const attacker = { login: 'attacker', role: 'MEMBER', key: 'test-attacker-key-0123456789abcd' } as const;
/** May call every route. */
const master = { login: 'master', role: 'MASTER', key: 'test-second-key-0123456789abcdef' } as const;
const another = { login: 'another', role: 'ADMIN', key: 'test-another-key-0123456789abcde' } as const;

/** Milliseconds within which the other account is answered. */
const maxResponse = 1000;
/** Bytes of the whole process. */
const maxMemory = 1.5 * 1024 ** 3;
/** Milliseconds that an attack lasts. */
const attackTime = 4000;

/** 2,000 rows of 100 KB. */
const wide = `json "{'a':1}" | repeat count=2000 | eval t = replace(lpad("-", 5000, "-"), "-", "12345678901234567890")`;
/** Rows of little text, but many of them. */
const long = `json "{'a':1}" | repeat count=300000 | eval t = guid()`;
const form = 'content-type: application/x-www-form-urlencoded';
const length = (bytes: number): string => `content-length: ${bytes}`;

/** Parameters of the address, as long as one may be. */
const addresses: Readonly<Record<string, string>> = {
  'thousands of items': `${['fields', 'keywords', 'guids', 'actions', 'users'].map((name) => `${name}=${'a,'.repeat(1400)}`).join('&')}&limit=2147483647`,
  'a thousand repeated parameters': `${'keywords=a&'.repeat(900)}limit=2147483647`,
  'the longest text': `q=${'%22'.repeat(1000)}&keywords=${'x'.repeat(11_000)}&limit=2147483647`,
};

const json = 'content-type: application/json';
const bodySize = 15_000_000;
const guid = '00000000-0000-0000-0000-000000000000';
/** Bodies as large as one may be. */
const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'of separators': [form, '&'.repeat(bodySize)],
  'of empty items': [form, `guids=${','.repeat(bodySize)}`],
  'of many GUIDs': [form, `guids=${`${guid},`.repeat(bodySize / 37)}`],
  'of escapes': [form, `q=${'%22'.repeat(bodySize / 3)}&name=a`],
  'of one text': [json, JSON.stringify({ q: 'x'.repeat(bodySize), query: 'x', name: 'a' })],
  'of arrays': [json, `{"guids":[${'[],'.repeat(bodySize / 3)}[]]}`],
  'of names': [json, `{${Array.from({ length: 900_000 }, (_, index) => `"name${index}":1`).join(',')}}`],
};

describe('one account', () => {
  let platform: RunningPlatform;
  let client: QueryClient;
  let results: { readonly wide: number; readonly long: number };
  before(async () => {
    platform = await startPlatform({ accounts: [attacker, master, another] });
    const keys = { member: attacker.key, admin: another.key, master: platform.key };
    client = queryClient({ baseUrl: platform.baseUrl, keys, logged: [] }, 'member');
    results = { wide: (await client.finish(wide)).id, long: (await client.finish(long)).id };
  });
  after(() => platform[Symbol.asyncDispose]());

  const send = (operation: string, request: RawRequest = {}): Promise<RawConnection> =>
    sendRaw(platform.baseUrl, operation, { key: attacker.key, ...request });
  const many = (count: number, start: (index: number) => Promise<RawConnection>): Promise<RawConnection[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => start(index)));
  const repeated = `fields=${'a,'.repeat(7000)}`;
  const unknown = `fields=${Array.from({ length: 2500 }, (_, index) => `f${index}`).join(',')}`;

  const attacks: Readonly<Record<string, () => Promise<readonly RawConnection[]>>> = {
    'that reads one field thousands of times': () =>
      many(12, () => send(`GET /api/core/cursors/${results.long}?limit=300000&${repeated}`)),
    'that reads thousands of unknown fields': () =>
      many(12, () => send(`GET /api/core/cursors/${results.long}?limit=300000&${unknown}`)),
    ...Object.fromEntries(
      [40, 300].flatMap((count) =>
        (['wide', 'long'] as const).map((rows) => [
          `with ${count} readers of ${rows} rows that do not read`,
          () =>
            many(count, () =>
              send(`GET /api/core/cursors/${results[rows]}?limit=300000`, { isUnread: true }),
            ),
        ]),
      ),
    ),
    'with 40 readers of everything': () =>
      many(40, () => send(`GET /api/core/cursors/${results.wide}?limit=300000`)),
    ...Object.fromEntries(
      (
        [
          ['of 64 KB', [length(65_536)], 'q=1'],
          ['of 15 MB', [length(15_000_000)], 'q=1'],
          ['of 15 MB, of which half arrives', [length(15_000_000)], `q=${'x'.repeat(7_000_000)}`],
          ['of unknown length', ['transfer-encoding: chunked'], '3\r\nq=1\r\n'],
        ] as const
      ).map(([title, headers, body]) => [
        `with 200 bodies that never end, ${title}`,
        () => many(200, () => send('POST /api/core/cursors', { headers: [form, ...headers], body })),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(addresses).map(([title, parameters]) => [
        `with ${title} in the address of every route, some of them without reading`,
        () => everyRoute((operation) => [`${operation}?${parameters}`, {}]),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(bodies).map(([title, [type, body]]) => [
        `with a body ${title} to every route`,
        () => everyRoute((operation) => [operation, { headers: [type, length(body.length)], body }]),
      ]),
    ),
  };

  /** Sends a request to each route, and to half of them without reading the response. */
  function everyRoute(
    requestTo: (operation: string) => readonly [operation: string, request: RawRequest],
  ): Promise<RawConnection[]> {
    const routes = Object.keys(access).map(addressed);
    return many(2 * routes.length, (index) => {
      const [operation, request] = requestTo(routes[index % routes.length] ?? '');
      return send(operation, { key: master.key, isUnread: index % 2 === 0, ...request });
    });
  }

  for (const [title, attack] of Object.entries(attacks)) {
    it(`neither stops others nor fills the memory ${title}`, async () => {
      await resetPeak(platform);
      // Other suites may keep the machine busy, which is not the fault of the attack.
      const usual = await slowestResponse();
      const connections = await attack();
      try {
        const slowest = await slowestResponse();
        const peak = await peakMemory(platform);
        assert.ok(slowest < maxResponse + 10 * usual, `${slowest} ms, usually ${usual} ms`);
        assert.ok(peak < maxMemory, `${peak} bytes`);
      } finally {
        for (const connection of connections) connection[Symbol.dispose]();
      }
      assert.deepEqual(await client.rows('json "{}"'), [{}]);
    });
  }

  it('does not fill the audit log with rejected calls', async () => {
    const text = 'x'.repeat(4000);
    const parameters = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`p${index}`, text]));
    const end = performance.now() + attackTime / 2;
    const rejectedCall = async (): Promise<void> => {
      while (performance.now() < end) {
        const options = { key: attacker.key, json: parameters };
        const { status } = await call(platform.baseUrl, 'POST /api/core/tables', options);
        assert.equal(status, 500);
      }
    };
    await Promise.all(Array.from({ length: 20 }, rejectedCall));
    const { body } = await platform.call('GET /api/core/audit-logs?users=attacker&results=Failure');
    assert.ok(JSON.stringify(body).length < 1_000_000);
  });

  /** What another account does meanwhile, one after the other. */
  async function slowestResponse(): Promise<number> {
    const key = another.key;
    const end = performance.now() + attackTime;
    let slowest = 0;
    while (performance.now() < end) {
      for (const [operation, options] of [
        ['GET /api/core/tables', {}],
        [`GET /api/core/query?format=json-single&q=${encodeURIComponent('json "{}"')}`, {}],
        ['POST /api/core/cursors', { form: { q: `# ${'x'.repeat(100_000)} | json "{}"` } }],
      ] as const) {
        const start = performance.now();
        const { status } = await call(platform.baseUrl, operation, { key, ...options });
        assert.equal(status, 200);
        const time = performance.now() - start;
        if (time > slowest) slowest = time;
        if (slowest > 3 * maxResponse) return slowest;
      }
    }
    return slowest;
  }
});

async function resetPeak({ processId }: RunningPlatform): Promise<void> {
  await writeFile(`/proc/${processId}/clear_refs`, '5');
}

async function peakMemory({ processId }: RunningPlatform): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
