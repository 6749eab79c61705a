import * as vscode from 'vscode';
import type { NetworkSettings } from '../../../core/api/dispatcher';
import type { Connection } from '../../ui/connections/connection';
import { authoritiesFor, systemProxyOf } from './certificates';
import type { SystemProxy } from './certificates';
import { resolveNetwork } from '../../../core/api/resolveNetwork';

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

let resolver: SystemProxy | undefined;

async function systemProxy(address: string): Promise<string | undefined> {
  resolver ??= systemProxyOf(vscode.env.appRoot);
  return resolver(address);
}
