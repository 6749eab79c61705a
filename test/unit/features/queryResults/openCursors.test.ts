import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/api/client';
import { OpenCursors } from '../../../../src/features/queryResults/openCursors';
import type { QueryRun, QueryRunDeps } from '../../../../src/features/queryResults/queryRun';
import { lab as connection } from '../../../support/labConnection';
import { clientFor, suiteApp } from '../../../support/startApp';
import { JsonMemory } from '../../../support/jsonMemory';
import { newRun } from './support';

const endless = `json "{'n':1}" | repeat count=100000 over=600s`;

describe('The cursors that a window holds', () => {
  const app = suiteApp();
  let client: PlatformClient;

  before(() => {
    client = clientFor(app);
  });

  after(() => client[Symbol.asyncDispose]());

  const runOf = (text: string, changes?: Partial<QueryRunDeps>): QueryRun =>
    newRun(text, () => Promise.resolve(client), changes);

  /** By plain HTTP: a query that the platform no longer has is rejected. */
  async function held({ queryId }: QueryRun): Promise<boolean> {
    const { status } = await app.call('master', `GET /api/core/queries/${String(queryId)}`);
    assert.ok(status === 200 || status === 403, String(status));
    return status === 200;
  }

  it('are dropped when the window closes, running or not', async () => {
    const cursors = new OpenCursors(new JsonMemory());
    const runs = [endless, `json "{'a':1}"`].map((text) => runOf(text));
    for (const run of runs) await cursors.start(run, connection);
    assert.deepEqual(await Promise.all(runs.map(held)), [true, true]);

    await cursors.dropAll();
    assert.deepEqual(await Promise.all(runs.map(held)), [false, false]);
  });

  it('are dropped after a crash of the extension host, by the next one', async () => {
    const kept = new JsonMemory();
    const run = runOf(endless);
    await new OpenCursors(kept).start(run, connection);

    // Nothing of the first one is left but what it wrote down.
    await new OpenCursors(kept).dropLeftBehind((name) =>
      Promise.resolve(name === connection.name ? client : undefined),
    );
    assert.equal(await held(run), false);
  });

  it('stay recorded when they cannot be dropped, for the next window to drop them', async () => {
    const kept = new JsonMemory();
    const cursors = new OpenCursors(kept);
    const run = runOf(endless, { end: () => Promise.reject(new Error('deleted')) });
    await cursors.start(run, connection);
    await assert.rejects(cursors.drop(run), /deleted/);
    await cursors.dropAll();

    await new OpenCursors(kept).dropLeftBehind(() => Promise.resolve(client));
    assert.equal(await held(run), false);
  });

  it('are dropped one by one, and only by the window that opened them', async () => {
    const kept = new JsonMemory();
    const cursors = new OpenCursors(kept);
    const run = runOf(endless);
    await cursors.start(run, connection);
    const looking = runOf(endless);
    looking.attach(run.queryId ?? 0);
    await cursors.drop(looking);
    assert.equal(await held(run), true);

    const left = kept.get('openCursors') as object[];
    await kept.update('openCursors', [{ connection: 'Deleted', queryId: 1, text: '' }, ...left]);
    await new OpenCursors(kept).dropLeftBehind((name) =>
      name === 'Deleted' ? Promise.reject(new Error('no connection')) : Promise.resolve(client),
    );
    assert.equal(await held(run), false);
    assert.equal(kept.get('openCursors'), undefined);
  });

  it('are kept when their ID belongs to another query now', async () => {
    const kept = new JsonMemory();
    const run = runOf(endless);
    await new OpenCursors(kept).start(run, connection);
    await kept.update('openCursors', [{ connection: 'Lab', queryId: run.queryId, text: 'table other' }]);

    await new OpenCursors(kept).dropLeftBehind(() => Promise.resolve(client));
    assert.equal(await held(run), true);
  });
});
