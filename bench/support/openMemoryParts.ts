import { openServices } from '../../src/platform/services';
import type { Services } from '../../src/platform/services';

/** An in-memory platform without its HTTP server. Logged errors fail the measurement. */
export function openMemoryParts(): Promise<Services & AsyncDisposable> {
  return openServices({
    dataFolder: undefined,
    product: 'core',
    trustedProxies: undefined,
    strictInterface: false,
    queryTimeout: Infinity,
    auditRetention: Infinity,
    demo: false,
    timeZone: 'UTC',
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
}
