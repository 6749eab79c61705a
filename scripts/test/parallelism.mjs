import { availableParallelism } from 'node:os';

/** How many windows of the end-to-end tests are open at a time: each has a second core for its other processes. */
export function windowsAtATime() {
  return Math.max(2, Math.floor(availableParallelism() / 2));
}

/** How many steps are at work at a time: windows and servers wait a good deal, so it takes three to keep two cores busy. */
export function stepsAtATime() {
  return Math.max(3, availableParallelism());
}
