import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Polling, PollScheduler } from '../../../../../src/extension/ui/panels/polling';
import type { Polled } from '../../../../../src/extension/ui/panels/polling';
import { eventually } from '../../../../support/eventually';

const minute = 60_000;

/** The focus of a window, set by the test. */
class Focus {
  #listener: ((state: { focused: boolean }) => void) | undefined;

  readonly event = (listener: (state: { focused: boolean }) => void): { dispose(): void } => {
    this.#listener = listener;
    return { dispose: () => (this.#listener = undefined) };
  };

  setFocused(focused: boolean): void {
    this.#listener?.({ focused });
  }
}

describe('The polling of a window', () => {
  let focus: Focus;
  let polling: Polling;
  let received: boolean[];

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    focus = new Focus();
    polling = new Polling(() => 1000, focus.event);
    received = [];
    polling.onDidChangeAway(() => received.push(polling.canSee({ visible: true })));
  });

  afterEach(() => {
    polling.dispose();
    mock.timers.reset();
  });

  it('pauses a minute after the user has left, and continues when the user returns', () => {
    focus.setFocused(false);
    mock.timers.tick(minute - 1);
    assert.deepEqual([polling.canSee({ visible: true }), received], [true, []]);
    mock.timers.tick(1);
    assert.deepEqual(received, [false]);
    focus.setFocused(true);
    assert.deepEqual([received, polling.canSee({ visible: false })], [[false, true], false]);
  });
});

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
  polls = 0;

  async poll(): Promise<'continue'> {
    this.polls += 1;
    return Promise.resolve('continue');
  }
}
