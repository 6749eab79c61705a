import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PollScheduler } from '../../../../src/ui/panels/pollScheduler';
import type { Polled } from '../../../../src/ui/panels/pollScheduler';
import { eventually } from '../../../support/eventually';

const fast = { interval: () => 5, random: () => 0.5 };

describe('PollScheduler', () => {
  it('polls each query once a round', async () => {
    const scheduler = new PollScheduler(fast);
    const watched = Array.from({ length: 50 }, () => new Counted());
    for (const each of watched) scheduler.add(each);
    await eventually(() => watched.every(({ polls }) => polls >= 5));
    scheduler.dispose();

    const polls = watched.map((each) => each.polls);
    assert.ok(Math.max(...polls) - Math.min(...polls) <= 1, `polls: ${polls.join(' ')}`);
  });

  it('removes a query that is over', async () => {
    const scheduler = new PollScheduler(fast);
    const over = new Counted(() => 'stop');
    const going = new Counted();
    scheduler.add(over);
    scheduler.add(going);
    await eventually(() => going.polls >= 4);
    scheduler.dispose();

    assert.equal(over.polls, 1);
  });

  it('waits twice as long after each round without a response, and polls at once when asked to', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const scheduler = new PollScheduler({ interval: () => 20, random: () => 0.5 });
      const polledAt: number[] = [];
      let now = 0;
      scheduler.add({ poll: () => Promise.reject(new Error(`no response ${polledAt.push(now)}`)) });
      for (; now <= 600; now += 10) {
        mock.timers.tick(now === 0 ? 0 : 10);
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.deepEqual(polledAt, [0, 40, 120, 280, 600]);

      scheduler.pollNow();
      mock.timers.tick(0);
      assert.equal(polledAt.length, 6);
      scheduler.dispose();
    } finally {
      mock.timers.reset();
    }
  });

  it('polls once at a time although it is told to poll now', async () => {
    const scheduler = new PollScheduler(fast);
    const responses: (() => void)[] = [];
    const slow: Polled = {
      poll: async () =>
        new Promise((resolve) => {
          responses.push(() => {
            resolve('continue');
          });
        }),
    };
    const recorder = new Counted();
    const others = new PollScheduler(fast);
    scheduler.add(slow);
    await eventually(() => responses.length === 1);
    scheduler.pollNow();
    others.add(recorder);
    await eventually(() => recorder.polls >= 3);
    assert.equal(responses.length, 1);
    responses[0]?.();
    await eventually(() => responses.length === 2);
    scheduler.dispose();
    others.dispose();
  });

  it('keeps its interval while responses come, and returns to it after failures', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const scheduler = new PollScheduler({ interval: () => 1000, random: () => 0.5 });
      let polls = 0;
      let response: () => 'continue' | 'rest' = () => 'continue';
      const polled: Polled = {
        poll: () => {
          polls += 1;
          return Promise.resolve().then(response);
        },
      };
      const after = async (...waits: readonly number[]): Promise<number> => {
        for (const wait of waits) {
          mock.timers.tick(wait);
          await new Promise((resolve) => setImmediate(resolve));
        }
        return polls;
      };
      scheduler.add(polled);
      assert.equal(await after(0), 1);
      response = () => 'rest';
      assert.equal(await after(1000, 1000, 1000), 4);
      response = silence;
      assert.equal(await after(1000, 1000), 5, 'two seconds are not over');
      assert.equal(await after(1000), 6);
      response = () => 'continue';
      assert.equal(await after(4000, 1000), 8);
      response = () => {
        throw new DOMException('Aborted', 'AbortError');
      };
      assert.equal(await after(1000, 1000), 10);
      response = silence;
      assert.equal(await after(1000), 11);
      scheduler.pollNow();
      assert.equal(await after(0, 2000), 13, 'earlier silence is forgotten');
      scheduler.dispose();
    } finally {
      mock.timers.reset();
    }
  });

  it('aborts the current request when everything is removed', async () => {
    const scheduler = new PollScheduler(fast);
    let seen: AbortSignal | undefined;
    const hanging: Polled = {
      poll: async (signal) => {
        seen = signal;
        return new Promise(() => undefined);
      },
    };
    scheduler.add(hanging);
    const signal = await eventually(() => seen);
    scheduler.remove(hanging);

    assert.equal(signal.aborted, true);
  });
});

function silence(): never {
  throw new Error('no answer');
}

class Counted implements Polled {
  readonly #times: number[] = [];

  constructor(private readonly response: () => 'continue' | 'stop' = () => 'continue') {}

  get polls(): number {
    return this.#times.length;
  }

  async poll(): Promise<'continue' | 'stop'> {
    this.#times.push(performance.now());
    return Promise.resolve(this.response());
  }
}
