import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';

/** The module with which VS Code resolves proxies for all extensions; it has no interface of its own for that. */
const proxyModule = '@vscode/proxy-agent';

type Resolve = (address: string) => Promise<unknown>;

let resolver: Resolve | undefined;

/**
 * The proxy of the system for an address, or what its PAC file says, found out by VS Code itself: on a remote host it
 * asks the user's own machine where the settings want that. Undefined goes straight.
 */
export async function systemProxy(address: string): Promise<string | undefined> {
  resolver ??= findResolver();
  const proxy = await resolver(address).catch(() => undefined);
  return typeof proxy === 'string' && proxy !== '' ? proxy : undefined;
}

/** A VS Code that keeps it elsewhere leaves what settings and environment say. */
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
