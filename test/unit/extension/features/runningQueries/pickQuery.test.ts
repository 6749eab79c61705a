import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mock } from 'node:test';
import { cancelQuery, pickQuery } from '../../../../../src/extension/features/runningQueries/pickQuery';
import { ownQuery } from '../../../../../src/core/interface/ownQueries';
import type { Platforms } from '../../../../../src/extension/ui/connections/connection';
import { QueryEnds } from '../../../../../src/extension/ui/panels/queryEnds';
import type { Choice, Prompts, SearchQuestion } from '../../../../../src/extension/ui/prompts/prompts';
import { eventually } from '../../../../support/eventually';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { clientStub } from '../../../../support/clientStub';
import { each } from '../../../../support/each';
import { lab } from '../../../../support/labConnection';

const listed: Record<string, unknown>[] = [
  { id: 3, query_string: 'table web\n  | stats count', login_name: 'kim', is_finished: false },
  { id: 4, query: 'table fw', is_finished: true, is_cancelled: false },
  { id: 12, query_string: `table ${'x'.repeat(300)}`, login_name: 7, is_finished: true, is_cancelled: true },
  { id: 13, query_string: 'table w', is_finished: false, is_cancelled: true },
  { id: 5, query_string: ownQuery('system queries') },
  { id: 'none', query_string: 'table y' },
  { id: 0, query_string: 'table z' },
];

describe('A query to show or cancel', () => {
  const picked = { ...lab, name: 'Picked' };
  let isRejected: boolean;
  let isBusy: boolean;
  let dropped: number[];
  let asked: unknown[];

  beforeEach(() => ([isRejected, isBusy, dropped, asked] = [false, false, [], []]));

  // No server: the list is given up after three seconds, which pass on a busy machine.
  const client = clientStub({
    'GET query': ({ query }, signal) => {
      asked.push(query);
      if (isBusy && signal) return once(signal, 'abort').then(() => Promise.reject(new Error('aborted')));
      return isRejected ? Promise.reject(new Error('no permission')) : listed;
    },
    'DELETE cursors/*': ({ path: [, id] }) => void dropped.push(Number(id)),
  });
  const platforms = {
    find: (name: string) => (name === 'Lab' ? lab : undefined),
    pick: () => Promise.resolve(picked),
    clientFor: () => Promise.resolve(client),
  } as unknown as Platforms;

  /** What is offered for a typed text. */
  async function offered(
    text: string | undefined,
    runningOnly = false,
    { signal } = new AbortController(),
  ): Promise<readonly Choice<unknown>[]> {
    let choices: readonly Choice<unknown>[] = [];
    const search = async <Value>({ find }: SearchQuestion<Value>): Promise<Value> => {
      const found = await find(text, signal);
      ({ choices } = found);
      assert.equal(found.total, choices.length);
      return 1 as Value;
    };
    await pickQuery({ search } as Prompts, platforms, ['Lab'], { title: 'Show', runningOnly });
    return choices;
  }

  it('is that of the command when it names a connection and has a valid ID', async () => {
    const pick = async (args: readonly unknown[]): Promise<unknown> =>
      pickQuery({ search: () => Promise.resolve(99) } as unknown as Prompts, platforms, args, {
        title: 'Show',
        runningOnly: false,
      });

    for (const id of [1, 2_147_483_647]) {
      assert.deepEqual(await pick(['Lab', id]), { connection: lab, value: id });
    }
    for (const id of [0, -1, 1.5, 2_147_483_648, '3', undefined]) {
      assert.deepEqual(await pick(['Lab', id]), { connection: lab, value: 99 }, String(id));
    }
    for (const name of ['Elsewhere', undefined]) {
      assert.deepEqual(await pick([name, 3]), { connection: picked, value: 99 });
    }
  });

  it('is offered from the list of the platform, without the query that lists them', async () => {
    assert.deepEqual(await offered(undefined), [
      {
        label: 'Query 3',
        description: 'Running · kim',
        detail: 'table web | stats count',
        icon: 'pulse',
        value: 3,
      },
      { label: 'Query 4', description: 'Finished', detail: 'table fw', icon: 'pass', value: 4 },
      {
        label: 'Query 12',
        description: 'Canceled or failed',
        detail: `table ${'x'.repeat(194)}`,
        icon: 'circle-slash',
        value: 12,
      },
      {
        label: 'Query 13',
        description: 'Cancel requested',
        detail: 'table w',
        icon: 'stop-circle',
        value: 13,
      },
    ]);
    assert.deepEqual(asked, [{ q: ownQuery('system queries'), limit: 200 }]);
    assert.deepEqual(each(await offered(undefined, true), 'value'), [3, 13]);
  });

  it('is found by its text or a part of its ID, and offered by its typed ID once', async () => {
    for (const [text, values] of [
      ['fw', [4]],
      ['3', [3, 13]],
      ['2', [2, 12]],
      [' 7 ', [7]],
      ['1.5', []],
      ['-3', []],
      [' ', [3, 4, 12, 13]],
      ['nothing', []],
    ] as const) {
      assert.deepEqual(each(await offered(text), 'value'), values, text);
    }
    assert.deepEqual((await offered('2'))[0], { label: 'Query 2', icon: 'pulse', value: 2 });
  });

  it('can be typed when the platform lists none', async () => {
    isRejected = true;

    assert.deepEqual(each(await offered('12'), 'value'), [12]);
  });

  it('can be typed when all slots are busy, and the list is canceled after three seconds or with the question', async () => {
    const waited: number[] = [];
    const timer = new AbortController();
    const question = new AbortController();
    const clock = mock.method(
      AbortSignal,
      'timeout',
      (milliseconds: number) => (waited.push(milliseconds) === 1 ? timer : new AbortController()).signal,
    );
    try {
      isBusy = true;
      for (const [index, end] of [timer, question].entries()) {
        const offering = offered('12', false, question);
        await eventually(() => asked.length > index);
        end.abort();
        assert.deepEqual(each(await offering, 'value'), [12]);
      }
      assert.deepEqual(waited, [3000, 3000]);
    } finally {
      clock.mock.restore();
    }
  });

  it('is dropped after the user agrees, and every view is notified before and after', async () => {
    const ends = new QueryEnds();
    const received: unknown[] = [];
    let finish = (): void => undefined;
    ends.onDidChange(({ connection, queryId, state, waitFor }) => {
      received.push({ connection, queryId, state });
      // What a page still needs of the query.
      if (state === 'ending') waitFor(new Promise<void>((resolve) => (finish = resolve)));
    });
    const cancel = async (...responses: ConstructorParameters<typeof ScriptedPrompts>[0]) =>
      cancelQuery(new ScriptedPrompts(responses), platforms, ends, ['Lab', 3]);

    await assert.rejects(cancel('cancel'));
    assert.deepEqual(received, []);
    const canceled = cancel({ confirm: 'Cancel Query' });
    await eventually(() => received.length === 1);
    assert.deepEqual(dropped, []);
    finish();
    await canceled;

    assert.deepEqual(dropped, [3]);
    assert.deepEqual(
      received,
      ['ending', 'ended'].map((state) => ({ connection: 'Lab', queryId: 3, state })),
    );
  });
});
