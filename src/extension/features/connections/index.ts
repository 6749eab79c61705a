import * as vscode from 'vscode';
import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import { startsLocked } from '../../ui/connections/connection';
import type { Connection, ConnectionSource, Platforms } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { RecentRequests } from '../../ui/connections/recentRequests';
import { resolveConnection } from '../../ui/resolveTarget';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Memory } from '../../ui/memory';
import type { OpenUi } from '../../ui/openUi';
import type { PanelConnections } from '../../ui/panels/panelConnections';
import { ApiKeys } from './apiKeys';
import { ConnectedPlatforms } from './connectedPlatforms';
import { connectionInFront } from './pickConnection';
import type * as Actions from './connectionActions';
import type { ConnectionDeps } from './connectionDeps';
import { Connections } from './connections';
import type * as KeyActions from './keyActions';
import { KnownNames } from './knownNames';
import { UnusedKeys } from './unusedKeys';
import { unlockWrites } from './writeLocks';
import type { Prompts } from '../../ui/prompts/prompts';
import { onDidChangeSettings, readSettings } from '../../ui/settings/settings';
import { ConnectionNode } from '../../ui/explorer/explorerSection';
import { plainText } from '../../../core/privacy/plainText';
import { onDidChangeHiding } from '../../../core/privacy/hiddenValues';
import { connectionsInStatus, statusText } from './statusText';

/** The connected platforms, for all features; the caller disposes of them. */
export interface OpenPlatforms extends vscode.Disposable {
  readonly platforms: Platforms;
  /** Shows the connection of the active editor in the status bar. The caller disposes of it. */
  readonly showStatus: (documents: DocumentConnections) => vscode.Disposable;
  /** A client for assistants, which identifies them and only reads. */
  readonly assistantClientFor: (connection: Connection) => Promise<PlatformClient>;
  readonly readKey: (connection: Connection) => Promise<string | undefined>;
  /** The last requests of this window. */
  readonly requests: RecentRequests;
}

export function registerConnections(
  { ui, redactor }: OpenUi,
  found: ConnectionSource,
  { secrets, extension }: vscode.ExtensionContext,
  memory: Memory,
  panels: PanelConnections,
): OpenPlatforms {
  const { commands, prompts, documents, log } = ui;
  const isInBrowser = vscode.env.uiKind === vscode.UIKind.Web;
  const { connections: set } = readSettings();
  const keys = new ApiKeys(secrets, process.env, redactor, memory, set, isInBrowser);
  const connections = new Connections(keys, found);
  const platforms = new ConnectedPlatforms(
    connections,
    prompts,
    new KnownNames(memory),
    redactor,
    panels,
    log,
    versionOf(extension.packageJSON),
  );
  const unusedKeys = new UnusedKeys(() => connections.all(), keys, prompts);
  const deps = {
    connections,
    platforms,
    prompts,
    unusedKeys,
    openKeyQuestions: new Map<string, Promise<void>>(),
  };
  const registrations = vscode.Disposable.from(
    platforms,
    connections,
    commands.registerAll(connectionCommands(deps)),
    showSettingsProblems(prompts),
    connections.onDidChange(() => void unusedKeys.offer()),
    // Another window has set or removed a key, so rejected requests can be repeated.
    secrets.onDidChange(async ({ key }) => {
      if (await keys.secretChanged(key)) connections.keysChanged();
    }),
    platforms.onDidChange((change) => {
      if (change !== 'connections') return;
      documents.renewFailed();
      // Messages with buttons stay until they are closed, and an extension can hide them only together.
      if (ui.failures.asksForKey) void vscode.commands.executeCommand('notifications.hideToasts');
    }),
  );
  return {
    platforms,
    showStatus: (documents) => showConnectionStatus(platforms, documents, panels),
    assistantClientFor: async (connection) => platforms.assistantClientFor(connection),
    readKey: async (connection) => connections.readKey(connection),
    requests: platforms.requests,
    dispose: () => void registrations.dispose(),
  };
}

function versionOf(manifest: unknown): string {
  const { version } = Object(manifest) as { readonly version?: unknown };
  return typeof version === 'string' ? version : '0';
}

type Action = (...args: readonly unknown[]) => Promise<void>;

