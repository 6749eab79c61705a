import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../src/api/client';
import { PermissionError, RefusedError } from '../../../src/api/errors';
import type { Role } from '../../../src/shared/wire/roles';
import { interfaceErrors } from '../../fixtures/interfaceErrors';
import { answering } from '../../support/httpServer';
import { scheduledQueryFields, someGuid } from '../../support/scheduledQueries';

describe('errors of the interface', () => {
  for (const row of interfaceErrors) {
    it(`are refusals in the service's own words when ${row.when} (${row.code})`, async () => {
      await using server = await answering(row.status, { error_code: row.code, error_msg: row.message });
      await using client = server.client();

      await assert.rejects(row.call(client), (error) => {
        assert.ok(error instanceof RefusedError);
        assert.deepEqual([error.status, error.code, error.message], [row.status, row.code, row.message]);
        return true;
      });
      assert.equal(server.seen.length, 1, 'a refusal is not repeated');
    });
  }
});

describe('a missing permission', () => {
  const calls: [string, Role, (client: PlatformClient) => Promise<unknown>][] = [
    ['Remove Scheduled Queries', 'ADMIN', (client) => client.removeScheduledQueries([someGuid])],
    ['Stop Scheduled Queries', 'ADMIN', (client) => client.stopScheduledQueries([someGuid])],
    [
      'Update Scheduled Query',
      'ADMIN',
      (client) => client.updateScheduledQuery(someGuid, scheduledQueryFields()),
    ],
    ['Restore Batch Rule Version', 'ADMIN', (client) => client.restoreRuleVersion('batch', someGuid, 1)],
    ['Restore Stream Rule Version', 'ADMIN', (client) => client.restoreRuleVersion('stream', someGuid, 1)],
    ['Get Tables', 'MEMBER', (client) => client.tables({})],
    ['Get audit logs', 'MASTER', (client) => client.auditLogs({})],
  ];
  for (const [operation, role, call] of calls) {
    it(`for ${operation} says that it needs ${role}`, async () => {
      await using server = await answering(500, { error_code: 'illegal-state', error_msg: 'no-permission' });
      await using client = server.client();

      await assert.rejects(call(client), (error) => {
        assert.ok(error instanceof PermissionError);
        assert.equal(error.requiredRole, role);
        assert.match(error.message, new RegExp(role));
        return true;
      });
      assert.equal(server.seen.length, 1);
    });
  }
});
