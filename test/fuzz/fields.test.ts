import assert from 'node:assert/strict';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { checkAnswer } from './support/checkAnswer';
import { form, guid, json } from './support/requests';

const seed = 20_260_101;

const operations = [
  'DELETE /api/core/scheduled-queries',
  'POST /api/core/scheduled-queries/stop',
  'POST /api/core/scheduled-queries',
  `PUT /api/core/scheduled-queries/${guid}`,
  `POST /api/core/batch-rules/${guid}/versions/1/restore`,
  'POST /api/core/batch-rules',
  `PUT /api/core/stream-rules/${guid}`,
  'POST /api/core/tables',
  `PUT /api/core/tables/${guid}/retention`,
  'POST /api/core/upload-streams',
  'POST /api/core/cursors',
];
const readings = [
  'audit-logs',
  'tables',
  'scheduled-queries',
  'query',
  'batch-rules',
  'query-history',
  'table-groups',
];

describe('bad input', function () {
  this.timeout(120_000);

  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app[Symbol.asyncDispose]());
  afterEach(() => {
    assert.deepEqual(app.logged, [], 'nothing failed inside');
  });

  async function send(
    operation: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type = 'application/x-www-form-urlencoded',
  ): Promise<void> {
    const [method = 'GET', path = '/'] = operation.split(' ');
    const headers = { authorization: `Bearer ${app.keys.master}`, 'content-type': type };
    const answer = await fetch(`${app.baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    await checkAnswer(answer, operation);
  }

  const runs = { seed, numRuns: Number(process.env['LOGBENCH_FUZZ_RUNS'] ?? 120) };

  it('in forms gets an error of the interface or a clear 400', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), form, async (operation, fields) => {
        await send(operation, new URLSearchParams(fields).toString());
      }),
      runs,
    ));

  it('in JSON gets an error of the interface or a clear 400', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), json, async (operation, document) => {
        await send(operation, JSON.stringify(document), 'application/json');
      }),
      runs,
    ));

  it('in addresses gets an error of the interface or a clear 400', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...readings), form, async (resource, query) => {
        await send(`GET /api/core/${resource}?${new URLSearchParams(query).toString()}`);
      }),
      runs,
    ));

  it('of raw bytes gets an error of the interface or a clear 400', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operations),
        fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'nonsense'),
        fc.uint8Array({ maxLength: 200 }),
        async (operation, type, bytes) => {
          await send(operation, new Uint8Array(bytes), type);
        },
      ),
      runs,
    ));

  for (const trick of [
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '%ff',
    '%',
    "'%20OR%201=1",
    'x'.repeat(5000),
    '%2e%2e',
  ]) {
    it(`in paths gets an error of the interface or a clear 400: ${trick.slice(0, 30)}`, async () => {
      for (const path of [
        'scheduled-queries/',
        'queries/',
        'tables/',
        'batch-rules/',
        'cursors/',
        'upload-streams/',
      ]) {
        await send(`GET /api/core/${path}${trick}`);
        if (path !== 'queries/') await send(`DELETE /api/core/${path}${trick}`);
      }
    });
  }

  it('of 10 MB in a name is refused for its length', async () => {
    const form = new URLSearchParams({
      name: 'n'.repeat(10_000_000),
      query: 'q',
      trigger_type: 'cron',
      cron_schedule: '* * * * *',
    });
    const answer = await app.call('admin', `PUT /api/core/scheduled-queries/${guid}`, {
      form: Object.fromEntries(form),
    });
    assert.deepEqual(answer, {
      status: 400,
      body: {
        error_code: 'invalid-argument',
        error_msg: "'name' must be shorter than or equal to 255 characters.",
      },
    });
  });

  it('nested a hundred thousand deep is refused', async () => {
    const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    await send('POST /api/core/scheduled-queries', deep, 'application/json');
  });

  it('that is no HTTP does not end the service', async () => {
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.resume();
    socket.end('\0\xff GET nonsense\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    await send('GET /api/core/tables');
  });
});
