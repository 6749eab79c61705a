import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { QueryRefreshes } from '../../../../../src/extension/features/drafts/queryRefreshes';

const address = { connection: 'Lab', guid: 'g' };

describe('An open query', () => {
  let now: number;
  let asked: string[];
  let responses: { resolve: () => void; reject: () => void }[];
  let signals: AbortSignal[];
  let drawn: number;
  let refreshes: QueryRefreshes;

  /** Waits for the responses to all requests. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    [now, asked, responses, signals, drawn] = [0, [], [], [], 0];
    refreshes = new QueryRefreshes(
      {
        refresh: (_address, signal) => {
          asked.push('text');
          if (signal) signals.push(signal);
          return new Promise((resolve, reject) => {
            responses.push({ resolve: () => resolve(undefined), reject: () => reject(new Error('deleted')) });
          });
        },
      },
      {
        poll: () => Promise.resolve(void asked.push('lenses')),
        refresh: () => {
          drawn += 1;
        },
      },
      () => now,
    );
  });

  afterEach(() => mock.timers.reset());

  /** Queries have changed, and none of them is visible. */
  const outdate = (): void => {
    refreshes.refreshSoon(() => []);
    mock.timers.tick(200);
  };

  const show = async (timestamp: number): Promise<void> => {
    now = timestamp;
    void refreshes.refresh(address);
    responses.at(-1)?.resolve();
    await settle();
  };

  it('is read again when its tab is activated, after 15 seconds at the earliest', async () => {
    await show(0);
    assert.deepEqual(asked, ['text', 'lenses']);
    await show(14_999);
    assert.equal(asked.length, 2);
    await show(15_000);
    assert.equal(asked.length, 4);
  });

  // The stored text of a rule is often still that of the platform, and then nothing else is told of its record.
  it('has its lenses drawn again when its record was read, although its text is the same', async () => {
    void refreshes.refresh(address);
    assert.equal(drawn, 0);
    responses.at(-1)?.resolve();
    await settle();
    assert.equal(drawn, 1);
  });

  it('is read at once when queries have changed, it was closed meanwhile, or it could not be read', async () => {
    await show(0);
    outdate();
    await show(1);
    assert.equal(asked.length, 4);
    refreshes.leave(address);
    await show(2);
    assert.equal(asked.length, 6);
    refreshes.leave(address);
    void refreshes.refresh(address);
    responses.at(-1)?.reject();
    await settle();
    await show(3);
    assert.deepEqual(asked.slice(6), ['text', 'text', 'lenses']);
  });

  it('is not polled after its tab is closed or the window ends', async () => {
    void refreshes.refresh(address);
    refreshes.leave(address);
    responses[0]?.resolve();
    await settle();
    assert.deepEqual([asked, signals[0]?.aborted], [['text'], true]);
    void refreshes.refresh({ ...address, guid: 'other' });
    refreshes.dispose();
    assert.equal(signals[1]?.aborted, true);
  });
});
