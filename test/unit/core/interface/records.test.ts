import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import { auditLogPage, plainEntry, readAuditLog } from '../../../../src/core/interface/auditLog';
import { historicQuery, resultPage } from '../../../../src/core/interface/cursor';
import { queryStatus } from '../../../../src/core/interface/queryStatus';
import { restoreResult, rule, ruleSnapshot, ruleVersion } from '../../../../src/core/interface/rule';
import { scheduledQuery } from '../../../../src/core/interface/scheduledQuery';
import { tableDetails, tableGroup, tables } from '../../../../src/core/interface/table';
import { uploadStream } from '../../../../src/core/interface/upload';
import { bareStatus } from '../../../support/queryStatusRecord';

type Fields = Readonly<Record<string, unknown>>;

/** A record with its required fields, the optional ones, and what is read of both where names or values differ. */
interface Shape {
  readonly schema: z.ZodMiniType;
  readonly required: Fields;
  readonly optional: Fields;
  /** By the names of the platform; null is part of another field. */
  readonly names?: Readonly<Record<string, string | null>>;
  readonly read?: Fields;
  /** What is read where the optional fields are missing, if not undefined. */
  readonly defaults?: Fields;
}

/** By the names of the client: `table_name` is `tableName`. */
function renamed(fields: Fields, names: Shape['names'] = {}): Fields {
  const inCamelCase = (name: string): string => name.replaceAll(/_./g, (text) => text.slice(1).toUpperCase());
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const own = names[name] === undefined ? inCamelCase(name) : names[name];
      return own === null ? [] : [[own, value] as const];
    }),
  );
}

const table = {
  table_name: 'web',
  layout: 'columnar',
  compression: 'snappy',
  retention: 30,
  table_size: 1024,
  index_size: 16,
  ratio: 0.25,
};
const command = { command: 'table b', status: 'End', push_count: 2 };
const readCommand = { command: 'table b', status: 'End', pushCount: 2 };

const optionsOfQuery = {
  description: 'd',
  enabled: true,
  node_types: ['data'],
  output_parameter: true,
  cron_schedule: '* * * * *',
  preceding_guid: 'p',
  preceding_name: 'before',
  preceding_action: 'failed',
  result_state: 'failed',
  elapsed_time: 0,
  last_failure_time: 'f',
  last_failure_reason: 'why',
};

