import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { folderOf } from '../../../src/extension/features/drafts/draftStore';
import { platformOf } from '../../../src/extension/ui/connections/connection';
import type { Connection } from '../../../src/extension/ui/connections/connection';
import { call } from '../../support/call';
import type { ResponseBody, Call } from '../../support/call';
import { FaultProxy, passOn } from '../../support/faultProxy';
import { startApp } from '../../support/startApp';
import type { AppOptions, Caller, RunningApp } from '../../support/startApp';
import { closeAllTabs } from './closeAllTabs';
import { runCommand, testApi } from './runCommand';
import { withSettings } from './settings';
import { lineAt } from './tree';
import { listTables } from '../../../src/core/api/operations/tables';

/** A platform, and the extension connected to it as a user would do it. */
export interface Connected extends AsyncDisposable {
  readonly connection: Connection;
  /** The key that the extension has. */
  readonly key: string;
  /** Plain HTTP past the extension: what the platform really holds. */
  call(operation: string, options?: Call): Promise<ResponseBody>;
}

/** The real platform, in this process, so that a test can reach into its parts. */
export interface ConnectedPlatform extends Connected {
  readonly platform: RunningApp;
}

/** One of the two VS Codes meets platforms with the strict interface, so that the suite runs on both kinds. */
const defaultValue: AppOptions = { strictInterface: process.env['LOGBENCH_STRICT_INTERFACE'] === '1' };

/** For tests of what the strict interface does not offer. */
export const wholeInterface: AppOptions = { strictInterface: false };

/** Connects the extension with the key of one of the three accounts; plain calls are always the master's. */
export async function connectedPlatform(
  changes: Partial<Connection> = {},
  caller: Caller = 'master',
  options: AppOptions = defaultValue,
): Promise<ConnectedPlatform> {
  const platform = await startApp(options);
  const service = { baseUrl: platform.baseUrl, key: platform.keys[caller] };
  const connected = await connectTo(service, changes);
  return {
    ...connected,
    platform,
    call: async (operation, options) => platform.call('master', operation, options),
    [Symbol.asyncDispose]: async () => {
      await connected[Symbol.asyncDispose]();
      await platform[Symbol.asyncDispose]();
    },
  };
}

/**
 * Connects all tests of a suite to one platform, prepared once: for those that do not mind what the others
 * have left there. What a failed one has left is unknown, so the next attempt gets another platform.
 */
export function sharedPlatform(
  prepare?: (connected: ConnectedPlatform) => Promise<unknown>,
  options?: AppOptions,
): SharedPlatform {
  let connected: ConnectedPlatform | undefined;
  const disconnect = async (): Promise<void> => {
    await connected?.[Symbol.asyncDispose]();
    connected = undefined;
  };
  beforeEach(async () => {
    if (connected !== undefined) return;
    connected = await connectedPlatform({}, 'master', options);
    await prepare?.(connected);
  });
  afterEach(async function () {
    if (!this.currentTest?.isPassed()) return disconnect();
    await closeAllTabs();
    await runCommand('logbench.explorer.refresh');
  });
  after(disconnect);
  return {
    get connected() {
      assert.ok(connected, 'the platform is there while a test of the suite runs');
      return connected;
    },
  };
}

export interface SharedPlatform {
  readonly connected: ConnectedPlatform;
}

/** A platform behind a proxy, which passes everything on when a test begins. */
export interface ProxiedPlatform {
  readonly platform: RunningApp;
  readonly proxy: FaultProxy;
  readonly connected: Connected;
}

/** Connects all tests of a suite to one platform behind a proxy. */
export function proxiedPlatform(): ProxiedPlatform {
  const shared = {} as ProxiedPlatform;
  before(async () => {
    const platform = await startApp();
    const proxy = await FaultProxy.start(platform.baseUrl);
    const connected = await connectTo({ baseUrl: proxy.baseUrl, key: platform.keys.master });
    // Past the proxy as well.
    const call: Connected['call'] = async (...args) => platform.call('master', ...args);
    Object.assign(shared, { platform, proxy, connected: { ...connected, call } });
  });
  beforeEach(() => {
    shared.proxy.interference = passOn;
  });
  after(async () => {
    for (const part of [shared.connected, shared.proxy, shared.platform]) await part[Symbol.asyncDispose]();
  });
  return shared;
}

/** Connects the extension to any platform, with its key. */
export async function connectTo(
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
  changes: Partial<Connection> = {},
): Promise<Connected> {
  const connection: Connection = {
    name: 'Test',
    baseUrl,
    product: 'core',
    environment: 'development',
    readOnly: false,
    ...changes,
  };
  const settings = await withSettings({ 'logbench.connections': [connection] });
  const { node } = await lineAt(connection.name);
  await runCommand('logbench.connection.setApiKey', [{ input: key }], node);
  return {
    connection,
    key,
    call: async (operation, options) => call(baseUrl, operation, { key, ...options }),
    [Symbol.asyncDispose]: async () => {
      await closeAllTabs();
      await settings[Symbol.asyncDispose]();
      await forgetDrafts(connection);
    },
  };
}

/** All drafts are read again with each change of a connection. */
async function forgetDrafts(connection: Connection): Promise<void> {
  const { storageUri } = await testApi();
  const folder = path.join(storageUri.fsPath, 'drafts', folderOf(platformOf(connection)));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Stores a key that was not tested, as a window of another version or another extension could. */
export async function storeKey({ name, baseUrl }: Connection, key: string): Promise<void> {
  const { secrets } = await testApi();
  await secrets.store(`logbench.connectionKey:${JSON.stringify([name, new URL(baseUrl).origin])}`, key);
}

/** Whether the extension has a key for the connection that the platform accepts. */
export async function keyIsAccepted(connection: Connection): Promise<boolean> {
  const { platforms } = await testApi();
  const client = await platforms.clientFor(connection);
  return client.send(listTables({ limit: 1 })).then(
    () => true,
    (error: unknown) => {
      // By name: the error comes from the extension's own bundle.
      if (error instanceof Error && error.name === 'KeyRejectedError') return false;
      throw error;
    },
  );
}
