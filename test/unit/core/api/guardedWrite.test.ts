import assert from 'node:assert/strict';
import {
  createScheduledQuery,
  updateScheduledQuery,
  getScheduledQuery,
} from '../../../../src/core/api/operations/scheduledQueries';
import { sendGuarded } from '../../../../src/core/api/guardedWrite';
import type { GuardedResult } from '../../../../src/core/api/guardedWrite';
import { guardedUpdate } from '../../../../src/core/api/scheduledQueryWrites';
import { differingFields, fieldsOf } from '../../../../src/core/interface/scheduledQueryFields';
import type { ScheduledQuery } from '../../../../src/core/interface/scheduledQuery';
import { otherGuid, scheduledQueryFields } from '../../../support/scheduledQueries';
import { suiteApp, suiteClient } from '../../../support/startApp';

describe('A safe update', () => {
  const app = suiteApp();
  const client = suiteClient(app, 'admin');

  async function safeUpdate(
    ...update: Parameters<typeof guardedUpdate>
  ): Promise<GuardedResult<ScheduledQuery>> {
    return sendGuarded(client, guardedUpdate(...update));
  }

  async function existing(name: string): Promise<ScheduledQuery> {
    const guid = await client.send(
      createScheduledQuery(
        scheduledQueryFields({ name, enabled: true, nodeTypes: ['data', 'control'], outputParameter: true }),
      ),
    );
    const query = await client.send(getScheduledQuery(guid ?? ''));
    assert.ok(query);
    return query;
  }

  it('sends the whole record, so that other fields stay', async () => {
    const base = await existing('whole');
    const fields = { ...base, query: 'table other' };

    assert.deepEqual(await safeUpdate(base, fields), { outcome: 'done' });
    const written = await client.send(getScheduledQuery(base.guid));
    assert.ok(written);
    assert.deepEqual(fieldsOf(written), fieldsOf(fields));
  });

  it('reports a conflict when the query was changed to another of the same length', async () => {
    const base = await existing('conflict');
    const theirs = { ...fieldsOf(base), query: base.query.replace('auth', 'vpns') };
    assert.equal(theirs.query.length, base.query.length);
    await client.send(updateScheduledQuery(base.guid, theirs));

    const result = await safeUpdate(base, { ...base, query: 'table mine' });
    assert.ok(result.outcome === 'conflict');
    assert.equal(result.current?.query, theirs.query);
    assert.equal((await client.send(getScheduledQuery(base.guid)))?.query, theirs.query);
  });

  it('ignores that the query ran meanwhile', async () => {
    const base = await existing('ran meanwhile');
    const seen = { ...base, resultState: 'failed', lastRunTime: '2026-01-01 00:00:00+0000' };

    assert.deepEqual(await safeUpdate(seen, { ...base, enabled: false }), { outcome: 'done' });
  });

  it('reports a deleted record', async () => {
    const base = { ...scheduledQueryFields(), guid: otherGuid };
    assert.deepEqual(await safeUpdate(base, base), { outcome: 'conflict', current: undefined });
  });

  it('ignores the order of node types and empty versus absent texts', () => {
    const one = scheduledQueryFields({ description: '', nodeTypes: ['data', 'control'] });
    const other = scheduledQueryFields({ description: undefined, nodeTypes: ['control', 'data'] });
    assert.deepEqual(differingFields(one, other), []);
  });

  it('names the fields that differ', () => {
    const changes = {
      name: 'other',
      description: 'other',
      enabled: false,
      query: 'table other',
      triggerType: 'workflow',
      cronSchedule: undefined,
      precedingGuid: otherGuid,
      precedingAction: 'failed',
      nodeTypes: ['data'],
      outputParameter: true,
    };
    const all = Object.keys(changes);
    assert.deepEqual(differingFields(scheduledQueryFields(), scheduledQueryFields(changes)), all);
  });
});
