import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { PlatformClient } from '../../src/api/client';
import { MissingOperationError, RefusedError } from '../../src/api/errors';
import { findScheduledQuery } from '../../src/api/findScheduledQuery';
import { safeUpdate } from '../../src/api/safeUpdate';
import { scheduledQueryFields } from '../support/scheduledQueries';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addTable } from '../support/tables';

type Operation = Exclude<
  keyof PlatformClient,
  typeof Symbol.asyncDispose | 'send' | 'close' | 'forgetMissingOperations' | 'mayHave' | 'checkOffered'
>;
type Call = (client: PlatformClient) => Promise<unknown>;

const upload = { fileName: 'a.ndjson', fileSize: 3, tableName: 'logs', format: 'ndjson' } as const;

async function created(client: PlatformClient): Promise<string> {
  const guid = await client.createScheduledQuery(
    scheduledQueryFields({ name: randomUUID(), enabled: false }),
  );
  assert.ok(guid !== undefined);
  return guid;
}

async function cursor(client: PlatformClient): Promise<number> {
  return client.createCursor('json "{}"');
}

async function exported(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  return size;
}

/** The service refuses it by its own words: the operation is there. */
async function refused(calling: Promise<unknown>): Promise<void> {
  await assert.rejects(calling, (error) => error instanceof RefusedError && error.code === 'illegal-state');
}

/** Those that such a platform does not have. */
const missing: readonly Operation[] = [
  'scheduledQuery',
  'scheduledRuns',
  'rules',
  'ruleVersions',
  'ruleVersion',
  'openUpload',
  'appendUpload',
  'completeUpload',
  'uploads',
  'table',
];

/** Called in a way that goes well; the type names those that are forgotten. */
const calls: Readonly<Record<Operation, Call>> = {
  scheduledQueries: async (client) => client.scheduledQueries({}),
  scheduledQuery: async (client) => client.scheduledQuery(randomUUID()),
  scheduledRuns: async (client) => client.scheduledRuns(randomUUID()),
  createScheduledQuery: created,
  updateScheduledQuery: async (client) =>
    client.updateScheduledQuery(await created(client), scheduledQueryFields({ name: randomUUID() })),
  removeScheduledQueries: async (client) => client.removeScheduledQueries([await created(client)]),
  stopScheduledQueries: async (client) => client.stopScheduledQueries([await created(client)]),
  rules: async (client) => client.rules('batch', {}),
  rule: async (client) => client.rule('stream', randomUUID()),
  ruleVersions: async (client) => client.ruleVersions('stream', randomUUID()),
  ruleVersion: async (client) => client.ruleVersion('batch', randomUUID(), 1),
  restoreRuleVersion: async (client) => refused(client.restoreRuleVersion('batch', randomUUID(), 1)),
  switchRule: async (client) => refused(client.switchRule('stream', randomUUID(), true)),
  updateRule: async (client) => refused(client.updateRule('batch', randomUUID(), { name: 'a' })),
  queryStatus: async (client) => client.queryStatus(await cursor(client)),
  createCursor: cursor,
  cursorRows: async (client) => client.cursorRows(await cursor(client), {}),
  dropCursor: async (client) => client.dropCursor(await cursor(client)),
  queryRows: async (client) => client.queryRows('json "{}"'),
  queryHistory: async (client) => client.queryHistory(),
  cursorExport: async (client) => exported(client.cursorExport(await cursor(client), 'csv')),
  openUpload: async (client) => client.openUpload(upload),
  appendUpload: async (client) => client.appendUpload(randomUUID(), 0, new Uint8Array(3)),
  completeUpload: async (client) => client.completeUpload(randomUUID()),
  cancelUpload: async (client) => refused(client.cancelUpload(randomUUID())),
  upload: async (client) => client.upload(randomUUID()),
  uploads: async (client) => client.uploads(),
  tables: async (client) => client.tables({}),
  table: async (client) => client.table('logs'),
  createTable: async (client) => client.createTable(`t${randomUUID()}`),
  tableGroups: async (client) => client.tableGroups(),
  auditLogs: async (client) => client.auditLogs({ limit: 3 }),
};

describe('the client on a platform with the strict interface', () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp({ strictInterface: true });
    await addTable(app, 'logs');
  });
  after(() => app[Symbol.asyncDispose]());

  function connected(): PlatformClient {
    return new PlatformClient({
      baseUrl: app.baseUrl,
      readKey: () => Promise.resolve(app.keys.master),
    });
  }

  for (const [name, call] of Object.entries(calls)) {
    const lacks = missing.some((one) => one === name);
    it(`${lacks ? 'learns that it lacks' : 'works with'} ${name}`, async () => {
      await using client = connected();

      if (lacks) await assert.rejects(call(client), MissingOperationError);
      else await call(client);
    });
  }

  it('finds, changes and misses a scheduled query all the same', async () => {
    await using client = connected();
    const guid = await created(client);

    const record = await findScheduledQuery(client, guid);
    assert.ok(record);
    const outcome = await safeUpdate(client, record, { ...record, enabled: true });
    assert.equal(outcome.kind, 'updated');
    assert.equal((await findScheduledQuery(client, guid))?.enabled, true);
    await client.removeScheduledQueries([guid], 'force');

    assert.equal(await findScheduledQuery(client, guid), undefined);
  });
});
