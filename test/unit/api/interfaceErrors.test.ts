import assert from 'node:assert/strict';
import { restoreRuleVersion } from '../../../src/api/operations/rules';
import { stopScheduledQueries, updateScheduledQuery } from '../../../src/api/operations/scheduledQueries';
import type { PlatformClient } from '../../../src/api/client';
import { PermissionError, RejectedError } from '../../../src/api/errors';
import type { Role } from '../../../src/shared/wire/roles';
import { interfaceErrors } from '../../fixtures/interfaceErrors';
import { responding, HttpServer } from '../../support/httpServer';
import { scheduledQueryFields, someGuid } from '../../support/scheduledQueries';

describe('The errors of the interface', () => {
  it('reject with the code and message of the service, and are not repeated', async () => {
    let rejection = { status: 0, code: '', message: '' };
    await using server = await HttpServer.start((_request, response) => {
      const { status, code, message } = rejection;
      response.writeHead(status).end(JSON.stringify({ error_code: code, error_msg: message }));
    });
    for (const row of interfaceErrors) {
      server.seen.length = 0;
      rejection = row;
      await assert.rejects(row.call(server.api), (error) => {
        assert.ok(error instanceof RejectedError, row.when);
        assert.deepEqual([error.status, error.code, error.message], [row.status, row.code, row.message]);
        return true;
      });
      assert.equal(server.seen.length, 1, row.when);
    }
  });
});

describe('A missing permission', () => {
  const calls: [string, Role, (client: PlatformClient) => Promise<unknown>][] = [
    ['Remove Scheduled Queries', 'ADMIN', (client) => client.removeScheduledQueries([someGuid])],
    ['Stop Scheduled Queries', 'ADMIN', (client) => client.send(stopScheduledQueries([someGuid]))],
    [
      'Update Scheduled Query',
      'ADMIN',
      (client) => client.send(updateScheduledQuery(someGuid, scheduledQueryFields())),
    ],
    [
      'Restore Batch Rule Version',
      'ADMIN',
      (client) => client.send(restoreRuleVersion('batch', someGuid, 1)),
    ],
    [
      'Restore Stream Rule Version',
      'ADMIN',
      (client) => client.send(restoreRuleVersion('stream', someGuid, 1)),
    ],
    ['Get Tables', 'MEMBER', (client) => client.tables({})],
    ['Get audit logs', 'MASTER', (client) => client.auditLogs({})],
  ];
  it('names the role that the operation requires, and is not repeated', async () => {
    await using server = await responding(500, { error_code: 'illegal-state', error_msg: 'no-permission' });
    for (const [operation, role, call] of calls) {
      server.seen.length = 0;
      await assert.rejects(call(server.api), (error) => {
        assert.ok(error instanceof PermissionError, operation);
        assert.equal(error.requiredRole, role, operation);
        assert.match(error.message, new RegExp(role));
        return true;
      });
      assert.equal(server.seen.length, 1, operation);
    }
  });
});
