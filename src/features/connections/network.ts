import * as vscode from 'vscode';
import type { NetworkSettings } from '../../api/transport';
import type { Connection } from '../../ui/connection';
import { readAuthorities } from './certificateFile';
import { resolveNetwork } from '../../api/resolveNetwork';
import { systemAuthorities } from './systemAuthorities';

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
    authoritiesFor(connection, http.get<unknown>('systemCertificates') !== false),
  );
}

function authoritiesFor({ baseUrl, caFile }: Connection, trustsSystem: boolean): readonly string[] {
  if (!baseUrl.toLowerCase().startsWith('https:')) return [];
  const own = caFile === undefined ? [] : readAuthorities(caFile);
  return trustsSystem ? [...systemAuthorities(process.platform, process.env), ...own] : own;
}
