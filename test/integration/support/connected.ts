import type { Connection } from '../../../src/ui/connection';
import { call, type Answer, type Call } from '../../support/call';
import { startPlatform, type PlatformOptions, type RunningPlatform } from '../../support/platform';
import { closeAllTabs } from './closeAllTabs';
import { runCommand, testSeam } from './runCommand';
import { withSettings } from './settings';
import { lineAt } from './tree';

/** The real platform, and the extension connected to it as a user would have set it up. */
export interface ConnectedPlatform extends AsyncDisposable {
  readonly platform: RunningPlatform;
  readonly connection: Connection;
  /** Plain HTTP, with the master account's key: what the platform really holds. */
  call(operation: string, options?: Call): Promise<Answer>;
}

export async function connectedPlatform(
  changes: Partial<Connection> = {},
  options: PlatformOptions = {},
): Promise<ConnectedPlatform> {
  const platform = await startPlatform(options);
  const connected = await connectTo(platform, changes);
  return {
    platform,
    connection: connected.connection,
    call: async (operation, given) => call(platform.baseUrl, operation, { key: platform.key, ...given }),
    [Symbol.asyncDispose]: async () => {
      await connected[Symbol.asyncDispose]();
      await platform[Symbol.asyncDispose]();
    },
  };
}

export interface Connected extends AsyncDisposable {
  readonly connection: Connection;
}

/** Connects the extension to any service, with its key. */
export async function connectTo(
  service: { readonly baseUrl: string; readonly key: string; readonly product: string },
  changes: Partial<Connection> = {},
): Promise<Connected> {
  const connection: Connection = {
    name: 'Test',
    baseUrl: service.baseUrl,
    product: service.product,
    environment: 'development',
    readOnly: false,
    ...changes,
  };
  const settings = await withSettings({ 'logbench.connections': [connection] });
  const { node } = await lineAt(connection.name);
  await runCommand('logbench.connection.setApiKey', [{ input: service.key }], node);
  return {
    connection,
    [Symbol.asyncDispose]: async () => {
      await closeAllTabs();
      await settings[Symbol.asyncDispose]();
    },
  };
}

/** Whether the extension has a key for the connection that the service accepts. */
export async function keyIsAccepted(connection: Connection): Promise<boolean> {
  const { platforms } = await testSeam();
  const client = await platforms.clientFor(connection);
  return client.tables({ limit: 1 }).then(
    () => true,
    (error: unknown) => {
      // By name: the error comes from the extension's own bundle.
      if (error instanceof Error && error.name === 'KeyRefusedError') return false;
      throw error;
    },
  );
}
