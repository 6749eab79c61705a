import * as vscode from 'vscode';
import type { NetworkSettings } from '../../api/dispatcher';
import type { Connection } from '../../ui/connections/connection';
import { readAuthorities, systemAuthorities } from './certificateFile';
import { resolveNetwork } from '../../api/resolveNetwork';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The network settings of VS Code and the environment, read for each connection attempt. */
export async function readNetwork(connection: Connection): Promise<NetworkSettings> {
  const http = vscode.workspace.getConfiguration('http');
  return resolveNetwork(
    connection.baseUrl,
    {
      proxy: http.get<unknown>('proxy'),
      noProxy: http.get<unknown>('noProxy'),
      proxySupport: http.get<unknown>('proxySupport'),
      proxyStrictSsl: http.get<unknown>('proxyStrictSSL'),
      proxyAuthorization: http.get<unknown>('proxyAuthorization'),
    },
    process.env,
    authoritiesFor(connection, http.get<unknown>('systemCertificates') !== false),
    systemProxy,
  );
}

function authoritiesFor({ baseUrl, caFile }: Connection, trustsSystem: boolean): readonly string[] {
  if (!baseUrl.toLowerCase().startsWith('https:')) return [];
  const own = caFile === undefined ? [] : readAuthorities(caFile);
  return trustsSystem ? [...systemAuthorities(process.platform, process.env), ...own] : own;
}

/** The module with which VS Code resolves proxies; there is no API for it. */
const proxyModule = '@vscode/proxy-agent';

type Resolve = (address: string) => Promise<unknown>;

interface ProxyModule {
  readonly resolveProxyURL: Resolve;
}

let resolver: Resolve | undefined;

/**
 * The system proxy for an address, including PAC files, resolved by VS Code, which on a remote host asks the
 * local machine if the settings require it. Undefined for a direct connection.
 */
async function systemProxy(address: string): Promise<string | undefined> {
  resolver ??= findResolver();
  const proxy = await resolver(address).catch(() => undefined);
  return typeof proxy === 'string' && proxy !== '' ? proxy : undefined;
}

/** If VS Code moves the module, only settings and environment are used. */
function findResolver(): Resolve {
  const load = createRequire(path.join(vscode.env.appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      const found = Object(load(path.join(vscode.env.appRoot, folder, proxyModule))) as Partial<ProxyModule>;
      if (typeof found.resolveProxyURL === 'function')
        return async (address) => found.resolveProxyURL?.(address);
    } catch {
      // Not in this folder.
    }
  }
  return () => Promise.resolve(undefined);
}