const shapes: Readonly<Record<string, Shape>> = {
  rule: {
    schema: rule,
    required: { guid: 'g', name: 'n' },
    optional: { enabled: true, priority: 'high', category_name: 'c', rule_category_name: 'd', updated: 'u' },
    names: { category_name: 'category', rule_category_name: null },
    defaults: { enabled: false },
  },
  'version of a rule': {
    schema: ruleVersion,
    required: { version: 3 },
    optional: { created: 'c', user_name: 'kim', description: 'd' },
  },
  'group of tables': {
    schema: tableGroup,
    required: { guid: 'g', name: 'n' },
    optional: { description: 'd', parent_guid: 'p' },
  },
  table: {
    schema: tableDetails,
    required: table,
    optional: {
      encrypted: true,
      crypto_profile_guid: 'c',
      crypto_profile_name: 'aes',
      min_day: 'first',
      max_day: 'last',
      group_guid: 'g',
      group_name: 'servers',
      shared_users: [{ guid: 'u', name: 'kim' }],
      shared_groups: [{ guid: 'v', name: 'soc' }],
      node_stats: [
        { node: 'n1', min_day: 'a', max_day: 'b', table_size: 5, index_size: 1 },
        { node: 'n2', min_day: null, table_size: 6, index_size: 2 },
      ],
    },
    names: {
      ...{ table_name: 'name', ratio: 'usage', min_day: 'firstDay', max_day: 'lastDay', node_stats: null },
      ...{ crypto_profile_guid: null, crypto_profile_name: null, group_guid: null, group_name: null },
    },
    read: {
      cryptoProfile: { guid: 'c', name: 'aes' },
      group: { guid: 'g', name: 'servers' },
      nodes: [
        { node: 'n1', firstDay: 'a', lastDay: 'b', tableSize: 5, indexSize: 1 },
        { node: 'n2', firstDay: undefined, lastDay: undefined, tableSize: 6, indexSize: 2 },
      ],
    },
    defaults: { encrypted: false, sharedUsers: [], sharedGroups: [], nodes: [] },
  },
  upload: {
    schema: uploadStream,
    required: { token: 't', file_size: 7, uploaded_size: 5 },
    optional: {
      remote_addr: '10.0.0.1',
      login_name: 'kim',
      file_name: 'a.csv',
      created: 'c',
      last_upload: 'l',
      metadata: { format: 'csv' },
    },
    names: { remote_addr: 'remoteAddress' },
    defaults: { metadata: {} },
  },
  'page of a result': {
    schema: resultPage,
    required: { rows: [{ a: 1 }] },
    optional: { total: 9, field_order: ['a'], field_types: { a: 'int' } },
  },
  'query of the history': {
    schema: historicQuery,
    required: { query: 'table a' },
    names: { query: 'text' },
    optional: { created_at: 0, source: 'assistant' },
    read: { createdAt: '0' },
  },
  'status of a query': {
    schema: queryStatus,
    required: bareStatus,
    names: {
      ...{ is_finished: 'finished', is_cancelled: 'canceled', is_scheduled_query: 'scheduled' },
      query_string: 'text',
    },
    optional: {
      login_name: 'kim',
      remote_ip: '10.0.0.1',
      is_scheduled_query: true,
      background: true,
      constants: { a: 1 },
      tags: { b: 2 },
      start_time: 5,
      finish_time: 6,
      last_started: 's',
      commands: [command],
      sub_queries: [{ id: 9, commands: [{ ...command, name: 0 }, command] }],
    },
    read: {
      commands: [readCommand],
      subQueries: [
        {
          id: 9,
          commands: [
            { ...readCommand, name: '0' },
            { ...readCommand, name: undefined },
          ],
        },
      ],
    },
    defaults: { scheduled: false, background: false, constants: {}, tags: {}, commands: [], subQueries: [] },
  },
  'scheduled query': {
    schema: scheduledQuery,
    required: { guid: 'g', name: 'n', query: 'table a', trigger_type: 'cron' },
    optional: { ...optionsOfQuery, running_state: 1, last_run_time: 5, created: 1695021164000, updated: 0 },
    read: { runningState: '1', lastRunTime: '5', created: '1695021164000', updated: '0' },
    defaults: { enabled: false, nodeTypes: [], outputParameter: false },
  },
};

