import assert from 'node:assert/strict';
import type { ScheduledQueryFields } from '../../src/platform/schedule';
import { deleteRecords, startApp, suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';

const fields: ScheduledQueryFields = {
  name: '',
  description: undefined,
  enabled: false,
  query: 'table a',
  trigger: { type: 'cron', schedule: '0 0 * * *' },
  nodeTypes: ['control', 'data'],
  outputParameter: true,
};

describe('changes of scheduled queries that wait for the disk together', () => {
  const app = suiteApp();
  beforeEach(() => deleteRecords(app));

  it('are rejected one by one, and each sees those before it', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await addQueries(app, 4);
    const { scheduledQueries } = app.parts;

    const outcomes = await whileWritesWait(app, () => [
      scheduledQueries.update(first, named('free'), 'admin'),
      scheduledQueries.update(second, named('free'), 'admin'),
      scheduledQueries.update(second, named('query 0'), 'admin'),
      scheduledQueries.remove([third], () => true),
      scheduledQueries.update(third, named('deleted'), 'admin'),
      scheduledQueries.create(named('query 2'), 'admin'),
      scheduledQueries.update(fourth, named('changed'), 'admin'),
      scheduledQueries.remove([fourth], () => true),
    ]);

    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'made')),
      [
        'made',
        'HttpError: duplicated name: free',
        'made',
        'made',
        `HttpError: scheduled query not found: ${third}`,
        'made',
        'made',
        'made',
      ],
    );
    assert.deepEqual(namesOf(app), ['free', 'query 0', 'query 2']);
    const stored = await app.parts.database.read('SELECT name FROM scheduled_query ORDER BY name');
    assert.deepEqual(
      stored.map(({ name }) => name),
      namesOf(app),
    );
  });

  it('are all undone when one of them cannot be written', async () => {
    const [first = '', second = ''] = await addQueries(app, 2);
    const { scheduledQueries } = app.parts;
    const fail = (): never => {
      throw new Error('no room');
    };

    const outcomes = await whileWritesWait(app, () => [
      scheduledQueries.update(first, named('one'), 'admin'),
      scheduledQueries.update(second, named('other'), 'admin', fail),
    ]);

    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.deepEqual(namesOf(app), ['query 0', 'query 1']);
    await scheduledQueries.update(first, named('later'), 'admin');
    assert.deepEqual(namesOf(app), ['later', 'query 1']);

    const { database } = app.parts;
    const write = database.write.bind(database);
    database.write = () => {
      database.write = write;
      return Promise.reject(new Error('no transaction'));
    };
    const made = ['three', 'four'].map((name) => scheduledQueries.create(named(name), 'admin'));
    for (const one of made) await assert.rejects(one, /no transaction/);
    assert.deepEqual(namesOf(app), ['later', 'query 1']);
  });

  it('are read back unchanged after a restart', async () => {
    await using folder = await temporaryFolder();
    let received: unknown;
    {
      await using app = await startApp({ dataFolder: folder.path });
      const { scheduledQueries } = app.parts;
      const [first = '', second = ''] = await addQueries(app, 2);
      const trigger = { type: 'workflow', precedingGuid: second, action: 'failed' } as const;
      await scheduledQueries.update(
        first,
        { ...named('dependent'), trigger, nodeTypes: undefined },
        'master',
      );
      const started = new Date(1_700_000_000_123);
      await scheduledQueries.recordStart(second, { due: started, started });
      const run = { elapsedMilliseconds: 7, rows: 0 };
      await scheduledQueries.recordEnd(second, { result: 'failed', ...run, reason: 'x' });
      received = rejectionOf(app);
    }
    await using again = await startApp({ dataFolder: folder.path });
    assert.deepEqual(rejectionOf(again), received);
  });
});

/** All fields that have a value. */
function rejectionOf({ parts }: RunningApp): unknown {
  const { total, items } = parts.scheduledQueries.list({ keywords: [] }, 0, 10);
  const known = (item: object): [string, unknown][] =>
    Object.entries(item).filter(([, value]) => value !== undefined);
  return { total, items: items.map((item) => Object.fromEntries(known(item))) };
}

function named(name: string): ScheduledQueryFields {
  return { ...fields, name };
}

/** Named `query 0` and so on; their GUIDs. */
async function addQueries(app: RunningApp, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_query, index) => `query ${index}`);
  return Promise.all(names.map((name) => app.parts.scheduledQueries.create(named(name), 'admin')));
}

/** Asks for all the changes while another write is under way, and waits for what becomes of them. */
async function whileWritesWait(
  app: RunningApp,
  change: () => Promise<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const outcomes: Promise<unknown>[] = [];
  await app.parts.database.write(async () => {
    outcomes.push(...change());
    await Promise.resolve();
  });
  return Promise.allSettled(outcomes);
}

function namesOf(app: RunningApp): string[] {
  return app.parts.scheduledQueries.list({ keywords: [] }, 0, 100).items.map(({ name }) => name);
}
