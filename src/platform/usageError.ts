/** The user started the program with something that it does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
