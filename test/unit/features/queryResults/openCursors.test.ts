import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { OpenCursors } from '../../../../src/features/queryResults/openCursors';
import { QueryRun } from '../../../../src/features/queryResults/queryRun';
import type { QueryRunDeps } from '../../../../src/features/queryResults/queryRun';
import { lab as connection } from '../../../support/labConnection';
import { clientFor, startApp } from '../../../support/startApp';
import type { RunningApp } from '../../../support/startApp';

const endless = `json "{'n':1}" | repeat count=100000 over=600s`;

describe('The cursors that a window holds', () => {
  let app: RunningApp;
  let client: ReturnType<typeof clientFor>;
  before(async () => {
    app = await startApp();
    client = clientFor(app);
  });
  after(async () => {
    await client[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  it('are dropped when the window closes, running or not', async () => {
    const cursors = new OpenCursors(memory());
    const runs = [endless, `json "{'a':1}"`].map((text) => runOf(text, client));
    for (const run of runs) await cursors.start(run, connection);
    assert.deepEqual(await Promise.all(runs.map((run) => held(app, run.queryId))), [true, true]);

    await cursors.dropAll();
    assert.deepEqual(await Promise.all(runs.map((run) => held(app, run.queryId))), [false, false]);
  });

  it('are dropped after an extension host that died, by the next one', async () => {
    const kept = memory();
    const run = runOf(endless, client);
    await new OpenCursors(kept).start(run, connection);

    // Nothing of the first one is left but what it wrote down.
    await new OpenCursors(kept).dropLeftBehind((name) =>
      Promise.resolve(name === connection.name ? client : undefined),
    );
    assert.equal(await held(app, run.queryId), false);
  });

  it('stay recorded when they cannot be dropped, for the next window to drop them', async () => {
    const kept = memory();
    const cursors = new OpenCursors(kept);
    const run = runOf(endless, client, () => Promise.reject(new Error('gone')));
    await cursors.start(run, connection);
    await assert.rejects(cursors.drop(run), /gone/);
    await cursors.dropAll();

    await new OpenCursors(kept).dropLeftBehind(() => Promise.resolve(client));
    assert.equal(await held(app, run.queryId), false);
  });

  it('are dropped one by one, and only by the window that opened them', async () => {
    const kept = memory();
    const cursors = new OpenCursors(kept);
    const run = runOf(endless, client);
    await cursors.start(run, connection);
    const looking = runOf(endless, client);
    looking.attach(run.queryId ?? 0);
    await cursors.drop(looking);
    assert.equal(await held(app, run.queryId), true);

    const left = kept.get('openCursors') as object[];
    await kept.update('openCursors', [{ connection: 'Gone', queryId: 1, text: '' }, ...left]);
    await new OpenCursors(kept).dropLeftBehind((name) =>
      name === 'Gone' ? Promise.reject(new Error('no connection')) : Promise.resolve(client),
    );
    assert.equal(await held(app, run.queryId), false);
    assert.equal(kept.get('openCursors'), undefined);
  });

  it('are kept when the ID has come to mean another query', async () => {
    const kept = memory();
    const run = runOf(endless, client);
    await new OpenCursors(kept).start(run, connection);
    await kept.update('openCursors', [{ connection: 'Lab', queryId: run.queryId, text: 'table other' }]);

    await new OpenCursors(kept).dropLeftBehind(() => Promise.resolve(client));
    assert.equal(await held(app, run.queryId), true);
  });
});

function runOf(
  text: string,
  client: ReturnType<typeof clientFor>,
  end: QueryRunDeps['end'] = async (_queryId, drop) => drop(),
): QueryRun {
  return new QueryRun(text, {
    client: () => Promise.resolve(client),
    end,
    watched: () => true,
    changed: () => undefined,
  });
}

/** Asked over plain HTTP: a query that the service has forgotten is rejected. */
async function held(app: RunningApp, queryId: number | null): Promise<boolean> {
  const { status } = await app.call('master', `GET /api/core/queries/${String(queryId)}`);
  assert.ok(status === 200 || status === 403, String(status));
  return status === 200;
}

/** What VS Code remembers for a window. */
function memory(): Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <Value>(key: string, otherwise?: Value) => (values.get(key) as Value | undefined) ?? otherwise,
    update: (key, value) => {
      values.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}
