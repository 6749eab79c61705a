import assert from 'node:assert/strict';
import { restoreRuleVersion, getRuleVersion } from '../../../src/api/operations/rules';
import { updateScheduledQuery, stopScheduledQueries } from '../../../src/api/operations/scheduledQueries';
import type { PlatformClient } from '../../../src/api/client';
import { InvalidRequestError } from '../../../src/api/errors';
import type { ScheduledQueryFields } from '../../../src/shared/wire/scheduledQuery';
import { responding } from '../../support/httpServer';
import type { HttpServer } from '../../support/httpServer';
import { otherGuid, scheduledQueryFields, someGuid } from '../../support/scheduledQueries';

type Call = (client: PlatformClient) => Promise<unknown>;

const update =
  (changes: Partial<ScheduledQueryFields>): Call =>
  (client) =>
    client.send(updateScheduledQuery(someGuid, scheduledQueryFields(changes)));

const workflow = { triggerType: 'workflow', precedingGuid: otherGuid, precedingAction: 'succeeded' };

const rejected: readonly [string, string, string, Call][] = [
  ['no GUID', 'null-argument', 'guids should be not null', (client) => client.send(stopScheduledQueries([]))],
  [
    'a bad GUID in a list',
    'invalid-param-type',
    'guids should be guid type.',
    (client) => client.removeScheduledQueries(['x']),
  ],
  [
    'a bad rule GUID',
    'invalid-param-type',
    'guid should be guid type.',
    (client) => client.send(restoreRuleVersion('batch', 'x', 1)),
  ],
  [
    'a bad group GUID',
    'invalid-param-type',
    'group_guid should be guid type.',
    (client) => client.tables({ groupGuid: 'x' }),
  ],
  ['no name', 'null-argument', 'name should be not null', update({ name: '' })],
  ['no query', 'null-argument', 'query should be not null', update({ query: '' })],
  ['no trigger', 'null-argument', 'trigger_type should be not null', update({ triggerType: '' })],
  [
    'a long name',
    'invalid-argument',
    "'name' must be shorter than or equal to 255 characters.",
    update({ name: '가'.repeat(256) }),
  ],
  [
    'a long description',
    'invalid-argument',
    "'description' must be shorter than or equal to 2000 characters.",
    update({ description: 'd'.repeat(2001) }),
  ],
  [
    'cron without a schedule',
    'null-argument',
    'cron_schedule should be not null',
    update({ cronSchedule: undefined }),
  ],
  [
    'workflow without a predecessor',
    'null-argument',
    'preceding_guid should be not null',
    update({ ...workflow, precedingGuid: undefined }),
  ],
  [
    'workflow with a bad predecessor',
    'invalid-param-type',
    'preceding_guid should be guid type.',
    update({ ...workflow, precedingGuid: 'x' }),
  ],
  [
    'workflow without an action',
    'null-argument',
    'preceding_action should be not null',
    update({ ...workflow, precedingAction: undefined }),
  ],
  [
    'workflow with an unknown action',
    'invalid-argument',
    "preceding_action value must be one of 'finished', 'succeeded', 'failed'.",
    update({ ...workflow, precedingAction: 'skipped' }),
  ],
  [
    'a fractional offset of tables',
    'invalid-argument',
    "'offset' parameter should be int type",
    (client) => client.tables({ offset: 1.5 }),
  ],
  [
    'a negative limit of tables',
    'invalid-argument',
    "'limit' must be greater than or equal to 0.",
    (client) => client.tables({ limit: -1 }),
  ],
  [
    'a limit of tables over 32 bits',
    'invalid-argument',
    "'limit' must be less than or equal to 2147483647.",
    (client) => client.tables({ limit: 2 ** 31 }),
  ],
  [
    'an inexact offset of audit logs',
    'invalid-argument',
    "'offset' parameter should be long type",
    (client) => client.auditLogs({ offset: 2 ** 60 }),
  ],
  [
    'a bad date',
    'invalid-argument',
    'invalid date format',
    (client) => client.auditLogs({ from: '2023-02-30 00:00:00+0900' }),
  ],
  [
    'a date without a zone',
    'invalid-argument',
    'invalid date format',
    (client) => client.auditLogs({ to: '2023-02-01 00:00:00' }),
  ],
  [
    'a query id that is no integer',
    'invalid-param-type',
    'query id should be integer type',
    (client) => client.queryStatus(Number.NaN),
  ],
  [
    'a query id over 32 bits',
    'invalid-param-type',
    'query id should be integer type',
    (client) => client.dropCursor(2 ** 31),
  ],
  [
    'a query id below 32 bits',
    'invalid-param-type',
    'query id should be integer type',
    (client) => client.dropCursor(-(2 ** 31) - 1),
  ],
  [
    'a negative limit of a result',
    'invalid-argument',
    "'limit' must be greater than or equal to 0.",
    (client) => client.cursorRows(5, { limit: -1 }),
  ],
  [
    'a bad GUID behind a good one',
    'invalid-param-type',
    'guids should be guid type.',
    (client) => client.send(stopScheduledQueries([someGuid, 'x'])),
  ],
  [
    'a version over 32 bits',
    'invalid-param-type',
    'version should be integer type',
    (client) => client.send(getRuleVersion('batch', someGuid, 2 ** 31)),
  ],
  [
    'a negative offset of audit logs',
    'invalid-argument',
    "'offset' must be greater than or equal to 0.",
    (client) => client.auditLogs({ offset: -1 }),
  ],
  [
    'a bad company GUID',
    'invalid-param-type',
    'company_guids should be guid type.',
    (client) => client.auditLogs({ companyGuids: [someGuid, 'x'] }),
  ],
  ['no query text', 'null-argument', 'q should be not null', (client) => client.createCursor('')],
];

describe('A request that is known to be invalid', () => {
  let server: HttpServer;
  let client: PlatformClient;
  before(async () => {
    server = await responding(200, { total_count: 0, rules: [] });
    client = server.client();
  });
  beforeEach(() => {
    server.seen.length = 0;
  });
  after(async () => {
    await client[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  for (const [what, code, message, call] of rejected) {
    it(`is rejected before it is sent: ${what}`, async () => {
      await assert.rejects(
        async () => call(client),
        (error) => {
          assert.ok(error instanceof InvalidRequestError);
          assert.deepEqual([error.code, error.message], [code, message]);
          return true;
        },
      );
      assert.equal(server.seen.length, 0);
    });
  }

  const limits: readonly [string, Call][] = [
    ['a name of 255 characters', update({ name: 'n'.repeat(255) })],
    ['a description of 2,000 characters', update({ description: 'd'.repeat(2000) })],
    ['a workflow with every field', update({ ...workflow, cronSchedule: undefined })],
    ['the largest limit', (client) => client.rules('batch', { limit: 2_147_483_647 })],
  ];
  for (const [what, call] of limits) {
    it(`does not include ${what}`, async () => {
      await call(client);
      assert.equal(server.seen.length, 1);
    });
  }
});
