import { availableParallelism } from 'node:os';

/**
 * How many steps, and how many windows of the end-to-end tests, are at work at a time. Windows and servers wait a
 * good deal, so two of them keep two cores busy; on a larger machine each has a second core for its other processes.
 */
export function besideEachOther() {
  return Math.max(2, Math.floor(availableParallelism() / 2));
}
