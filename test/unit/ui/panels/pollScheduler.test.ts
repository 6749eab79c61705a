import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PollScheduler } from '../../../../src/ui/panels/polling';
import type { Polled } from '../../../../src/ui/panels/polling';
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
});

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
