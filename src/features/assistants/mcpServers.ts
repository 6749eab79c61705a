import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { assistantAccessOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { readSettings } from '../../ui/settings/settings';
import type { AssistantDeps } from './assistantDeps';

/** What VS Code from 1.101 on starts a server by. */
export interface McpServerDefinition {
  readonly label: string;
  env: Record<string, string | number | null>;
}

type McpStdioServerDefinition = new (
  label: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  version: string,
) => McpServerDefinition;

/**
 * One server for each connection that assistants may have something of, where this package carries the command line.
 * VS Code keeps what it is told here, so the key is not in it.
 */
export function mcpServers({ platforms, extensionPath }: AssistantDeps): McpServerDefinition[] {
  const program = path.join(extensionPath, 'dist', 'cli.js');
  const { McpStdioServerDefinition: Definition } = vscode as unknown as {
    readonly McpStdioServerDefinition?: McpStdioServerDefinition;
  };
  if (Definition === undefined || !existsSync(program)) return [];
  const offered = platforms.all().filter((connection) => accessOf(connection) !== 'off');
  return offered.map(
    (connection) =>
      new Definition(
        labelOf(connection),
        process.execPath,
        [program, ...wordsFor(connection)],
        environmentFor(connection),
        // Another one makes VS Code ask again which tools there are.
        accessOf(connection),
      ),
  );
}

/** Asked for when the server is about to start: from now on it needs the key. */
export async function withKey<Server extends McpServerDefinition>(
  server: Server,
  { platforms, readKey }: AssistantDeps,
): Promise<Server | undefined> {
  const connection = platforms.all().find((one) => labelOf(one) === server.label);
  const key = connection && (await readKey(connection));
  if (key === undefined) return undefined;
  server.env = { ...server.env, LOGBENCH_API_KEY: key };
  return server;
}

function labelOf({ name }: Connection): string {
  return t('Logbench: {0}', name);
}

function accessOf(connection: Connection): ReturnType<typeof assistantAccessOf> {
  return connection.found === true ? readSettings().assistantLocalPlatform : assistantAccessOf(connection);
}

function wordsFor(connection: Connection): string[] {
  const { baseUrl, product, environment } = connection;
  const access = accessOf(connection);
  return ['mcp', '--url', baseUrl, '--product', product, '--environment', environment, '--access', access];
}

function environmentFor({ caFile }: Connection): Record<string, string> {
  return {
    // On a desktop, what runs extensions is Electron, which is Node when it is told so.
    ELECTRON_RUN_AS_NODE: '1',
    LOGBENCH_PRIVACY_COLUMNS: readSettings().privacyColumns.join(','),
    ...(caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile }),
  };
}
