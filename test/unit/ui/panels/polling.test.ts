import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Polling } from '../../../../src/ui/panels/polling';

const minute = 60_000;

/** The focus of a window, told by the test. */
class Focus {
  #listener: ((state: { focused: boolean }) => void) | undefined;

  readonly event = (listener: (state: { focused: boolean }) => void): { dispose(): void } => {
    this.#listener = listener;
    return { dispose: () => (this.#listener = undefined) };
  };

  get isReceived(): boolean {
    return this.#listener !== undefined;
  }

  tell(focused: boolean): void {
    this.#listener?.({ focused });
  }
}

describe('The polling of a window', () => {
  let focus: Focus;
  let polling: Polling;
  let told: boolean[];

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    focus = new Focus();
    polling = new Polling(() => 1000, focus.event);
    told = [];
    polling.onDidChangeAway(() => told.push(polling.canSee({ visible: true })));
  });

  afterEach(() => {
    polling.dispose();
    mock.timers.reset();
  });

  it('pauses a minute after the user has left, and continues when the user returns', () => {
    focus.tell(false);
    mock.timers.tick(minute - 1);
    assert.deepEqual([polling.canSee({ visible: true }), told], [true, []]);
    mock.timers.tick(1);
    assert.deepEqual(told, [false]);
    focus.tell(true);
    assert.deepEqual([told, polling.canSee({ visible: false })], [[false, true], false]);
  });
});
