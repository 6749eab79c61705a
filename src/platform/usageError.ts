/** Invalid command line arguments or environment. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
