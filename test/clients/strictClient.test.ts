import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { PlatformClient } from '../../src/core/api/client';
import { MissingOperationError, RejectedError } from '../../src/core/api/errors';
import { findScheduledQuery } from '../../src/core/api/findScheduledQuery';
import { sendGuarded } from '../../src/core/api/guardedWrite';
import { guardedUpdate } from '../../src/core/api/scheduledQueryWrites';
import { scheduledQueryFields } from '../support/scheduledQueries';
import { clientFor, suiteApp } from '../support/startApp';
import { addTable } from '../support/tables';
import { api } from '../support/operations';

type Call = (client: PlatformClient) => Promise<unknown>;

const upload = { fileName: 'a.ndjson', fileSize: 3, tableName: 'logs', format: 'ndjson' } as const;

async function created(client: PlatformClient): Promise<string> {
  const guid = await client.send(
    api.createScheduledQuery(scheduledQueryFields({ name: randomUUID(), enabled: false })),
  );
  assert.ok(guid !== undefined);
  return guid;
}

async function cursor(client: PlatformClient): Promise<number> {
  return client.send(api.createCursor('json "{}"'));
}

async function exported(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  return size;
}

/** The platform rejects it with an error of its own, so the operation exists. */
async function rejected(calling: Promise<unknown>): Promise<void> {
  await assert.rejects(calling, (error) => error instanceof RejectedError && error.code === 'illegal-state');
}

/** Those that such a platform does not have. */
const missing: readonly string[] = [
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

/** Called in a way that goes well. */
const calls: Readonly<Record<string, Call>> = {
  scheduledQueries: async (client) => client.send(api.listScheduledQueries({})),
  scheduledQuery: async (client) => client.send(api.getScheduledQuery(randomUUID())),
  scheduledRuns: async (client) => client.send(api.listScheduledRuns(randomUUID(), {})),
  createScheduledQuery: created,
  updateScheduledQuery: async (client) =>
    client.send(
      api.updateScheduledQuery(await created(client), scheduledQueryFields({ name: randomUUID() })),
    ),
  removeScheduledQueries: async (client) => client.send(api.removeScheduledQueries([await created(client)])),
  stopScheduledQueries: async (client) => client.send(api.stopScheduledQueries([await created(client)])),
  rules: async (client) => client.send(api.listRules('batch', {})),
  rule: async (client) => client.send(api.getRule('stream', randomUUID())),
  ruleVersions: async (client) => client.send(api.listRuleVersions('stream', randomUUID())),
  ruleVersion: async (client) => client.send(api.getRuleVersion('batch', randomUUID(), 1)),
  restoreRuleVersion: async (client) =>
    rejected(client.send(api.restoreRuleVersion('batch', randomUUID(), 1))),
  switchRule: async (client) => rejected(client.send(api.switchRule('stream', randomUUID(), true))),
  updateRule: async (client) => rejected(client.send(api.updateRule('batch', randomUUID(), { name: 'a' }))),
  queryStatus: async (client) => client.send(api.getQueryStatus(await cursor(client))),
  createCursor: cursor,
  cursorRows: async (client) => client.send(api.getCursorRows(await cursor(client), {})),
  dropCursor: async (client) => client.send(api.dropCursor(await cursor(client))),
  queryRows: async (client) => client.send(api.runOwnQuery('json "{}"')),
  queryHistory: async (client) => client.send(api.listQueryHistory({})),
  cursorExport: async (client) => exported(client.stream(api.exportCursor(await cursor(client), 'csv'))),
  openUpload: async (client) => client.send(api.openUpload(upload)),
  appendUpload: async (client) => client.send(api.appendUpload(randomUUID(), 0, new Uint8Array(3))),
  completeUpload: async (client) => client.send(api.completeUpload(randomUUID())),
  cancelUpload: async (client) => rejected(client.send(api.cancelUpload(randomUUID()))),
  upload: async (client) => client.send(api.getUpload(randomUUID())),
  uploads: async (client) => client.send(api.listUploads()),
  tables: async (client) => client.send(api.listTables({})),
  table: async (client) => client.send(api.getTable('logs')),
  createTable: async (client) => client.send(api.createTable(`t${randomUUID()}`)),
  tableGroups: async (client) => client.send(api.listTableGroups()),
  auditLogs: async (client) => client.send(api.searchAuditLogs({ limit: 3 })),
};

describe('the client on a platform with the strict interface', () => {
  const app = suiteApp({ strictInterface: true });
  before(async () => {
    await addTable(app, 'logs');
  });

  function connected(): PlatformClient {
    return clientFor(app);
  }

  for (const [name, call] of Object.entries(calls)) {
    const lacks = missing.some((one) => one === name);
    it(`${lacks ? 'reports that the platform lacks' : 'can use'} ${name}`, async () => {
      await using client = connected();

      if (lacks) await assert.rejects(call(client), MissingOperationError);
      else await call(client);
    });
  }

  it('reads and changes a scheduled query, and reports a missing one', async () => {
    await using client = connected();
    const guid = await created(client);

    const record = await findScheduledQuery(client, guid);
    assert.ok(record);
    const update = guardedUpdate(record, { ...record, enabled: true });
    assert.deepEqual(await sendGuarded(client, update), { outcome: 'done' });
    assert.equal((await findScheduledQuery(client, guid))?.enabled, true);
    await client.send(api.removeScheduledQueries([guid], 'force'));

    assert.equal(await findScheduledQuery(client, guid), undefined);
  });
});
