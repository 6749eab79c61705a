import { defaultAssistantAccess, environmentLabel } from '../../../core/base/environment';
import type { AssistantAccess, Environment } from '../../../core/base/environment';
import type { Event } from 'vscode';
import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import { minute } from '../../../core/time/durations';

/** A platform as configured by the user. The name is unique and identifies it everywhere, also in URIs. */
export interface Connection {
  readonly name: string;
  readonly baseUrl: string;
  readonly product: string;
  readonly environment: Environment;
  readonly readOnly: boolean;
  /** Path of a PEM file with additional trusted certificates. */
  readonly caFile?: string | undefined;
  /** What assistants may read; undefined if the user has not decided. */
  readonly assistant?: AssistantAccess | undefined;
  /** The folder of the explorer that shows it. */
  readonly group?: string | undefined;
  /** Not from the settings, such as a running local platform, so it cannot be edited. */
  readonly found?: true | undefined;
  /** Treated as production, because a project calls it so, although the settings do not. */
  readonly inProduction?: true | undefined;
}

/** API keys belong to a connection and its origin: a changed address does not keep the key. */
export function originOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).origin;
}

/** The platform of a connection, whatever its name. */
export interface PlatformIdentity {
  /** Origin and path, without a trailing slash. */
  readonly address: string;
  readonly product: string;
}

/** A local platform has a new port after each start but stays the same platform. */
export function platformOf({
  baseUrl,
  product,
  found,
}: Pick<Connection, 'baseUrl' | 'product' | 'found'>): PlatformIdentity {
  if (found === true) return { address: 'local', product };
  const { origin, pathname } = new URL(baseUrl);
  return { address: `${origin}${pathname}`.replace(/\/+$/, ''), product };
}

export function isSamePlatform(one: PlatformIdentity, other: PlatformIdentity): boolean {
  return one.address === other.address && one.product === other.product;
}

/** The connection as it is set now, also under another name. Undefined if no connection has its platform any more. */
export function currentConnection(
  connection: Connection,
  all: readonly Connection[],
): Connection | undefined {
  const same = all.filter((other) => isSamePlatform(platformOf(other), platformOf(connection)));
  const current = same.find(({ name }) => name === connection.name) ?? same[0];
  return current && connection.inProduction ? asProduction(current) : current;
}

/** A project can make a platform stricter, never less strict. */
export function asProduction(connection: Connection): Connection {
  return { ...connection, environment: 'production', inProduction: true };
}

/** What assistants may read: nothing on production systems, unless the user has set otherwise. */
export function assistantAccessOf({ assistant, environment }: Connection): AssistantAccess {
  return assistant ?? defaultAssistantAccess(environment);
}

/** Whether writes require *Unlock Writes…*. */
export function startsLocked(connection: Connection): boolean {
  return connection.readOnly || connection.environment === 'production';
}

/** Connections that are not in the settings, such as a running local platform. */
export interface ConnectionSource {
  readonly onDidChange: Event<void>;
  /** Avoids taken names, because names identify connections. */
  all(taken: readonly string[]): readonly Connection[];
  keyOf(connection: Connection): string | undefined;
}

/** The connected platforms, which every feature works with. */
export interface Platforms {
  /** Connections, keys or locks have changed, or a minute of an unlocked connection has passed. */
  readonly onDidChange: Event<PlatformsChange>;
  /** The platform of a connection responds again. */
  readonly onDidRespond: Event<Connection>;
  all(): readonly Connection[];
  /** The connection with this name, otherwise one with the platform that this name had. */
  find(name: string): Connection | undefined;
  /**
   * The connection as it is set now, for views that were opened before it was edited. Undefined if it has another
   * platform now or was removed: nothing is sent for it any more.
   */
  current(connection: Connection): Connection | undefined;
  /** The platform that the connection with this name has or had. */
  platformOf(name: string): PlatformIdentity | undefined;
  /** Shared by all features and disposed of with the connection, so get it again each time. */
  clientFor(connection: Connection): Promise<PlatformClient>;
  /** Identifies the account of the API key, without revealing it; undefined if there is no key. */
  accountOf(connection: Connection): Promise<string | undefined>;
  /** The account and role of the API key, and which key it is, for people. Not read again until the key changes. */
  accessText(connection: Connection): Promise<readonly string[]>;
  /** Checks again for operations that a platform did not support; all platforms by default. */
  forgetMissingOperations(connection?: Connection): void;
  /**
   * Offers *Unlock Writes…* on a locked connection and rejects with `CanceledError` if it stays locked. Clients await
   * it before each write that they send; await it before questions that would otherwise be asked for nothing.
   */
  ensureWritable(connection: Connection): Promise<void>;
  isLocked(connection: Connection): boolean;
  /** Milliseconds until an unlocked connection locks again; 0 if it does not. */
  unlockedFor(connection: Connection): number;
  /** The only matching connection, or the one that the user selects; rejects with `CanceledError` if there is none. */
  pick(title: string, offered?: OfferedConnections): Promise<Connection>;
}

/** Which connections a command offers. */
export interface OfferedConnections {
  readonly suits: (connection: Connection) => boolean;
  /** Says that there is none of them. */
  readonly none: string;
  /** Why a connection cannot be used now; such ones come last. Undefined if it can. Not called if there is only one. */
  readonly obstacle?: (connection: Connection) => Promise<string | undefined>;
}

/** What has changed: locks do not affect the data of platforms. */
export type PlatformsChange = 'connections' | 'locks';

/** The name of a connection with its environment. */
export function connectionLabel({ name, environment }: Pick<Connection, 'name' | 'environment'>): string {
  return `${name} (${environmentLabel(environment)})`;
}

/** A theme color, always shown together with the label. */
export const environmentColors: Readonly<Record<Environment, string>> = {
  production: 'charts.red',
  staging: 'charts.yellow',
  development: 'charts.blue',
  local: 'charts.green',
};

/** Whole minutes, rounded up. */
export function minutesOf(milliseconds: number): number {
  return Math.ceil(milliseconds / minute);
}

/** For text that is updated once a minute. */
export function minutesLeft(minutes: number): string {
  return minutes === 1 ? t('unlocked, 1 minute left') : t('unlocked, {0} minutes left', minutes);
}
