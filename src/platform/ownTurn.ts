import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop of its own. Long work between whose steps nothing has to be waited for, such as
 * the text of many rows, would otherwise block all requests.
 */
export function ownTurn(): Promise<void> {
  return (last = last.then(() => setImmediate()));
}
