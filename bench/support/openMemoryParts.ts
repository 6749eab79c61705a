import type { Services } from '../../src/platform/services';
import { openParts } from '../../test/support/startApp';

/** An in-memory platform without its HTTP server. Logged errors fail the measurement. */
export function openMemoryParts(): Promise<Services & AsyncDisposable> {
  return openParts({ queryTimeout: Infinity }, (message, error) => {
    throw new Error(message, { cause: error });
  });
}
