import assert from 'node:assert/strict';
import { PlatformClient } from '../../../../src/core/api/client';
import { PermissionError } from '../../../../src/core/api/errors';
import { kindOf } from '../../../../src/extension/features/drafts/textKinds';
import { scheduledQueryRecord } from '../../../support/scheduledQueryRecord';
import { suiteApp } from '../../../support/startApp';
import { searchAuditLogs } from '../../../../src/core/api/operations/auditLogs';
import { listScheduledQueries } from '../../../../src/core/api/operations/scheduledQueries';

const record = scheduledQueryRecord();

describe('A role that a key lacks', () => {
  const app = suiteApp();

  async function rejections(): Promise<number> {
    const { body } = await app.call('master', 'GET /api/core/audit-logs?results=Failure');
    return (body as { total: number }).total;
  }

  it('is requested once until the key changes or missing operations are forgotten', async () => {
    let key = app.keys.admin;
    await using client = new PlatformClient({ baseUrl: app.baseUrl, readKey: () => Promise.resolve(key) });
    const before = await rejections();
    for (let time = 0; time < 3; time++) assert.equal(await kindOf({}).lastChange(client, record), undefined);
    assert.equal(await rejections(), before + 1);
    assert.deepEqual([await client.mayHave('MASTER'), await client.mayHave('ADMIN')], [false, true]);
    client.forgetMissingOperations();
    await kindOf({}).lastChange(client, record);
    assert.equal(await rejections(), before + 2);
    key = app.keys.master;
    assert.equal(await client.mayHave('MASTER'), true);
    await client.send(searchAuditLogs({}));
    key = app.keys.member;
    await assert.rejects(client.send(listScheduledQueries({})), PermissionError);
    assert.deepEqual([await client.mayHave('MASTER'), await client.mayHave('ADMIN')], [true, false]);
    await assert.rejects(client.send(searchAuditLogs({})), PermissionError);
    assert.deepEqual([await client.mayHave('MASTER'), await client.mayHave('ADMIN')], [false, false]);
  });
});
