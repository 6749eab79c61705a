/** The user canceled. Ends a command without being reported. */
export class CanceledError extends Error {
  override readonly name = 'CanceledError';
}

/** The user pressed the back button of a flow; see `runSteps`. */
export class BackRequested extends Error {
  override readonly name = 'BackRequested';
}

/** Compared by name, because tests throw the class of another bundle. */
export function isBackRequested(error: unknown): boolean {
  return error instanceof Error && error.name === 'BackRequested';
}

const names = [
  'CanceledError',
  'BackRequested',
  'WritesLockedError',
  'AbortError',
  'Canceled',
  'CancellationError',
];

/** Also true for errors of aborted signals and of VS Code. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && names.includes(error.name);
}
