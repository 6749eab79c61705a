import assert from 'node:assert/strict';
import { PollScheduler } from '../../../src/ui/pollScheduler';
import type { Polled } from '../../../src/ui/pollScheduler';
import { eventually } from '../../support/eventually';

const fast = { interval: () => 5, random: () => 0.5 };

describe('PollScheduler', () => {
  it('asks each watched query once a round', async () => {
    const scheduler = new PollScheduler(fast);
    const watched = Array.from({ length: 50 }, () => new Counted());
    for (const each of watched) scheduler.add(each);
    await eventually(() => watched.every(({ polls }) => polls >= 5));
    scheduler.dispose();

    const polls = watched.map((each) => each.polls);
    assert.ok(Math.max(...polls) - Math.min(...polls) <= 1, `polls: ${polls.join(' ')}`);
  });

  it('forgets what is over', async () => {
    const scheduler = new PollScheduler(fast);
    const over = new Counted(() => 'stop');
    const going = new Counted();
    scheduler.add(over);
    scheduler.add(going);
    await eventually(() => going.polls >= 4);
    scheduler.dispose();

    assert.equal(over.polls, 1);
  });

  it('comes back slower while nothing answers, and at once when asked to', async () => {
    const scheduler = new PollScheduler({ interval: () => 20, random: () => 0.5 });
    const silent = new Counted(() => {
      throw new Error('no answer');
    });
    scheduler.add(silent);
    await eventually(() => silent.polls >= 5);
    const gaps = silent.gaps();
    assert.ok(gaps[3]! >= 2 * gaps[0]!, `gaps: ${gaps.join(' ')}`);

    const before = silent.polls;
    const asked = performance.now();
    scheduler.pollNow();
    await eventually(() => silent.polls > before, { every: 1 });
    assert.ok(performance.now() - asked < gaps[3]!);
    scheduler.dispose();
  });

  it('aborts what is under way when nothing is watched any more', async () => {
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

class Counted implements Polled {
  readonly #times: number[] = [];

  constructor(private readonly answer: () => 'goOn' | 'stop' = () => 'goOn') {}

  get polls(): number {
    return this.#times.length;
  }

  gaps(): readonly number[] {
    return this.#times.slice(1).map((time, index) => time - this.#times[index]!);
  }

  async poll(): Promise<'goOn' | 'stop'> {
    this.#times.push(performance.now());
    return Promise.resolve(this.answer());
  }
}
