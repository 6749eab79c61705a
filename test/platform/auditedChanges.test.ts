import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { type Call } from '../support/call';
import { type RunningApp, startApp } from '../support/startApp';

/** The objects that the changes are asked for. */
interface Objects {
  readonly schedule: string;
  readonly rule: string;
  readonly token: string;
}

type Change = (objects: Objects) => readonly [operation: string, options?: Call];

const schedule = { query: 'table a', trigger_type: 'cron', cron_schedule: '0 0 1 1 *' };
const metadata = '{"table_name":"logs"}';

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
  'a retention': () => ['PUT /api/core/tables/logs/retention', { form: { period: '7' } }],
  'a dropped table': () => ['DELETE /api/core/tables/logs'],
  'a new upload': () => [
    'POST /api/core/upload-streams',
    { form: { file_name: 'b.ndjson', file_size: '8', metadata } },
  ],
  'a loaded upload': ({ token }) => [`POST /api/core/upload-streams/${token}/complete`],
  'a cancelled upload': ({ token }) => [`DELETE /api/core/upload-streams/${token}`],
};

describe('a change and its audit entry', () => {
  for (const [title, changeOf] of Object.entries(changes)) {
    it(`are one: ${title} is there with its entry, and not without`, async () => {
      await using app = await startApp();
      const [operation, options] = changeOf(await addObjects(app));
      const before = await stored(app);

      await app.parts.database.write(({ run }) => run('ALTER TABLE audit_log RENAME TO hidden_log'));
      const refused = await app.call('admin', operation, options);
      await app.parts.database.write(({ run }) => run('ALTER TABLE hidden_log RENAME TO audit_log'));
      assert.equal(refused.status, 500);
      assert.deepEqual(await stored(app), before);

      const entries = await entryCount(app);
      const made = await app.call('admin', operation, options);
      assert.equal(made.status, 200, JSON.stringify(made.body));
      assert.notDeepEqual(await stored(app), before);
      assert.equal(await entryCount(app), entries + 1);
    });
  }
});

async function addObjects(app: RunningApp): Promise<Objects> {
  const ask = async (operation: string, options: Call): Promise<unknown> => {
    const { status, body } = await app.call('admin', operation, options);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const made = z.object({ guid: z.string() });
  const form = { ...schedule, name: 'first' };
  const { guid } = made.parse(await ask('POST /api/core/scheduled-queries', { form }));
  const { guid: rule } = made.parse(await ask('POST /api/core/batch-rules', { form: { name: 'first' } }));
  await ask('POST /api/core/tables', { form: { table: 'logs' } });
  const opened = await ask('POST /api/core/upload-streams', {
    form: { file_name: 'a.ndjson', file_size: '8', metadata },
  });
  const { token } = z.object({ token: z.string() }).parse(opened);
  await ask(`PUT /api/core/upload-streams/${token}?offset=0`, { bytes: Buffer.from('{"n":1}\n') });
  return { schedule: guid, rule, token };
}

/** All that the changes could change, on disk and as the service tells it. */
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
  const answers = lists.map(async (list) => (await app.call('master', `GET /api/core/${list}`)).body);
  return [await Promise.all(rows), await Promise.all(answers)];
}

async function entryCount(app: RunningApp): Promise<number> {
  const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=0');
  return z.looseObject({ total: z.int() }).parse(body).total;
}
