import assert from 'node:assert/strict';
import { PlatformClient } from '../../../src/api/client';
import { applyActions } from '../../../src/code/applyActions';
import type { Action } from '../../../src/code/plan';
import { masterClient } from '../../support/auditEntries';
import { scheduledQueryFields } from '../../support/scheduledQueries';
import { startApp } from '../../support/startApp';

async function failuresOf(client: PlatformClient, actions: readonly Action[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for await (const { failure } of applyActions(client, actions, () => Promise.resolve())) {
    failures.push(failure);
  }
  return failures;
}

describe('Applying a plan', () => {
  it('neither changes nor deletes what was changed on the platform since', async () => {
    await using app = await startApp();
    await using client = masterClient(app);
    const planned = scheduledQueryFields({ name: 'a', query: 'json "{}"' });
    const guid = (await client.createScheduledQuery(planned)) ?? '';
    const form = {
      name: 'a',
      query: 'json "{}" | limit 1',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
    };
    await app.call('master', `PUT /api/core/scheduled-queries/${guid}`, { form });
    const current = { ...planned, guid };
    const wanted = { ...planned, query: 'json "{}" | limit 2' };

    const failures = await failuresOf(client, [
      { kind: 'change', path: 'a.lq', name: 'a', wanted, current, fields: ['query'] },
      { kind: 'delete', path: 'a.lq', name: 'a', current },
    ]);

    const changed = 'It was changed on the platform after the plan was made.';
    assert.deepEqual(failures, [changed, changed]);
    const { items } = await client.scheduledQueries({});
    assert.deepEqual(
      items.map(({ query }) => query),
      [form.query],
    );
  });

  it('tries nothing more after what would fail everything', async () => {
    await using app = await startApp();
    await using client = new PlatformClient({
      baseUrl: app.baseUrl,
      product: 'core',
      readKey: () => Promise.resolve('wrong'),
    });
    const actions = ['a', 'b'].map((name): Action => ({
      kind: 'create',
      path: `${name}.lq`,
      name,
      wanted: scheduledQueryFields({ name, query: 'json "{}"' }),
    }));

    assert.deepEqual(await failuresOf(client, actions), [
      'The API key was rejected (HTTP 401).',
      'Not attempted, for the same reason.',
    ]);
  });
});
