import { setImmediate as nextTurn } from 'node:timers/promises';

/** The outcome of a promise that needs nothing but its own turn; fails at once where it would wait for ever. */
export function settledNow<T>(promise: Promise<T>): Promise<T> {
  const pending = nextTurn().then((): never => {
    throw new Error('It is still waiting.');
  });
  return Promise.race([promise, pending]);
}
