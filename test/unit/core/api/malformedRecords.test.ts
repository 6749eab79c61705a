import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/core/api/client';
import type { Page } from '../../../../src/core/interface/listPage';
import { responding } from '../../../support/httpServer';
import { someGuid } from '../../../support/scheduledQueries';
import { api } from '../../../support/operations';

interface List {
  readonly plural: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** Each of them alone makes the record malformed. */
  readonly malformed: Readonly<Record<string, unknown>>;
  readonly read: (client: PlatformClient) => Promise<Page<unknown>>;
}

const lists: readonly List[] = [
  {
    plural: 'scheduled_queries',
    record: { guid: someGuid, name: 'a', query: 'table a', trigger_type: 'cron' },
    malformed: { trigger_type: null, name: 7, enabled: 'yes' },
    read: async (client) => client.send(api.listScheduledQueries({})),
  },
  {
    plural: 'tables',
    record: {
      table_name: 'a',
      layout: 'row',
      compression: 'snappy',
      retention: 0,
      table_size: 1,
      index_size: 1,
      ratio: 0.5,
    },
    malformed: { table_name: null, retention: 'long', ratio: 'half' },
    read: async (client) => client.send(api.listTables({})),
  },
  {
    plural: 'rules',
    record: { guid: someGuid, name: 'a' },
    malformed: { guid: 1, name: null, priority: { of: 'things' } },
    read: async (client) => client.send(api.listRules('batch', {})),
  },
  {
    plural: 'versions',
    record: { version: 1 },
    malformed: { version: 'first' },
    read: async (client) => client.send(api.listRuleVersions('stream', someGuid)),
  },
  {
    plural: 'table_groups',
    record: { guid: someGuid, name: 'a' },
    malformed: { name: [] },
    read: async (client) => client.send(api.listTableGroups()),
  },
  {
    plural: 'streams',
    record: { token: someGuid, file_size: 1, uploaded_size: 1 },
    malformed: { token: null, file_size: 'big' },
    read: async (client) => client.send(api.listUploads()),
  },
  {
    plural: 'queries',
    record: { query: 'table a' },
    malformed: { query: null },
    read: async (client) => client.send(api.listQueryHistory({})),
  },
];

describe('A list with malformed records', () => {
  for (const { plural, record, malformed, read } of lists) {
    it(`returns the valid ones, and the malformed ones as they are: ${plural}`, async () => {
      const wrong = Object.entries(malformed).map(([field, value]) => ({
        field,
        record: { ...record, [field]: value },
      }));
      const list = [record, ...wrong.map((each) => each.record), 'what?', record];
      await using server = await responding(200, { total_count: list.length, [plural]: list });
      const page = await read(server.api);

      assert.deepEqual([page.total, page.items.length], [list.length, 2]);
      assert.deepEqual(page.malformed, [...wrong, { field: undefined, record: 'what?' }]);
    });
  }

  it('keeps the position of a malformed audit log, with its readable fields', async () => {
    const entry = {
      id: 1,
      user_name: 'kim',
      user: 'kim',
      remote_ip: '10.0.0.1',
      module: 'm',
      method: 'x',
      created_at: 5,
      time: 5,
      result: 'ok',
    };
    const beyondAllDates = 9_000_000_000_000_000;
    const audit_logs = [
      entry,
      { ...entry, id: 2, remote_ip: null },
      { ...entry, id: 3, time: 'noon' },
      { ...entry, id: 4, time: beyondAllDates, created_at: beyondAllDates },
    ];
    await using server = await responding(200, { total: 4, audit_logs });
    const { items } = await server.api.send(api.searchAuditLogs({}));

    assert.deepEqual(
      items.map(({ id, malformedField }) => [id, malformedField]),
      [
        [1, undefined],
        [2, 'remote_ip'],
        [3, 'time'],
        [4, 'created_at'],
      ],
    );
    for (const { time } of items) assert.match(new Date(time).toISOString(), /^1970-/);
    assert.deepEqual([items[1]?.user, items[1]?.remoteIp, items[1]?.time], ['kim', '', 5]);
    assert.deepEqual(items[2]?.raw['time'], 'noon');
  });
});
