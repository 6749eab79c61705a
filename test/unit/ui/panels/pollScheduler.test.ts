import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PollScheduler } from '../../../../src/ui/panels/pollScheduler';
import type { Polled } from '../../../../src/ui/panels/pollScheduler';
import { eventually } from '../../../support/eventually';

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

  it('comes back within half a minute however long nothing has answered', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const scheduler = new PollScheduler({ interval: () => 1000, random: () => 0.5 });
      const silent = new Counted(() => {
        throw new Error('no answer');
      });
      scheduler.add(silent);
      for (let round = 1; round <= 12; round++) {
        mock.timers.tick(30_000);
        await new Promise((resolve) => setImmediate(resolve));
        assert.ok(silent.polls >= round, `${silent.polls} in ${round} half minutes`);
      }
      scheduler.dispose();
    } finally {
      mock.timers.reset();
    }
  });

  it('asks once at a time although it is asked to hurry', async () => {
    const scheduler = new PollScheduler(fast);
    const answers: (() => void)[] = [];
    const slow: Polled = {
      poll: async () =>
        new Promise((resolve) => {
          answers.push(() => {
            resolve('goOn');
          });
        }),
    };
    const recorder = new Counted();
    const others = new PollScheduler(fast);
    scheduler.add(slow);
    await eventually(() => answers.length === 1);
    scheduler.pollNow();
    others.add(recorder);
    await eventually(() => recorder.polls >= 3);
    assert.equal(answers.length, 1);
    answers[0]?.();
    await eventually(() => answers.length === 2);
    scheduler.dispose();
    others.dispose();
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
