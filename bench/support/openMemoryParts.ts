import { openParts } from '../../src/platform/parts';
import type { Parts } from '../../src/platform/parts';

/** A platform in memory, without its HTTP server. What it would log fails the measurement. */
export function openMemoryParts(): Promise<Parts & AsyncDisposable> {
  return openParts({
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
