import { createRequire } from 'node:module';
import path from 'node:path';

/** The module with which VS Code resolves proxies; there is no API for it. */
const proxyModule = '@vscode/proxy-agent';

type Resolve = (address: string) => Promise<unknown>;

interface ProxyModule {
  readonly resolveProxyURL: Resolve;
}

/** The system proxy for an address; undefined for a direct connection. */
export type SystemProxy = (address: string) => Promise<string | undefined>;

/**
 * Finds the system proxy, including PAC files, as the VS Code in this folder does, which on a remote host asks the
 * local machine if the settings require it.
 */
export function systemProxyOf(appRoot: string): SystemProxy {
  const resolve = findResolver(appRoot);
  return async (address) => {
    const proxy = await resolve(address).catch(() => undefined);
    return typeof proxy === 'string' && proxy !== '' ? proxy : undefined;
  };
}

/** If VS Code moves the module, only settings and environment are used. */
function findResolver(appRoot: string): Resolve {
  const load = createRequire(path.join(appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      const found = Object(load(path.join(appRoot, folder, proxyModule))) as Partial<ProxyModule>;
      if (typeof found.resolveProxyURL === 'function')
        return async (address) => found.resolveProxyURL?.(address);
    } catch {
      // Not in this folder.
    }
  }
  return () => Promise.resolve(undefined);
}
