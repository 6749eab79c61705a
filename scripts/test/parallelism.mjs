import { availableParallelism } from 'node:os';

/**
 * How many steps, and how many windows of the end-to-end tests, are at work at a time. Two keep two cores busy; on a
 * larger machine each has a second core for its other processes.
 */
export function atATime() {
  return Math.max(2, Math.floor(availableParallelism() / 2));
}
