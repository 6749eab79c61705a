import assert from 'node:assert/strict';
import { OwnPlatform } from '../../../../../src/extension/features/localPlatform/ownPlatform';

/** A platform that runs until it is stopped or killed. */
class Process {
  isRunning = true;
  killed = false;
  #exit = (): void => undefined;

  onExit(listener: () => void): void {
    if (this.isRunning) this.#exit = listener;
    else listener();
  }

  async stop(): Promise<void> {
    this.end();
    return Promise.resolve();
  }

  kill(): void {
    this.killed = true;
  }

  end(): void {
    this.isRunning = false;
    this.#exit();
  }
}

describe('The local platform of a window', () => {
  let started: Process[];
  let received: boolean[];
  let launch: () => Promise<Process>;
  let own: OwnPlatform;

  beforeEach(() => {
    [started, received] = [[], []];
    launch = () => {
      const process = new Process();
      started.push(process);
      return Promise.resolve(process);
    };
    own = new OwnPlatform(
      () => launch(),
      (isRunning) => Promise.resolve(void received.push(isRunning)),
    );
  });

  it('is started once, however often it is requested', async () => {
    await Promise.all([own.start(), own.start()]);
    await own.start();
    assert.deepEqual([started.length, received], [1, [true]]);
  });

  it('is started although an earlier start failed', async () => {
    const works = launch;
    launch = () => Promise.reject(new Error('no place'));
    await assert.rejects(own.start(), /no place/);
    assert.deepEqual([await own.stop(), received], [false, []]);
    launch = works;
    await own.start();
    assert.deepEqual([started.length, received], [1, [true]]);
  });

  it('notifies of its end when it was stopped or ends by itself, and can be started again', async () => {
    assert.equal(await own.stop(), false);
    await own.start();
    assert.equal(await own.stop(), true);
    assert.deepEqual(received, [true, false]);
    assert.equal(await own.stop(), false, 'there is none any more');
    await own.start();
    started[1]?.end();
    assert.deepEqual(received, [true, false, true, false]);
    await own.start();
    assert.equal(started.length, 3);
  });

  it('ends with the window', async () => {
    own.kill();
    await own.start();
    own.kill();
    assert.equal(started[0]?.killed, true);
  });
});
