import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { PlatformClient } from '../../../../src/api/client';
import { OverviewModel } from '../../../../src/features/overview/overviewModel';
import type { OverviewReader } from '../../../../src/features/overview/overviewReader';
import { hideValues } from '../../../../src/shared/privacy/hiddenValues';
import { Masker } from '../../../../src/shared/privacy/masker';
import type { OverviewState, OverviewView } from '../../../../src/shared/protocol/overview';
import { startApp } from '../../../support/startApp';
import type { Caller, RunningApp } from '../../../support/startApp';
import { addRows, addTable } from '../../../support/tables';
import { overviewReader } from './support';

const path = '/api/core/scheduled-queries';
const view: OverviewView = {
  zone: 'utc',
  timeZone: 'UTC',
  week: 0,
  sort: { column: 'size', descending: true },
  filter: '',
  widths: {},
  selected: null,
};

type Shown = Pick<OverviewState, 'attention' | 'load' | 'chains' | 'tables'>;

/** What somebody with the key of this account sees once everything was asked for. */
async function seenBy(app: RunningApp, caller: Caller): Promise<Shown & { readonly reader: OverviewReader }> {
  await using client = new PlatformClient({
    baseUrl: app.baseUrl,
    product: 'core',
    readKey: () => Promise.resolve(app.keys[caller]),
  });
  const reader = overviewReader(
    () => Promise.resolve(client),
    () => undefined,
  );
  await reader.poll(new AbortController().signal);
  return { ...new OverviewModel(reader, () => new Map()).state(view), reader };
}

async function create(
  app: RunningApp,
  name: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const { body } = await app.call('admin', `POST ${path}`, {
    form: { name, query: 'json "{}"', enabled: 'true', ...form },
  });
  return z.object({ guid: z.string() }).parse(body).guid;
}

function linesOf({ attention }: Shown): readonly string[] {
  return (attention?.items ?? []).map(({ kind, subject, sentence }) => `${kind} ${subject}: ${sentence}`);
}

describe('The overview of a real platform', function () {
  this.timeout(60_000);

  it('finds a source that fell silent, and not one that rests as usual', async () => {
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
      ['Scheduled queries could not be checked', 'Rejected writes could not be checked'],
    );
    // What was rejected is not asked for again by itself.
    assert.equal(await reader.poll(new AbortController().signal), 'rest');
  });

  it('is complete on a platform with only the public interface', async () => {
    await using app = await startApp({ strictInterface: true });
    await addTable(app, 'web');
    await create(app, 'nightly', { trigger_type: 'cron', cron_schedule: '0 3 * * *' });
    const seen = await seenBy(app, 'master');
    assert.deepEqual(seen.attention, { items: [], isChecking: false, gaps: [] });
    assert.deepEqual([seen.load?.schedules, seen.chains?.alone, seen.tables?.total], [1, 1, 1]);
  });

  it('masks users when sensitive values are hidden', async () => {
    await using app = await startApp();
    await app.call('member', `POST ${path}`, { form: { name: 'mine', query: 'json "{}"' } });
    const { reader } = await seenBy(app, 'master');
    const model = new OverviewModel(reader, () => new Map());
    const subjects = (): readonly string[] =>
      (model.state(view).attention?.items ?? []).map(({ subject }) => subject);
    assert.deepEqual(subjects(), ['member']);
    hideValues(new Masker());
    assert.deepEqual(subjects(), ['user1-masked']);
    hideValues(undefined);
    assert.deepEqual(subjects(), ['member']);
  });
});
