import assert from 'node:assert/strict';
import { lab as connection } from '../../../../support/labConnection';
import type { QueryRun } from '../../../../../src/extension/features/queryResults/queryRun';
import {
  resultsState,
  viewFor,
  runFailure,
} from '../../../../../src/extension/features/queryResults/resultsState';
import { firstView } from '../../../../../src/core/notebook/cellOutput';
import type { Operation } from '../../../../../src/core/api/operation';
import { createCursor, dropCursor } from '../../../../../src/core/api/operations/queries';
import { RejectedError } from '../../../../../src/core/api/errors';
import { HttpServer } from '../../../../support/httpServer';
import { clientStub } from '../../../../support/clientStub';
import { queryStatus } from '../../../../../src/core/interface/queryStatus';
import { bareStatus } from '../../../../support/queryStatusRecord';
import { newRun } from './support';

const shown = { name: 'a\u202eb', connection, document: null, text: 'table web', view: firstView };
const nothingRan = {
  connection: { ...connection, serverOffset: null },
  ...{ run: undefined, resultId: 0, exporting: null },
  ...{ tail: undefined, overTime: null, hint: null },
};

describe('The title of results', () => {
  it('keeps the text direction of the connection after a name that reverses it', () => {
    assert.equal(resultsState(shown, nothingRan).title, 'Results: a[U+202E]b · Lab');
  });
});

describe('The state of a page of results', () => {
  const columns = ['_time', '_table', '_id'].map((name) => ({ name, type: 'text' }) as const);

  async function running(): Promise<QueryRun> {
    const fieldOrder = columns.map(({ name }) => name);
    const client = clientStub({
      'GET queries/*': () => queryStatus.parse(bareStatus),
      'GET cursors/*': () => ({ rows: [], total: 10, fieldOrder, fieldTypes: undefined }),
    });
    const run = newRun('table web', client);
    run.attach(5);
    await run.poll(new AbortController().signal);
    return run;
  }

  function stateOf(run: QueryRun): ReturnType<typeof resultsState> {
    return resultsState(shown, { ...nothingRan, run });
  }

  it('has no ID of a query that was dropped', async () => {
    const run = await running();
    assert.equal(stateOf(run).queryId, 5);
    run.endedElsewhere();
    assert.equal(stateOf(run).queryId, null);
  });

  it('allows a live tail after its query has ended', async () => {
    const run = await running();
    assert.equal(stateOf(run).canTail, false);
    assert.equal(stateOf(Object.assign(run, { phase: 'finished' as const })).canTail, true);
  });

  it('counts the rows of a tail with those of the query, until not all are kept', async () => {
    const run = await running();
    run.setTail(true);
    const { tail } = run;
    assert.ok(tail);
    tail.rows = [[1], [2]];
    assert.equal(stateOf(run).rowCount, 12);
    tail.state = { ...tail.state, kept: 2 };
    assert.equal(stateOf(run).rowCount, 2);
  });

  it('opens the chart of another query that ends in timechart, and leaves it as the user has left it', () => {
    const isOpen = (before: string, text: string, chartOpen: boolean): boolean =>
      viewFor(text, { ...shown, text: before, view: { ...firstView, chartOpen } }).chartOpen;
    const chart = 'table web | timechart span=1h count';
    assert.equal(isOpen('table web', chart, false), true);
    assert.equal(isOpen(chart, `${chart} by host`, false), false);
    assert.equal(isOpen(chart, 'table web | stats count by host', true), false);
    assert.equal(isOpen('table web | stats count by a', 'table web | stats count by b', true), true);
  });

  it('begins with a new view for another query, and keeps the view of the same', () => {
    const zone = 'utc' as const;
    const view = { ...firstView, zone, sort: { column: 'a', descending: true }, filter: 'x', firstRow: 9 };
    assert.equal(viewFor('table web', { ...shown, view }), view);
    assert.deepEqual(viewFor('table other', { ...shown, view }), { ...firstView, zone });
  });
});

describe('A run that the platform rejected', () => {
  it('names the unknown command, with the message of the platform as detail', () => {
    const rejection = new RejectedError(400, 'invalid-query', '(92000) unsupported-command');

    const { message, detail } = runFailure(rejection, 'table a | walktest');

    assert.equal(message, 'Unknown command “walktest”.');
    assert.match(detail ?? '', /\(92000\) unsupported-command/);
  });
});

describe('A run whose request got no response', () => {
  /** The failure of a request that the platform received, and did not respond to. */
  async function lost(operation: Operation<unknown> = createCursor('table a')): Promise<unknown> {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    return await server.api.send(operation).catch((error: unknown) => error);
  }

  for (const text of ['table web_access | stats count by user', 'system queries']) {
    it(`can be tried again if the query only reads: ${text}`, async () => {
      const { message } = runFailure(await lost(), text);

      assert.doesNotMatch(message, /unknown whether/);
      assert.match(message, /Try again/);
    });
  }

  for (const text of ['table a | import b', 'table a | walktest']) {
    it(`must be checked first if the query changes something, or may: ${text}`, async () => {
      assert.match(runFailure(await lost(), text).message, /unknown whether the change was made/);
    });
  }

  it('can be tried again if it was to cancel the query', async () => {
    assert.doesNotMatch(runFailure(await lost(dropCursor(3)), 'table a').message, /unknown whether/);
  });
});
