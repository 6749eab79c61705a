import type { Connection } from '../../../src/ui/connection';
import { startApp, type RunningApp } from '../../support/startApp';
import { closeAllTabs } from './closeAllTabs';
import { runCommand } from './runCommand';
import { withSettings } from './settings';
import { lineAt } from './tree';

/** The real service in this process, whose store a test can reach into, and the extension connected to it. */
export interface ConnectedApp extends AsyncDisposable {
  readonly app: RunningApp;
  readonly connection: Connection;
}

export async function connectedApp(
  changes: Partial<Connection> = {},
  caller: keyof RunningApp['keys'] = 'master',
): Promise<ConnectedApp> {
  const app = await startApp();
  const connection: Connection = {
    name: 'Test',
    baseUrl: app.baseUrl,
    product: 'core',
    environment: 'development',
    readOnly: false,
    ...changes,
  };
  const settings = await withSettings({ 'logbench.connections': [connection] });
  await runCommand(
    'logbench.connection.setApiKey',
    [{ input: app.keys[caller] }],
    (await lineAt(connection.name)).node,
  );
  return {
    app,
    connection,
    [Symbol.asyncDispose]: async () => {
      await closeAllTabs();
      await settings[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}
