import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';

/** The module with which VS Code resolves proxies; there is no API for it. */
const proxyModule = '@vscode/proxy-agent';

type Resolve = (address: string) => Promise<unknown>;

let resolver: Resolve | undefined;

/**
 * The system proxy for an address, including PAC files, resolved by VS Code, which on a remote host asks the
 * local machine if the settings require it. Undefined for a direct connection.
 */
export async function systemProxy(address: string): Promise<string | undefined> {
  resolver ??= findResolver();
  const proxy = await resolver(address).catch(() => undefined);
  return typeof proxy === 'string' && proxy !== '' ? proxy : undefined;
}

/** If VS Code moves the module, only settings and environment are used. */
function findResolver(): Resolve {
  const load = createRequire(path.join(vscode.env.appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      const found: unknown = load(path.join(vscode.env.appRoot, folder, proxyModule));
      if (offersResolver(found)) return async (address) => found.resolveProxyURL(address);
    } catch {
      // Not in this folder.
    }
  }
  return () => Promise.resolve(undefined);
}

function offersResolver(module: unknown): module is { readonly resolveProxyURL: Resolve } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'resolveProxyURL' in module &&
    typeof module.resolveProxyURL === 'function'
  );
}
