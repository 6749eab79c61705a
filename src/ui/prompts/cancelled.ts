/** A person changed their mind. Thrown through a command to its end, where it is no failure. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** A person pressed the back button of a flow; see `runSteps`. */
export class BackRequested extends Error {
  override readonly name = 'WentBack';
}

/** By name: in tests the script that goes back comes from another bundle. */
export function isBackRequested(error: unknown): boolean {
  return error instanceof Error && error.name === 'WentBack';
}

const names = ['Cancelled', 'WentBack', 'AbortError', 'Canceled', 'CancellationError'];

/** Also true for what an aborted signal and VS Code itself throw. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && names.includes(error.name);
}