describe('Records of the platform', () => {
  const fieldsIn = (value: unknown, names: readonly string[]): unknown =>
    Object.fromEntries(names.map((name) => [name, (value as Fields)[name]]));

  for (const [name, { schema, required, optional, names, read = {}, defaults = {} }] of Object.entries(
    shapes,
  )) {
    it(`have every field, and defaults for those that are missing or null: ${name}`, () => {
      const bareFields = renamed(required, names);
      const optionalFields = { ...renamed(optional, names), ...read };
      const fields = [...Object.keys(bareFields), ...Object.keys(optionalFields)];
      const whole = schema.parse({ ...required, ...optional });
      assert.deepEqual(fieldsIn(whole, fields), { ...bareFields, ...optionalFields });
      const nulls = Object.fromEntries(Object.keys(optional).map((field) => [field, null]));
      const missing = Object.fromEntries(Object.keys(optionalFields).map((field) => [field, undefined]));
      for (const bare of [required, { ...required, ...nulls }])
        assert.deepEqual(fieldsIn(schema.parse(bare), fields), { ...missing, ...bareFields, ...defaults });
      for (const field of Object.keys(required)) {
        assert.equal(schema.safeParse({ ...required, [field]: null }).success, false, field);
      }
      for (const field of Object.keys(optional)) {
        assert.equal(schema.safeParse({ ...required, [field]: Symbol('x') }).success, false, field);
      }
    });
  }

  it('read the category of a rule under either name', () => {
    const required = { guid: 'g', name: 'n', rule_category_name: 'd' };
    assert.equal(rule.parse(required).category, 'd');
    assert.deepEqual(rule.parse({ ...required, more: 7 }).raw, { ...required, more: 7 });
  });

  it('read the failures of a restore in either shape, or none', () => {
    const failures = [
      { id: 'address_group', name: 'DMZ', reason: 'not-found' },
      { field: 'name', value: 'Port scan', id: 'x', name: 'y', reason: 'duplicate' },
      { reason: 'not-found' },
    ];
    assert.deepEqual(restoreResult.parse({ result: false, failures }), {
      restored: false,
      failures: [
        { item: 'address_group', value: 'DMZ', reason: 'not-found' },
        { item: 'name', value: 'Port scan', reason: 'duplicate' },
        { item: '', value: '', reason: 'not-found' },
      ],
    });
    assert.deepEqual(restoreResult.parse({ result: true }), { restored: true, failures: [] });
    assert.deepEqual(ruleSnapshot.parse({ version: 2, user_name: 'kim', rule: { a: 1 } }), {
      version: 2,
      created: undefined,
      userName: 'kim',
      description: undefined,
      rule: { a: 1 },
    });
  });

  it('are read exactly, and malformed ones named by their first invalid field', () => {
    const sizes = tables.parse([
      { ...table, table_size: '9223372036854775807', more: 7 },
      { ...table, table_size: '-5' },
      { ...table, table_size: 1.5 },
      { ...table, table_size: '5x' },
      { ...table, index_size: '123456789012345678901' },
      { ...table, retention: 2 ** 53 },
      { ...table, encrypted: 'yes' },
      { ...table, table_size: 2 ** 53 },
      [],
      'x',
      null,
    ]);
    assert.deepEqual(
      sizes.items.map(({ tableSize, raw }) => [tableSize, raw['more']]),
      [
        [9_223_372_036_854_775_807n, 7],
        [-5, undefined],
      ],
    );
    assert.deepEqual(
      sizes.malformed.map(({ field }) => field),
      [
        ...['table_size', 'table_size', 'index_size', 'retention', 'encrypted', 'table_size'],
        ...[undefined, undefined, undefined],
      ],
    );
  });
});

describe('An entry of the audit log', () => {
  const same = {
    ...{ id: 7, module: 'm', method: 'x', params: { a: 1 }, error: 'e', user: 'kim' },
    ...{ time: 6, result: 'ok', category: 'c', action: 'd' },
  };
  const other = { remote_ip: '10.0.0.1', msg_params: { b: 2 }, created_at: 5, msg: 'said' };
  const nameless = { ...same, ...other, user_guid: 'g' };
  const entry = { ...nameless, user_name: 'kim' };
  const read = { ...same, userGuid: 'g', remoteIp: '10.0.0.1', messageParams: { b: 2 }, message: 'said' };

  it('has all its fields, also when one is malformed', () => {
    assert.deepEqual(readAuditLog(entry), { ...read, raw: entry });
    const [malformed] = auditLogPage.parse({ audit_logs: [nameless], total: 1 }).items;
    assert.deepEqual(malformed, { ...read, raw: nameless, malformedField: 'user_name' });
  });

  it('has the names of the interface for programs', () => {
    const { message, error, params, ...others } = { ...read, raw: entry };
    const plain = {
      time: '1970-01-01T00:00:00.006Z',
      user: 'kim',
      remote_ip: '10.0.0.1',
      module: 'm',
      method: 'x',
      result: 'ok',
    };
    assert.deepEqual(plainEntry({ ...others, message, error, params }), {
      ...plain,
      message: 'said',
      error: 'e',
      params: { a: 1 },
    });
    assert.deepEqual(plainEntry({ ...others, message: undefined, error: undefined, params: undefined }), {
      ...plain,
      message: null,
      error: null,
      params: null,
    });
  });

  it('is in a page with the values of filters, if the platform lists them', () => {
    const { choices, total } = auditLogPage.parse({
      audit_logs: [],
      total: 9,
      categories: ['a'],
      actions: null,
      results: ['b'],
    });
    assert.deepEqual(
      [choices, total],
      [{ categories: ['a'], actions: null, results: ['b'], users: null, housekeeping: null }, 9],
    );
  });
});
