import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/core/api/client';
import type { ScheduledQueryFields } from '../../../../src/core/interface/scheduledQueryFields';
import { disposedAfter } from '../../../support/ofSuite';
import { responding } from '../../../support/httpServer';
import type { HttpServer } from '../../../support/httpServer';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';
import { api } from '../../../support/operations';

type Call = (client: PlatformClient) => Promise<unknown>;

const update =
  (changes: Partial<ScheduledQueryFields>): Call =>
  (client) =>
    client.send(api.updateScheduledQuery(someGuid, scheduledQueryFields(changes)));

const workflow = { triggerType: 'workflow', precedingGuid: otherGuid, precedingAction: 'succeeded' };

/** The calls that are rejected, by their code and message. */
const rejected: Readonly<Record<string, Readonly<Record<string, readonly Call[]>>>> = {
  'null-argument': {
    'guids should be not null': [(client) => client.send(api.stopScheduledQueries([]))],
    'name should be not null': [update({ name: '' })],
    'query should be not null': [update({ query: '' })],
    'trigger_type should be not null': [update({ triggerType: '' })],
    'cron_schedule should be not null': [update({ cronSchedule: undefined })],
    'preceding_guid should be not null': [update({ ...workflow, precedingGuid: undefined })],
    'preceding_action should be not null': [update({ ...workflow, precedingAction: undefined })],
    'q should be not null': [(client) => client.send(api.createCursor(''))],
  },
  'invalid-param-type': {
    'guids should be guid type.': [
      (client) => client.send(api.removeScheduledQueries(['x'])),
      (client) => client.send(api.stopScheduledQueries([someGuid, 'x'])),
    ],
    'guid should be guid type.': [(client) => client.send(api.restoreRuleVersion('batch', 'x', 1))],
    'group_guid should be guid type.': [(client) => client.send(api.listTables({ groupGuid: 'x' }))],
    'company_guids should be guid type.': [
      (client) => client.send(api.searchAuditLogs({ companyGuids: [someGuid, 'x'] })),
    ],
    'preceding_guid should be guid type.': [update({ ...workflow, precedingGuid: 'x' })],
    'query id should be integer type': [
      (client) => client.send(api.getQueryStatus(Number.NaN)),
      (client) => client.send(api.dropCursor(2 ** 31)),
      (client) => client.send(api.dropCursor(-(2 ** 31) - 1)),
    ],
    'version should be integer type': [
      (client) => client.send(api.getRuleVersion('batch', someGuid, 2 ** 31)),
    ],
  },
  'invalid-argument': {
    "'name' must be shorter than or equal to 255 characters.": [update({ name: '가'.repeat(256) })],
    "'description' must be shorter than or equal to 2000 characters.": [
      update({ description: 'd'.repeat(2001) }),
    ],
    "preceding_action value must be one of 'finished', 'succeeded', 'failed'.": [
      update({ ...workflow, precedingAction: 'skipped' }),
    ],
    "'offset' parameter should be int type": [(client) => client.send(api.listTables({ offset: 1.5 }))],
    "'offset' parameter should be long type": [
      (client) => client.send(api.searchAuditLogs({ offset: 2 ** 60 })),
    ],
    "'offset' must be greater than or equal to 0.": [
      (client) => client.send(api.searchAuditLogs({ offset: -1 })),
    ],
    "'limit' must be greater than or equal to 0.": [
      (client) => client.send(api.listTables({ limit: -1 })),
      (client) => client.send(api.getCursorRows(5, { limit: -1 })),
    ],
    "'limit' must be less than or equal to 2147483647.": [
      (client) => client.send(api.listTables({ limit: 2 ** 31 })),
    ],
    'invalid date format': [
      (client) => client.send(api.searchAuditLogs({ from: '2023-02-30 00:00:00+0900' })),
      (client) => client.send(api.searchAuditLogs({ to: '2023-02-01 00:00:00' })),
    ],
  },
};

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
  disposedAfter(() => [client, server]);

  for (const [code, messages] of Object.entries(rejected)) {
    for (const [message, calls] of Object.entries(messages)) {
      it(`is rejected before it is sent: ${message}`, async () => {
        for (const call of calls) {
          await assert.rejects(async () => call(client), { name: 'InvalidRequestError', code, message });
        }
        assert.equal(server.seen.length, 0);
      });
    }
  }

  const limits: readonly [string, Call][] = [
    ['a name of 255 characters', update({ name: 'n'.repeat(255) })],
    ['a description of 2,000 characters', update({ description: 'd'.repeat(2000) })],
    ['a workflow with every field', update({ ...workflow, cronSchedule: undefined })],
    ['the largest limit', (client) => client.send(api.listRules('batch', { limit: 2_147_483_647 }))],
  ];
  for (const [what, call] of limits) {
    it(`does not include ${what}`, async () => {
      await call(client);
      assert.equal(server.seen.length, 1);
    });
  }
});
