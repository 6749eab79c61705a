import assert from 'node:assert/strict';
import { compareDraft } from '../../../../../src/extension/features/drafts/publisher';
import { kindOf } from '../../../../../src/extension/features/drafts/textKinds';
import type { ComparedDraft } from '../../../../../src/extension/features/drafts/publisher';
import { responding } from '../../../../support/httpServer';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import { scheduledQueryFields, someGuid } from '../../../../support/scheduledQueries';

const base = scheduledQueryFields({ query: 'table old' });

async function planAgainst(
  record: object | null,
  draft: string | undefined,
  schedule?: string,
): Promise<ComparedDraft> {
  await using server = await responding(200, { scheduled_query: record });
  await using client = server.client();
  return await compareDraft(client, { guid: someGuid, base, draft, schedule });
}

const onServer = {
  guid: someGuid,
  name: 'renamed meanwhile',
  query: 'table old',
  enabled: true,
  trigger_type: 'cron',
  cron_schedule: '*/5 * * * *',
  output_parameter: true,
  node_types: ['data'],
};

describe('publishing a draft', () => {
  it('sends a schedule alone with the current text of the platform', async () => {
    const record = { ...onServer, query: 'table changed meanwhile', cron_schedule: base.cronSchedule };
    const plan = await planAgainst(record, undefined, '7 * * * *');
    assert.ok(plan.comparison === 'send');
    const draft = { guid: someGuid, base, draft: undefined, schedule: '7 * * * *' };
    const [operation, ...others] = kindOf({}).operations(plan.current, draft);
    assert.deepEqual(others, []);
    const form = operation?.form;
    assert.deepEqual(
      [form?.['query'], form?.['cron_schedule'], form?.['enabled']],
      ['table changed meanwhile', '7 * * * *', true],
    );
  });

  it('reports a conflict when someone else has changed the schedule or the trigger', async () => {
    assert.equal((await planAgainst(onServer, undefined, '7 * * * *')).comparison, 'conflict');
    const dependent = { ...onServer, cron_schedule: base.cronSchedule, trigger_type: 'workflow' };
    assert.equal((await planAgainst(dependent, undefined, '7 * * * *')).comparison, 'conflict');
  });
});

describe('the last change of a query', () => {
  it('is the newest one that succeeded', async () => {
    const entry = {
      id: 1,
      user_name: 'kim',
      user: 'kim',
      remote_ip: '',
      module: 'scheduled-query',
      method: 'update',
      created_at: 5,
      time: 5,
      result: 'Success',
    };
    const tried = { ...entry, user: 'lee', time: 9, error: 'duplicated name' };
    const audit_logs = [tried, { ...entry, method: 'stop', time: 7 }, entry, { ...entry, time: 3 }];
    await using server = await responding(200, { audit_logs, total: 4 });
    await using client = server.client();
    const record = scheduledQueryRecord({ updated: '2026-03-01 00:00:00+0000' });
    assert.deepEqual(await kindOf({}).lastChange(client, record), { user: 'kim', time: 5 });
    const { searchParams } = new URL(server.seen[0]?.url ?? '', server.origin);
    assert.equal(searchParams.get('from'), '2026-02-28 23:59:00+0000', 'no search over all time');
    const left = AbortSignal.abort(new Error('enough'));
    await assert.rejects(kindOf({}).lastChange(client, record, left), /enough/);
  });
});