function connectionCommands(deps: ConnectionDeps): Readonly<Record<string, Action>> {
  const actions = async (): Promise<typeof Actions> => import('./connectionActions');
  const keys = async (): Promise<typeof KeyActions> => import('./keyActions');
  return {
    'logbench.connection.add': async () => (await actions()).addConnection(deps),
    'logbench.connection.edit': async (...args) =>
      (await actions()).editConnection(deps, await pickConnectionToChange(deps, args, t('Edit Connection'))),
    'logbench.connection.moveToGroup': async (...args) =>
      (await actions()).moveToGroup(deps, await pickConnectionToChange(deps, args, t('Move to Group'))),
    'logbench.connection.remove': async (...args) =>
      (await actions()).removeConnection(
        deps,
        await pickConnectionToChange(deps, args, t('Remove Connection')),
      ),
    'logbench.connection.setApiKey': async (...args) =>
      (await keys()).setApiKey(deps, await resolveConnection(deps.platforms, args, t('Set API Key'))),
    'logbench.connection.test': async (...args) =>
      (await keys()).testConnection(
        deps,
        await resolveConnection(deps.platforms, args, t('Test Connection')),
      ),
    'logbench.connection.unlockWrites': async (...args) => {
      const connection = await resolveConnection(deps.platforms, args, t('Unlock Writes'), {
        suits: startsLocked,
        none: t(
          'No connection has a write lock. Writes are locked for production and read-only connections.',
        ),
      });
      await unlockWrites(connection, deps.platforms.locks, deps.prompts);
    },
    'logbench.connection.export': async () => (await actions()).exportConnections(deps),
    'logbench.connection.import': async () => (await actions()).importConnections(deps),
  };
}

/** A connection that is not in the settings cannot be edited or removed. */
async function pickConnectionToChange(
  deps: ConnectionDeps,
  args: readonly unknown[],
  title: string,
): Promise<Connection> {
  const connection = await resolveConnection(deps.platforms, args, title, {
    suits: ({ found }) => found !== true,
    none: t(
      'The settings contain no connection. A platform that runs on this machine is shown automatically.',
    ),
  });
  if (connection.found !== true) return connection;
  throw new ExplainedError(
    t('{0} runs on this machine and is not in the settings. Stop it instead.', connection.name),
  );
}

/** Reports problems of the connections in the settings, now and after each change. */
function showSettingsProblems(prompts: Prompts): vscode.Disposable {
  let shownProblems = '';
  const check = (): void => {
    const problems = readSettings().problems.join(' ');
    if (problems !== shownProblems && problems !== '') void showProblems(prompts, problems);
    shownProblems = problems;
  };
  check();
  return onDidChangeSettings(check);
}

async function showProblems(prompts: Prompts, problems: string): Promise<void> {
  const opens = await prompts.notify({
    severity: 'warning',
    message: t('The connections in the settings are not valid. {0}', problems),
    buttons: [{ label: t('Open Settings'), value: true }],
  });
  if (opens !== true) return;
  const revealSetting = { key: 'logbench.connections', edit: true };
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
}

/** The status bar items: the connection of the active editor and its lock, and other unlocked connections. */
function showConnectionStatus(
  platforms: ConnectedPlatforms,
  documents: DocumentConnections,
  panels: PanelConnections,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('logbench.connection', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Logbench';
  const other = vscode.window.createStatusBarItem('logbench.unlocked', vscode.StatusBarAlignment.Left, 9);
  other.name = t('Logbench: Unlocked');
  let clock: NodeJS.Timeout | undefined;
  const draw = (): void => {
    clearTimeout(clock);
    const inFront = connectionOfLocalQuery(documents) ?? connectionInFront(platforms.all(), panels);
    const status = connectionsInStatus(platforms, inFront);
    drawItem(item, platforms, status.shown);
    // Shown for any tab, so that an unlocked connection is not forgotten.
    drawItem(other, platforms, status.other);
    if (status.redrawIn !== undefined) clock = setTimeout(draw, status.redrawIn);
  };
  draw();
  return vscode.Disposable.from(
    item,
    other,
    platforms.onDidChange(draw),
    documents.onDidChange(draw),
    panels.onDidChange(draw),
    onDidChangeHiding(draw),
    vscode.window.onDidChangeActiveTextEditor(draw),
    vscode.window.tabGroups.onDidChangeTabs(draw),
    vscode.window.tabGroups.onDidChangeTabGroups(draw),
    new vscode.Disposable(() => clearTimeout(clock)),
  );
}

function drawItem(
  item: vscode.StatusBarItem,
  platforms: ConnectedPlatforms,
  connection: Connection | undefined,
): void {
  if (connection === undefined) {
    item.hide();
    return;
  }
  const locked = platforms.isLocked(connection);
  const remaining = platforms.unlockedFor(connection);
  const { text, tooltip, accessibleLabel, warns } = statusText(connection, locked, remaining);
  item.text = text;
  item.tooltip = plainText(tooltip);
  item.accessibilityInformation = { label: plainText(accessibleLabel), role: 'button' };
  item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  const command = locked || warns ? 'logbench.connection.unlockWrites' : 'logbench.connection.test';
  item.command = { command, title: tooltip, arguments: [new ConnectionNode(connection)] };
  item.show();
}

/** For a local document, whose URI does not contain the connection. */
function connectionOfLocalQuery(documents: DocumentConnections): Connection | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === 'logbench-query' ? documents.of(document.uri) : undefined;
}
