import assert from 'node:assert/strict';
import { nothingRead, readRunsParts } from '../../src/extension/features/scheduledRuns/readRunsParts';
import type { RunsParts } from '../../src/extension/features/scheduledRuns/readRunsParts';
import type { PlatformClient } from '../../src/core/api/client';
import { ExplainedError } from '../../src/extension/ui/failures/failureText';
import { eventually } from '../support/eventually';
import { clientFor, suiteApp } from '../support/startApp';

const path = '/api/core/scheduled-queries';

describe('The page of runs on a real platform', () => {
  const app = suiteApp();

  const noCommits = (): Promise<undefined> => Promise.resolve(undefined);

  async function shown(
    guid: string,
    role: 'admin' | 'master' = 'master',
    commits: Parameters<typeof readRunsParts>[2] = noCommits,
    reported: (change: Partial<RunsParts>) => void = () => undefined,
  ): Promise<RunsParts> {
    await using client = clientFor(app, role);
    let parts: RunsParts = nothingRead;
    const report = (change: Partial<RunsParts>): void => {
      parts = { ...parts, ...change };
      reported(change);
    };
    await readRunsParts(() => Promise.resolve(client), guid, commits, report, new AbortController().signal);
    return parts;
  }

  it('shows why there is no client, such as for a connection that was removed', async () => {
    const removed = new ExplainedError('There is no connection “lab”.');
    const received: Partial<RunsParts>[] = [];
    const report = (change: Partial<RunsParts>): void => void received.push(change);
    const open = (): Promise<PlatformClient> => Promise.reject(removed);
    await readRunsParts(open, '', noCommits, report, new AbortController().signal);
    assert.deepEqual(
      received.map(({ failure }) => failure?.message),
      [removed.message],
    );
  });

  async function createReading(table: string): Promise<string> {
    await app.call('master', 'POST /api/core/tables', { form: { table } });
    const form = {
      ...{ name: `Reads ${table}`, query: `table ${table} | stats count`, trigger_type: 'cron' },
      ...{ cron_schedule: '* * * * * *', enabled: 'true' },
    };
    const { body } = await app.call('master', `POST ${path}`, { form });
    return (body as { readonly guid: string }).guid;
  }

  const hasFailed = (guid: string) => async (): Promise<boolean> =>
    (await shown(guid)).runs?.[0]?.outcome === 'failed';

  /** Twice, so that the query was created in an earlier second than the last run, and is no change after it. */
  const hasSucceeded = (guid: string) => async (): Promise<boolean> => {
    const { runs } = await shown(guid);
    return (runs ?? []).filter(({ outcome }) => outcome === 'succeeded').length > 1;
  };

  it('names the drop of a table that the query reads, and not that of another one', async () => {
    const guid = await createReading('visits');
    await eventually(hasSucceeded(guid));
    await app.call('master', 'POST /api/core/tables', { form: { table: 'visits_old' } });
    for (const table of ['visits_old', 'visits'])
      await app.call('master', `DELETE /api/core/tables/${table}`);
    await eventually(hasFailed(guid));

    const { failures, changes, rejection } = await shown(guid);

    assert.equal(failures?.isCurrent, true);
    assert.match(rejection ?? '', /table-not-found/);
    assert.deepEqual(
      changes?.items.map(({ user, text }) => [user, text]),
      [['master', 'Dropped table visits.']],
    );
  });

  it('names the changes of the audit log before Git has found its repositories, and then the commits too', async () => {
    const guid = await createReading('clicks');
    await eventually(hasSucceeded(guid));
    await app.call('master', 'DELETE /api/core/tables/clicks');
    await eventually(hasFailed(guid));
    const seen: (readonly string[] | undefined)[] = [];
    let release = (): void => undefined;
    const commit = { hash: 'a1', parent: undefined, time: 0, author: 'Kim', message: 'Read clicks' };
    const commits = new Promise<readonly (typeof commit)[]>((resolve) => {
      release = () => resolve([commit]);
    });
    const page = shown(
      guid,
      'master',
      () => commits,
      ({ changes }) => {
        if (changes == null) return;
        seen.push(changes.items.map(({ text }) => text));
        release();
      },
    );

    assert.equal((await page).commits?.length, 1);
    assert.deepEqual(seen, [['Dropped table clicks.'], ['Dropped table clicks.', 'Read clicks']]);
  });

  it('reads the runs without the role for the audit log, and says what is unknown', async () => {
    const guid = await createReading('hits');
    await eventually(hasSucceeded(guid));
    await app.call('master', 'DELETE /api/core/tables/hits');
    await eventually(hasFailed(guid));

    const { runs, changes, failure } = await shown(guid, 'admin');

    assert.equal(failure, null);
    assert.equal(runs?.[0]?.outcome, 'failed');
    assert.match(changes?.gaps.join() ?? '', /role MASTER/);
  });

  it('says that the query no longer exists', async () => {
    const { failure } = await shown('00000000-0000-4000-8000-000000000000');
    assert.match(failure?.message ?? '', /no longer exists/);
  });
});
