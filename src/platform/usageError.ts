/** Invalid command line arguments or environment. */
export class UsageError extends Error {}
