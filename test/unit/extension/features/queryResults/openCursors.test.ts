import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { dropCursor } from '../../../../../src/core/api/operations/queries';
import { OpenCursors } from '../../../../../src/extension/features/queryResults/openCursors';
import type { QueryRun, QueryRunDeps } from '../../../../../src/extension/features/queryResults/queryRun';
import { clientStub } from '../../../../support/clientStub';
import { lab as connection } from '../../../../support/labConnection';
import { eventually } from '../../../../support/eventually';
import { clientFor, suiteApp } from '../../../../support/startApp';
import { JsonMemory } from '../../../../support/jsonMemory';
import { newRun } from './support';

const { signal } = new AbortController();
const endless = `json "{'n':1}" | repeat count=100000 over=600s`;

describe('The cursors that a window holds', () => {
  const app = suiteApp();
  let client: PlatformClient;

  before(() => {
    client = clientFor(app);
  });

  after(() => client[Symbol.asyncDispose]());

  const runOf = (text: string, changes?: Partial<QueryRunDeps>): QueryRun => newRun(text, client, changes);

  async function start(cursors: OpenCursors, run: QueryRun, panel: typeof shown): Promise<void> {
    await run.start();
    await cursors.add(run, panel);
  }

  /** By plain HTTP: a query that the platform no longer has is rejected. */
  async function held({ queryId }: QueryRun): Promise<boolean> {
    const { status } = await app.call('master', `GET /api/core/queries/${String(queryId)}`);
    assert.ok(status === 200 || status === 403, String(status));
    return status === 200;
  }

  const shown = { connection, name: 'a', document: 'file:a' };
  const find = { connection, document: 'file:a', text: endless };
  const all = (): boolean => true;

  it('are dropped when the window closes, unless their query is running', async () => {
    const kept = new JsonMemory();
    const cursors = new OpenCursors(kept);
    const [running, finished] = [endless, `json "{'a':1}"`].map((text) => runOf(text));
    assert.ok(running && finished);
    for (const run of [running, finished]) await start(cursors, run, shown);
    await eventually(async () => (await finished.poll(signal)) === 'stop');

    await cursors.dropAll();
    // The panels are disposed of with the window.
    assert.equal(await cursors.drop(running), false);
    assert.deepEqual(await Promise.all([running, finished].map(held)), [true, false]);

    const next = new OpenCursors(kept);
    assert.equal(next.take({ ...find, document: 'file:b' }), undefined);
    assert.equal(next.take({ ...find, text: 'table a' }), undefined);
    assert.equal(next.take(find), running.queryId);
    assert.equal(next.take(find), undefined);
    await client.send(dropCursor(running.queryId ?? 0));
  });

  it('are dropped by the next window when no panel shows them', async () => {
    const kept = new JsonMemory();
    const runs = [runOf(endless), runOf(endless)];
    // Nothing of the first one is left but what it wrote down.
    const crashed = new OpenCursors(kept);
    for (const [index, run] of runs.entries()) await start(crashed, run, { ...shown, name: String(index) });
    await new OpenCursors(kept).dropLeft(
      (name) => (name === connection.name ? client : undefined),
      ({ name }) => name === '1',
    );
    assert.deepEqual(await Promise.all(runs.map(held)), [true, false]);
    await new OpenCursors(kept).dropLeft(() => client, all);
    assert.equal(kept.get('openCursors'), undefined);
  });

  it('stay recorded when they cannot be dropped, for the next window to drop them', async () => {
    const kept = new JsonMemory();
    const cursors = new OpenCursors(kept);
    const run = runOf(endless, { end: () => Promise.reject(new Error('deleted')) });
    await start(cursors, run, shown);
    await assert.rejects(cursors.drop(run), /deleted/);
    await cursors.dropAll();

    await new OpenCursors(kept).dropLeft(() => client, all);
    assert.equal(await held(run), false);
  });

  it('are dropped one by one, and only by the window that opened them', async () => {
    const kept = new JsonMemory();
    const cursors = new OpenCursors(kept);
    const run = runOf(endless);
    await start(cursors, run, shown);
    const looking = runOf(endless);
    looking.attach(run.queryId ?? 0);
    assert.equal(await cursors.drop(looking), false);
    assert.equal(await held(run), true);

    const left = kept.get('openCursors') as object[];
    await kept.update('openCursors', [
      { connection: 'Deleted', queryId: 1, text: '', name: 'a', document: null },
      ...left,
    ]);
    const gone = clientStub({});
    const drop = (name: string): PlatformClient => (name === 'Deleted' ? gone : client);
    await new OpenCursors(kept).dropLeft(drop, all);
    assert.equal(await held(run), false);
    assert.equal(kept.get('openCursors'), undefined);
  });

  it('are kept when their ID belongs to another query now', async () => {
    const kept = new JsonMemory();
    const run = runOf(endless);
    await start(new OpenCursors(kept), run, shown);
    await kept.update('openCursors', [
      { connection: 'Lab', queryId: run.queryId, text: 'table other', name: 'a', document: null },
    ]);

    await new OpenCursors(kept).dropLeft(() => client, all);
    assert.equal(await held(run), true);
  });
});
