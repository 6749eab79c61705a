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

  it('polls within half a minute however long nothing has responded', async () => {
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

  it('varies its interval by a tenth, so that windows do not poll together', async () => {
    for (const [random, wait] of [
      [0, 900],
      [1, 1100],
    ] as const) {
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const scheduler = new PollScheduler({ interval: () => 1000, random: () => random });
        const watched = new Counted();
        scheduler.add(watched);
        for (const [tick, polls] of [
          [0, 1],
          [wait - 1, 1],
          [2, 2],
        ] as const) {
          mock.timers.tick(tick);
          await new Promise((resolve) => setImmediate(resolve));
          assert.equal(watched.polls, polls);
        }
        scheduler.dispose();
      } finally {
        mock.timers.reset();
      }
    }
  });

  it('continues for the others when one is removed, and polls once at a time when one is added again', async () => {
    const scheduler = new PollScheduler(fast);
    const rounds: { readonly signal: AbortSignal; readonly response: () => void }[] = [];
    const slow: Polled = {
      poll: (signal) =>
        new Promise((resolve) => {
          const response = (): void => {
            resolve('continue');
          };
          rounds.push({ signal, response });
        }),
    };
    const other = new Counted();
    scheduler.add(slow);
    scheduler.add(other);
    await eventually(() => rounds.length === 1);
    scheduler.remove(other);
    assert.equal(rounds[0]?.signal.aborted, false);
    scheduler.remove(slow);
    scheduler.add(slow);
    await eventually(() => rounds.length === 2);
    for (const { response } of rounds.slice(0, 1)) response();
    const clock = new PollScheduler(fast);
    const passing = new Counted();
    clock.add(passing);
    await eventually(() => passing.polls >= 3);
    assert.equal(rounds.length, 2, 'the round that was left starts no other');
    clock.dispose();
    scheduler.dispose();
  });

  it('leaves no round behind when everything is removed', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const scheduler = new PollScheduler({ interval: () => 1000, random: () => 0.5 });
      const polled = new Counted();
      const pollsAfter = async (wait: number): Promise<number> => {
        mock.timers.tick(wait);
        await new Promise((resolve) => setImmediate(resolve));
        return polled.polls;
      };
      scheduler.add(polled);
      assert.equal(await pollsAfter(0), 1);
      assert.equal(await pollsAfter(400), 1);
      scheduler.remove(polled);
      scheduler.add(polled);
      assert.equal(await pollsAfter(0), 2);
      assert.equal(await pollsAfter(600), 2, 'the round of before would be due now');
      assert.equal(await pollsAfter(400), 3);
      scheduler.dispose();
    } finally {
      mock.timers.reset();
    }
  });

  it('allows any number of listeners without a warning', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    try {
      const scheduler = new PollScheduler(fast);
      const listening: Polled = {
        poll: (signal) => {
          for (let time = 0; time < 20; time++) signal.addEventListener('abort', () => undefined);
          return Promise.resolve('stop');
        },
      };
      const other = new Counted();
      scheduler.add(listening);
      scheduler.add(other);
      await eventually(() => other.polls >= 2);
      scheduler.dispose();
    } finally {
      process.off('warning', note);
    }
    assert.ok(!warnings.includes('MaxListenersExceededWarning'));
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
