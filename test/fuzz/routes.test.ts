import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { buildApp } from '../../src/platform/app';
import { suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { checkResponse } from './support/checkResponse';
import { form, json, text } from './support/requests';

const seed = 20_260_202;
const runsPerRoute = Math.ceil(Number(process.env['LOGBENCH_FUZZ_RUNS'] ?? 120) / 10);

interface Route {
  readonly method: string;
  readonly url: string;
}

const body = fc.oneof(
  form.map((fields) => ({
    type: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(new URLSearchParams(fields).toString()),
  })),
  json.map((document) => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(document)) })),
  fc
    .tuple(
      fc.constantFrom(
        ...['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream'],
        ...['text/plain', 'nonsense'],
      ),
      fc.uint8Array({ maxLength: 200 }),
    )
    .map(([type, bytes]) => ({ type, bytes: Buffer.from(bytes) })),
);

describe('Every operation of the platform', function () {
  this.timeout(120_000);

  const app = suiteApp();
  let routes: readonly Route[];
  let existing: Readonly<Record<string, readonly string[]>>;
  before(async () => {
    routes = await routesOf(app);
    existing = await addObjects(app);
  });
  afterEach(async () => {
    assert.deepEqual(app.logged, [], 'nothing failed inside');
    assert.equal((await app.call('master', 'GET /api/core/tables')).status, 200);
  });

  async function send(
    { method, url }: Route,
    query: string,
    payload: { readonly type: string; readonly bytes: Buffer },
  ): Promise<void> {
    const withBody = method !== 'GET' && method !== 'HEAD';
    const response = await fetch(`${app.baseUrl}${url}${query}`, {
      method,
      headers: { authorization: `Bearer ${app.keys.master}`, 'content-type': payload.type },
      ...(withBody ? { body: new Uint8Array(payload.bytes) } : {}),
    });
    await checkResponse(response, `${method} ${url}${query}`);
  }

  it('is tested with random input', () => {
    assert.ok(routes.length >= 40, routes.map(({ method, url }) => `${method} ${url}`).join('\n'));
  });

  it('responds to bad paths, parameters and bodies with an error of the interface or a clear 400', async () => {
    for (const route of routes) {
      const segments = route.url.split('/').map((segment) => pathSegment(segment, existing));
      const property = fc.asyncProperty(fc.tuple(...segments), form, body, async (path, query, payload) => {
        const search = new URLSearchParams(query).toString();
        await send({ ...route, url: path.join('/') }, search === '' ? '' : `?${search}`, payload);
      });
      await fc.assert(property, { seed, numRuns: runsPerRoute });
    }
  });

  // One of ten times the size, which costs seconds.
  for (const [operation, field, megabytes = 1] of [
    ['POST /api/core/scheduled-queries', 'name', 10],
    ['POST /api/core/batch-rules', 'name'],
    ['POST /api/core/stream-rules', 'description'],
    ['POST /api/core/tables', 'table'],
    ['POST /api/core/tables', 'schema_code'],
    ['POST /api/core/upload-streams', 'file_name'],
    ['POST /api/core/upload-streams', 'metadata'],
    ['DELETE /api/core/scheduled-queries', 'guids'],
    ['POST /api/core/cursors', 'q'],
    ['PUT /api/core/tables/logs/retention', 'period'],
  ] as const) {
    it(`rejects a field of ${megabytes} MB with a 400: ${field} of ${operation}`, async () => {
      const others = {
        name: 'x',
        table: 'x',
        query: 'x',
        file_name: 'x',
        file_size: '1',
        trigger_type: 'cron',
      };
      const response = await app.call('master', operation, {
        json: { ...others, [field]: 'n'.repeat(megabytes * 1_000_000) },
      });
      assert.equal(response.status, 400, JSON.stringify(response.body).slice(0, 200));
    });
  }

  it('rejects JSON nested a hundred thousand deep', async () => {
    const bytes = Buffer.from(`{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    const route = { method: 'POST', url: '/api/core/scheduled-queries' };
    await send(route, '', { type: 'application/json', bytes });
  });

  for (const [title, query] of [
    ['parentheses', `json "{}" | search ${'('.repeat(100_000)}`],
    ['closed parentheses', `json "{}" | search ${'('.repeat(20_000)}1${')'.repeat(20_000)} == 1`],
    ['subqueries', `${'json "{}" | union [ '.repeat(5000)}json "{}"${' ]'.repeat(5000)}`],
    ['operators', `json "{}" | eval a = ${'1 + '.repeat(50_000)}1`],
    ['JSON', `json "${'['.repeat(100_000)}"`],
  ] as const) {
    it(`runs or rejects a deeply nested query: ${title}`, async () => {
      const response = await app.call('master', 'POST /api/core/cursors', { form: { q: query } });
      assert.ok([200, 400].includes(response.status), JSON.stringify(response.body).slice(0, 500));
    });
  }

  for (const [title, bytes] of Object.entries(badFiles())) {
    it(`loads an upload that is not text, or reports the bad line: ${title}`, async () => {
      const token = await openUpload(app, bytes.length, title.endsWith('CSV') ? 'csv' : 'ndjson');
      const sent = await app.call('admin', `PUT /api/core/upload-streams/${token}?offset=0`, { bytes });
      assert.equal(sent.status, 200);
      const loaded = await app.call('admin', `POST /api/core/upload-streams/${token}/complete`);
      assert.ok([200, 400].includes(loaded.status), JSON.stringify(loaded.body).slice(0, 500));
    });
  }
});

/** As registered, so that a new operation is tried here from its first day. */
async function routesOf({ parts }: RunningApp): Promise<Route[]> {
  const routes: Route[] = [];
  // Not closed: that would end the parts, which the running service shares.
  const twin = buildApp(parts);
  twin.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  await twin.ready();
  return routes.filter(({ method }) => method !== 'HEAD');
}

/** In half of the cases an object that exists; otherwise any text that a path can contain. */
function pathSegment(
  segment: string,
  existing: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<string> {
  if (!segment.startsWith(':')) return fc.constant(segment);
  const bad = text.filter((value) => value !== '' && !/\p{Surrogate}/u.test(value)).map(encodeURIComponent);
  const tricks = fc.constantFrom(
    ...['%00', '%ff', '%', '%2e%2e', '..%2f..%2fetc%2fpasswd', "'%20OR%201=1", 'x'.repeat(5000)],
  );
  const known = existing[segment.slice(1)] ?? [];
  return fc.oneof({ weight: 3, arbitrary: known.length > 0 ? fc.constantFrom(...known) : bad }, bad, tricks);
}

async function addObjects(app: RunningApp): Promise<Readonly<Record<string, readonly string[]>>> {
  const guidOf = async (operation: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const { body } = await app.call('admin', operation, { form: fields });
    return z.object({ guid: z.string() }).parse(body).guid;
  };
  for (const table of ['logs', 'files']) {
    await app.call('admin', 'POST /api/core/tables', { form: { table } });
  }
  const schedule = { name: 'x', query: 'table logs', trigger_type: 'cron', cron_schedule: '0 0 1 1 *' };
  const { body } = await app.call('master', 'POST /api/core/cursors', { form: { q: 'json "{}"' } });
  return {
    guid: [
      await guidOf('POST /api/core/scheduled-queries', schedule),
      await guidOf('POST /api/core/batch-rules', { name: 'x' }),
      await guidOf('POST /api/core/stream-rules', { name: 'x' }),
    ],
    version: ['1', '2', '0', '-1', '2147483648'],
    table: ['logs'],
    id: [String(z.object({ id: z.int() }).parse(body).id), '2147483647'],
    token: [await openUpload(app, 8, 'ndjson')],
  };
}

async function openUpload(app: RunningApp, size: number, format: string): Promise<string> {
  const metadata = JSON.stringify({ table_name: 'files', format });
  const response = await app.call('admin', 'POST /api/core/upload-streams', {
    form: { file_name: 'x', file_size: String(size), metadata },
  });
  return z.object({ token: z.string() }).parse(response.body).token;
}

function badFiles(): Readonly<Record<string, Buffer>> {
  return {
    'NUL bytes in NDJSON': Buffer.from('{"a":"x\0y"}\n\0\0\n'),
    'an escaped NUL in NDJSON': Buffer.from('{"a":"x\\u0000y","b\\u0000c":1}\n'),
    'half a surrogate pair in NDJSON': Buffer.from('{"a":"\\ud800"}\n'),
    'bytes that are no UTF-8 in NDJSON': Buffer.from([
      0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d,
    ]),
    'a very deep value in NDJSON': Buffer.from(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`),
    'a huge number in NDJSON': Buffer.from(`{"a":1e400,"b":${'9'.repeat(400)},"_time":-1e300}\n`),
    'names of the platform in NDJSON': Buffer.from(
      '{"_id":"x","_table":"../x","_partition":1,"":2,"A":1,"a":2}\n',
    ),
    'a name of 1 MB in NDJSON': Buffer.from(`{"${'n'.repeat(1_000_000)}":1}\n`),
    'NUL bytes in CSV': Buffer.from('a,b\n\0,\0\n'),
    'bytes that are no UTF-8 in CSV': Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0x2c, 0xfe, 0x0a]),
    'an open quotation in CSV': Buffer.from('a,b\n"x,y\n1,2\n'),
    'the same name twice in CSV': Buffer.from('a,A,a,,\n1,2,3,4,5\n'),
  };
}
