import * as vscode from 'vscode';
import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import { startsLocked } from '../../ui/connection';
import type { Connection } from '../../ui/connection';
import type { ConnectionSource } from '../../ui/connectionSource';
import type { DocumentConnections } from '../../ui/documentConnections';
import { connectionOf } from '../../ui/explorerNode';
import { ExplainedError } from '../../ui/failureText';
import type { PanelConnections } from '../../ui/panelConnections';
import type { Platforms } from '../../ui/platforms';
import type { Redactor } from '../../shared/redact';
import type { Workbench } from '../../ui/workbench';
import { ApiKeys } from './apiKeys';
import { ConnectedPlatforms } from './connectedPlatforms';
import type * as Actions from './connectionActions';
import type { ConnectionParts } from './connectionParts';
import { Connections } from './connections';
import { KeyBindings } from './keyBindings';
import { KnownNames } from './knownNames';
import { showSettingsProblems } from './settingsProblems';
import { showConnectionStatus } from './connectionStatus';

/** Everything the user is connected to, for all features; to be disposed of by the caller. */
export interface OpenPlatforms extends vscode.Disposable {
  readonly platforms: Platforms;
  /** Shows in the status bar which connection the active editor belongs to. To be disposed of by the caller. */
  readonly showStatus: (documents: DocumentConnections) => vscode.Disposable;
  /** For assistants: requests that say so, and only read. */
  readonly assistantClientFor: (connection: Connection) => Promise<PlatformClient>;
  readonly readKey: (connection: Connection) => Promise<string | undefined>;
}

export function registerConnections(
  workbench: Workbench,
  redactor: Redactor,
  found: ConnectionSource,
  { secrets, globalState: memory, extension }: vscode.ExtensionContext,
  panels: PanelConnections,
): OpenPlatforms {
  const { commands, prompts, documents, log } = workbench;
  const connections = new Connections(
    new ApiKeys(secrets, process.env, redactor, new KeyBindings(memory), isInBrowser()),
    found,
  );
  const platforms = new ConnectedPlatforms(
    connections,
    prompts,
    new KnownNames(memory),
    redactor,
    panels,
    log,
    versionOf(extension.packageJSON),
  );
  const parts = { connections, platforms, prompts, openKeyQuestions: new Map<string, Promise<void>>() };
  const registrations = vscode.Disposable.from(
    platforms,
    connections,
    commands.registerAll(connectionCommands(parts)),
    showSettingsProblems(prompts),
    platforms.onDidChange((change) => {
      if (change === 'connections') documents.renewFailed();
    }),
  );
  return {
    platforms,
    showStatus: (documents) => showConnectionStatus(platforms, documents, panels),
    assistantClientFor: async (connection) => platforms.assistantClientFor(connection),
    readKey: async (connection) => connections.readKey(connection),
    dispose: () => {
      registrations.dispose();
    },
  };
}

function versionOf(manifest: unknown): string {
  const { version } = Object(manifest) as { readonly version?: unknown };
  return typeof version === 'string' ? version : '0';
}

function isInBrowser(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Web;
}

type Action = (...given: readonly unknown[]) => Promise<void>;

function connectionCommands(parts: ConnectionParts): Readonly<Record<string, Action>> {
  const actions = async (): Promise<typeof Actions> => import('./connectionActions');
  return {
    'logbench.connection.add': async () => (await actions()).addConnection(parts),
    'logbench.connection.edit': async (...given) =>
      (await actions()).editConnection(parts, await askedToChange(parts, given, t('Edit Connection'))),
    'logbench.connection.remove': async (...given) =>
      (await actions()).removeConnection(parts, await askedToChange(parts, given, t('Remove Connection'))),
    'logbench.connection.setApiKey': async (...given) =>
      (await actions()).setApiKey(parts, await asked(parts, given, t('Set API Key'))),
    'logbench.connection.test': async (...given) =>
      (await actions()).testConnection(parts, await asked(parts, given, t('Test Connection'))),
    'logbench.connection.unlockWrites': async (...given) => {
      const connection = await asked(parts, given, t('Unlock Writes'), startsLocked);
      const { unlockWrites } = await import('./unlockWrites');
      await unlockWrites(connection, parts.platforms.locks, parts.prompts);
    },
    'logbench.connection.export': async () => (await import('./connectionExchange')).exportConnections(parts),
    'logbench.connection.import': async () => (await import('./connectionExchange')).importConnections(parts),
  };
}

/** The connection that the command was called on, or the one the person picks. */
async function asked(
  { platforms }: ConnectionParts,
  given: readonly unknown[],
  title: string,
  suits?: (connection: Connection) => boolean,
): Promise<Connection> {
  return connectionOf(given) ?? platforms.pick(title, suits);
}

/** A connection that is there by itself cannot be edited or removed. */
async function askedToChange(
  parts: ConnectionParts,
  given: readonly unknown[],
  title: string,
): Promise<Connection> {
  const connection = await asked(parts, given, title, ({ found }) => found !== true);
  if (connection.found !== true) return connection;
  const sentence = t(
    '{0} runs on this machine and is not in the settings. Stop it instead.',
    connection.name,
  );
  throw new ExplainedError(sentence);
}
