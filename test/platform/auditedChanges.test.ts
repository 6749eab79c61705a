import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { Call } from '../support/call';
import { eventually } from '../support/eventually';
import { startApp, suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';

/** The objects that the changes are asked for. */
interface Objects {
  readonly schedule: string;
  readonly rule: string;
  readonly token: string;
  readonly table: string;
}

type Change = (objects: Objects) => readonly [operation: string, options?: Call];

const schedule = { query: 'table a', trigger_type: 'cron', cron_schedule: '0 0 1 1 *' };
const metadataOf = (table: string): string => JSON.stringify({ table_name: table });

const changes: Readonly<Record<string, Change>> = {
  'a new scheduled query': () => [
    'POST /api/core/scheduled-queries',
    { form: { ...schedule, name: 'second' } },
  ],
  'an updated scheduled query': (objects) => [
    `PUT /api/core/scheduled-queries/${objects.schedule}`,
    { form: { ...schedule, name: 'renamed' } },
  ],
  'a removed scheduled query': (objects) => [
    'DELETE /api/core/scheduled-queries',
    { form: { guids: objects.schedule } },
  ],
  'a new rule': () => ['POST /api/core/stream-rules', { form: { name: 'second' } }],
  'an updated rule': ({ rule }) => [`PUT /api/core/batch-rules/${rule}`, { form: { name: 'renamed' } }],
  'an enabled rule': ({ rule }) => [`POST /api/core/batch-rules/${rule}/enable`],
  'a restored rule': ({ rule }) => [`POST /api/core/batch-rules/${rule}/versions/1/restore`],
  'a new table': () => ['POST /api/core/tables', { form: { table: 'second' } }],
  'a retention': ({ table }) => [`PUT /api/core/tables/${table}/retention`, { form: { period: '7' } }],
  'a dropped table': ({ table }) => [`DELETE /api/core/tables/${table}`],
  'a new upload': ({ table }) => [
    'POST /api/core/upload-streams',
    { form: { file_name: 'b.ndjson', file_size: '8', metadata: metadataOf(table) } },
  ],
  'a loaded upload': ({ token }) => [`POST /api/core/upload-streams/${token}/complete`],
  'rows imported by a query': ({ table }) => [
    `GET /api/core/query?q=${encodeURIComponent(`json "{'n':1}" | import ${table}`)}`,
  ],
  'a cancelled upload': ({ token }) => [`DELETE /api/core/upload-streams/${token}`],
};

describe('A change and its audit entry', () => {
  const app = suiteApp();

  for (const [index, [title, changeOf]] of Object.entries(changes).entries()) {
    it(`are committed together: ${title}`, async () => {
      const [operation, options] = changeOf(await addObjects(app, `logs_${index}`));
      const before = await stored(app);

      const rejected = await withoutAuditLog(app, () => app.call('admin', operation, options));
      assert.equal(rejected.status, 500);
      assert.deepEqual(await stored(app), before);

      const entries = await entryCount(app);
      const made = await app.call('admin', operation, options);
      assert.equal(made.status, 200, JSON.stringify(made.body));
      assert.notDeepEqual(await stored(app), before);
      assert.equal(await entryCount(app), entries + 1);
    });
  }

  it('are both undone when the commit fails; only the failure is logged', async () => {
    const { table } = await addObjects(app, 'logs_failing');
    const { database } = app.parts;
    const write = database.write.bind(database);
    database.write = (work) => {
      database.write = write;
      return write(async (transaction) => {
        await work(transaction);
        throw new Error('the commit failed');
      });
    };
    const entries = await entryCount(app);
    const form = { period: '7' };
    const rejected = await app.call('admin', `PUT /api/core/tables/${table}/retention`, { form });
    assert.equal(rejected.status, 500);
    assert.equal(await entryCount(app), entries + 1);
    const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=1');
    const { audit_logs } = z.looseObject({ audit_logs: z.array(z.looseObject({})) }).parse(body);
    assert.equal(audit_logs[0]?.['error'], 'the service could not handle this request');
  });
});

describe('Rows that a query imports', () => {
  const app = suiteApp();
  before(async () => {
    await addObjects(app);
  });

  it('are in the audit log with their count, table and query, for interactive and scheduled queries', async () => {
    await using own = await startApp();
    await addObjects(own);
    const query = `json "[{'n':1},{'n':2}]" | import logs`;
    const form = {
      name: 'imports',
      query,
      trigger_type: 'cron',
      cron_schedule: '* * * * * *',
      enabled: 'true',
    };
    await own.call('admin', 'POST /api/core/scheduled-queries', { form });
    await own.call('admin', `GET /api/core/query?format=json-single&q=${encodeURIComponent(query)}`);

    await eventually(async () => (await imports(own)).length >= 2);
    const entries = await imports(own);
    for (const entry of entries) {
      assert.equal(entry.user_name, 'admin');
      assert.equal(entry.msg, 'Imported rows into logs by a query: 2.');
      assert.equal(entry.params['query'], query);
    }
    const sources = new Set(
      entries.map(({ params, remote_ip }) => `${String(params['source'])} ${remote_ip}`),
    );
    assert.deepEqual([...sources].sort(), ['rest-api 127.0.0.1', 'scheduled-query ']);
  });

  for (const [reason, query] of [
    ['without permission', `json "{'n':1}" | import logs`],
    ['in a subquery', `json "{}" | union [ json "{}" | import logs ]`],
    ['for a missing table', `json "{}" | import missing`],
    ['with an error in another command', `json "{}" | import logs | limit -1`],
  ] as const) {
    it(`are in the audit log when they are rejected ${reason}, by GET as by POST`, async () => {
      const last = async (): Promise<readonly unknown[]> => {
        const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=1');
        const { audit_logs } = z.looseObject({ audit_logs: z.array(z.looseObject({})) }).parse(body);
        return ['user_name', 'module', 'method', 'error'].map((name) => audit_logs[0]?.[name]);
      };
      const posted = await app.call('member', 'POST /api/core/cursors', { form: { q: query } });
      const [count, expected] = [await entryCount(app), await last()];
      const got = await app.call('member', `GET /api/core/query?q=${encodeURIComponent(query)}`);
      assert.deepEqual(got, posted);
      assert.equal(got.status, 400);
      assert.equal(await entryCount(app), count + 1);
      assert.deepEqual(await last(), expected);
      await app.call('member', `GET /api/core/query?q=${encodeURIComponent('table missing')}`);
      assert.equal(await entryCount(app), count + 1, 'a query that only reads');
    });
  }

  it('are not imported by a HEAD request, which runs nothing', async () => {
    const before = await stored(app);
    const text = encodeURIComponent(`json "{'n':1}" | import logs`);
    const response = await fetch(`${app.baseUrl}/api/core/query?q=${text}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${app.keys.admin}` },
    });
    assert.equal(response.status, 405);
    assert.deepEqual(await stored(app), before);
    const { body } = await app.call('admin', 'GET /api/core/query-history');
    assert.deepEqual(body, { total_count: 0, queries: [] });
  });
});

