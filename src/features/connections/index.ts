import * as vscode from 'vscode';
import type { ConnectionSource } from '../../ui/connectionSource';
import { connectionOf } from '../../ui/explorerNode';
import type { Platforms } from '../../ui/platforms';
import type { Redactor } from '../../ui/redact';
import type { Workbench } from '../../ui/workbench';
import { ApiKeys } from './apiKeys';
import { ConnectedPlatforms } from './connectedPlatforms';
import { Connections } from './connections';

/** Everything the user is connected to, for all features; to be disposed of by the caller. */
export interface OpenPlatforms extends vscode.Disposable {
  readonly platforms: Platforms;
}

export function registerConnections(
  { commands, prompts }: Workbench,
  secrets: vscode.SecretStorage,
  redactor: Redactor,
  found: ConnectionSource,
): OpenPlatforms {
  const connections = new Connections(new ApiKeys(secrets, process.env, redactor), found);
  const platforms = new ConnectedPlatforms(connections, prompts);
  const registrations = vscode.Disposable.from(
    platforms,
    connections,
    commands.registerAll({
      'logbench.connection.unlockWrites': async (...given) => {
        const connection = connectionOf(given) ?? (await platforms.pick('Unlock Writes'));
        const { unlockWrites } = await import('./unlockWrites');
        await unlockWrites(connection, platforms.locks, prompts);
      },
    }),
  );
  return {
    platforms,
    dispose: () => {
      registrations.dispose();
    },
  };
}
