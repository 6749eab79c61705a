import { availableParallelism } from 'node:os';

/**
 * The number of concurrent steps, and of windows of the end-to-end tests. Two keep two cores busy; on a
 * larger machine each has a second core for its other processes.
 */
export function atATime() {
  return Math.max(2, Math.floor(availableParallelism() / 2));
}
