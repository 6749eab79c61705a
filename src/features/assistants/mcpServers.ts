import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { assistantAccessOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { readSettings } from '../../ui/settings/settings';
import type { AssistantDeps } from './assistantDeps';
import { networkEnvironment } from './networkEnvironment';

/** The definition of an MCP server in VS Code 1.101 and later. */
export interface McpServerDefinition {
  readonly label: string;
  readonly env: Readonly<Record<string, string | number | null>>;
}

type McpStdioServerDefinition = new (
  label: string,
  command: string,
  args: string[],
  env: Readonly<Record<string, string>>,
  version: string,
) => McpServerDefinition;

/**
 * One server for each connection that assistants may access, if the package contains the command line. VS
 * Code stores the definitions, so they do not contain the key.
 */
export function mcpServers({ platforms, extensionPath }: AssistantDeps): McpServerDefinition[] {
  const offered = platforms.all().filter((connection) => accessOf(connection) !== 'off');
  return offered.flatMap((connection) => serverFor(connection, extensionPath, environmentFor(connection)));
}

function serverFor(
  connection: Connection,
  extensionPath: string,
  environment: Readonly<Record<string, string>>,
): McpServerDefinition[] {
  const program = path.join(extensionPath, 'dist', 'cli.js');
  const { McpStdioServerDefinition: Definition } = vscode as unknown as {
    readonly McpStdioServerDefinition?: McpStdioServerDefinition;
  };
  if (Definition === undefined || !existsSync(program)) return [];
  const access = accessOf(connection);
  const words = [program, ...wordsFor(connection)];
  // The access is the version, because VS Code reads the tools again when the version changes.
  return [new Definition(labelOf(connection), process.execPath, words, environment, access)];
}

/** Called when the server starts: adds the key and the proxy settings in a new definition. */
export async function withKey(
  { label }: McpServerDefinition,
  { platforms, readKey, readNetwork, extensionPath }: AssistantDeps,
): Promise<McpServerDefinition | undefined> {
  const connection = platforms.all().find((one) => labelOf(one) === label);
  const key = connection && (await readKey(connection));
  if (connection === undefined || key === undefined || accessOf(connection) === 'off') return undefined;
  const environment = {
    ...environmentFor(connection),
    ...networkEnvironment(await readNetwork(connection)),
    LOGBENCH_API_KEY: key,
  };
  return serverFor(connection, extensionPath, environment)[0];
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
  const trustsSystem = vscode.workspace.getConfiguration('http').get<unknown>('systemCertificates');
  return {
    // Extensions run in Electron, which this variable turns into Node.
    ELECTRON_RUN_AS_NODE: '1',
    ...(trustsSystem === false ? {} : { NODE_USE_SYSTEM_CA: '1' }),
    LOGBENCH_PRIVACY_COLUMNS: readSettings().privacyColumns.join(','),
    ...(caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile }),
  };
}