async function withoutAuditLog<T>({ parts }: RunningApp, work: () => Promise<T>): Promise<T> {
  await parts.database.write(({ run }) => run('ALTER TABLE audit_log RENAME TO hidden_log'));
  try {
    return await work();
  } finally {
    await parts.database.write(({ run }) => run('ALTER TABLE hidden_log RENAME TO audit_log'));
  }
}

const importEntries = z.looseObject({
  audit_logs: z.array(
    z.looseObject({
      user_name: z.string(),
      remote_ip: z.string(),
      msg: z.string(),
      params: z.record(z.string(), z.unknown()),
    }),
  ),
});

async function imports(app: RunningApp): Promise<z.infer<typeof importEntries>['audit_logs']> {
  const { body } = await app.call('master', 'GET /api/core/audit-logs?categories=Table&actions=Import');
  return importEntries.parse(body).audit_logs;
}

async function addObjects(app: RunningApp, table = 'logs'): Promise<Objects> {
  const ask = async (operation: string, options: Call): Promise<unknown> => {
    const { status, body } = await app.call('admin', operation, options);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const made = z.object({ guid: z.string() });
  const form = { ...schedule, name: `of ${table}` };
  const { guid } = made.parse(await ask('POST /api/core/scheduled-queries', { form }));
  const { guid: rule } = made.parse(
    await ask('POST /api/core/batch-rules', { form: { name: `of ${table}` } }),
  );
  await ask('POST /api/core/tables', { form: { table } });
  const opened = await ask('POST /api/core/upload-streams', {
    form: { file_name: 'a.ndjson', file_size: '8', metadata: metadataOf(table) },
  });
  const { token } = z.object({ token: z.string() }).parse(opened);
  await ask(`PUT /api/core/upload-streams/${token}?offset=0`, { bytes: Buffer.from('{"n":1}\n') });
  return { schedule: guid, rule, token, table };
}

/** Everything that the changes could change, on disk and in the responses of the platform. */
async function stored(app: RunningApp): Promise<unknown> {
  const relations = [
    'scheduled_query',
    'detection_rule',
    'rule_version',
    'log_table',
    'segment',
    'upload_stream',
  ];
  const rows = relations.map((relation) => app.parts.database.read(`SELECT * FROM ${relation}`));
  const lists = ['scheduled-queries', 'batch-rules', 'stream-rules', 'tables', 'upload-streams'];
  const responses = lists.map(async (list) => (await app.call('master', `GET /api/core/${list}`)).body);
  return [await Promise.all(rows), await Promise.all(responses)];
}

async function entryCount(app: RunningApp): Promise<number> {
  const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=0');
  return z.looseObject({ total: z.int() }).parse(body).total;
}
