import assert from 'node:assert/strict';
import { OverviewModel } from '../../../../../src/extension/features/overview/overviewModel';
import type { OverviewReader } from '../../../../../src/extension/features/overview/overviewReader';
import type { OverviewState } from '../../../../../src/core/pages/overview';
import { fillAuditLog } from '../../../../support/auditEntries';
import { hiddenValues } from '../../../../support/hiddenValues';
import { clientFor, startApp } from '../../../../support/startApp';
import type { Caller, RunningApp } from '../../../../support/startApp';
import { addRows, addTable } from '../../../../support/tables';
import { firstView as view, overviewReader } from './support';

const path = '/api/core/scheduled-queries';
type Shown = Pick<OverviewState, 'attention' | 'load' | 'chains' | 'tables'>;

/** What an account with this key sees after everything was requested. */
async function seenBy(app: RunningApp, caller: Caller): Promise<Shown & { readonly reader: OverviewReader }> {
  await using client = clientFor(app, caller);
  const reader = overviewReader(() => Promise.resolve(client));
  await reader.poll(new AbortController().signal);
  return { ...new OverviewModel(reader, () => new Map()).state(view), reader };
}

function linesOf({ attention }: Shown): readonly string[] {
  return (attention?.items ?? []).map(({ kind, subject, sentence }) => `${kind} ${subject}: ${sentence}`);
}

describe('The overview of a real platform', function () {
  this.timeout(60_000);

  it('reports a source that became silent, and not one that is idle at this time every week', async () => {
    await using app = await startApp();
    for (const table of ['steady', 'weekly', 'fresh']) await addTable(app, table);
    const hours = (from: number, to: number, step: number): string =>
      `SELECT date_trunc('hour', now()::TIMESTAMP) - to_hours(i) AS _time, 'a log' AS line FROM range(${from}, ${to}, ${step}) numbers(i)`;
    await addRows(app, 'steady', hours(6, 24 * 34, 1));
    await addRows(app, 'weekly', hours(48, 24 * 34, 24 * 7));
    await addRows(app, 'fresh', hours(0, 24 * 34, 1));
    const seen = await seenBy(app, 'master');
    assert.deepEqual(linesOf(seen), [
      'silent steady: No logs for 6 hours. In 4 of the last 4 weeks, logs arrived at this time.',
    ]);
    assert.deepEqual(seen.tables?.first?.rows.map(({ name, state }) => `${name} ${state}`).toSorted(), [
      'fresh fresh',
      'steady silent',
      'weekly fresh',
    ]);
  });

  it('shows a member the tables, and says what could not be checked', async () => {
    await using app = await startApp();
    await addTable(app, 'web');
    const { attention, load, chains, tables, reader } = await seenBy(app, 'member');
    assert.deepEqual([load, chains, tables?.total], [null, null, 1]);
    assert.deepEqual(
      attention?.gaps.map((gap) => gap.split('.')[0]),
      ['Not checked: scheduled queries', 'Not checked: rejected writes'],
    );
    // What was rejected is not asked for again by itself.
    assert.equal(await reader.poll(new AbortController().signal), 'rest');
  });

  it('is complete on a platform with only the public interface', async () => {
    await using app = await startApp({ strictInterface: true });
    await addTable(app, 'web');
    const nightly = { name: 'nightly', query: 'json "{}"', enabled: 'true', trigger_type: 'cron' };
    await app.call('admin', `POST ${path}`, { form: { ...nightly, cron_schedule: '0 3 * * *' } });
    const seen = await seenBy(app, 'master');
    assert.deepEqual(seen.attention, { items: [], isChecking: false, gaps: [] });
    assert.deepEqual([seen.load?.schedules, seen.chains?.alone, seen.tables?.total], [1, 1, 1]);
  });

  for (const strictInterface of [false, true]) {
    const other = strictInterface ? 'searches older entries' : 'checks all of them';
    const title = `${other} if a platform ${strictInterface ? 'cannot filter' : 'filters'} by result`;
    it(`reports a rejected write of a day with more audit log entries than are read, and ${title}`, async () => {
      await using app = await startApp({ strictInterface });
      await app.call('member', `POST ${path}`, { form: { name: 'mine', query: 'json "{}"' } });
      // All of them are newer than the rejection, for example those of a backtest.
      await fillAuditLog(app, 600, new Date(Date.now() + 700_000));
      const { attention } = await seenBy(app, 'master');
      assert.deepEqual(
        attention?.items.map(({ kind, subject }) => [kind, subject]),
        [['rejected', 'member']],
      );
      const searched = 'Older audit log entries that were only searched for “no-permission”: 101.';
      assert.deepEqual(attention.gaps, strictInterface ? [searched] : []);
    });
  }

  it('masks users when sensitive values are hidden', async () => {
    await using app = await startApp();
    await app.call('member', `POST ${path}`, { form: { name: 'mine', query: 'json "{}"' } });
    const { reader } = await seenBy(app, 'master');
    const model = new OverviewModel(reader, () => new Map());
    const subjects = (): readonly string[] =>
      (model.state(view).attention?.items ?? []).map(({ subject }) => subject);
    assert.deepEqual(subjects(), ['member']);
    {
      using _ = hiddenValues();
      assert.deepEqual(subjects(), ['user1-masked']);
    }
    assert.deepEqual(subjects(), ['member']);
  });
});
