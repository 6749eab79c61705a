import { availableParallelism } from 'node:os';

/**
 * The number of concurrent steps with windows, and of windows of the end-to-end tests. Two keep two cores busy; on a
 * larger machine each has a second core for its other processes.
 */
export function atATime() {
  return Math.max(2, Math.floor(availableParallelism() / 2));
}

/**
 * The number of concurrent steps. Without windows of VS Code, steps wait for other processes more often than they
 * compute together, so one more keeps all cores busy.
 * @param {readonly { opensWindows?: boolean }[]} steps
 */
export function lanesFor(steps) {
  return steps.some(({ opensWindows }) => opensWindows) ? atATime() : atATime() + 1;
}
