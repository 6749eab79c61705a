import * as vscode from 'vscode';
import type { NetworkSettings } from '../../api/transport';
import type { Connection } from '../../ui/connection';
import { readAuthorities } from './certificateFile';
import { resolveNetwork } from './resolveNetwork';

/** The way to a service as VS Code's own settings and the environment describe it, read anew each time. */
export function readNetwork(connection: Connection): NetworkSettings {
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
    connection.caFile === undefined ? [] : readAuthorities(connection.caFile),
  );
}
