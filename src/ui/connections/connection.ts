import { usualAssistantAccess } from '../../shared/assistantAccess';
import type { AssistantAccess } from '../../shared/assistantAccess';
import type { Environment } from '../../shared/environment';
import type { Event } from 'vscode';

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
  /** Not from the settings, such as a running local platform, so it cannot be edited. */
  readonly found?: true | undefined;
}

/** API keys belong to an origin: a changed URL does not keep the key. */
export function originOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).origin;
}

/** The platform of a connection, whatever its name. */
export interface Service {
  /** Origin and path, without a trailing slash. */
  readonly address: string;
  readonly product: string;
}

/** A local platform has a new port after each start but stays the same platform. */
export function serviceOf({
  baseUrl,
  product,
  found,
}: Pick<Connection, 'baseUrl' | 'product' | 'found'>): Service {
  if (found === true) return { address: 'local', product };
  const { origin, pathname } = new URL(baseUrl);
  return { address: `${origin}${pathname}`.replace(/\/+$/, ''), product };
}

export function isSameService(one: Service, other: Service): boolean {
  return one.address === other.address && one.product === other.product;
}

/** What assistants may read: nothing on production systems, unless the user has set otherwise. */
export function assistantAccessOf({ assistant, environment }: Connection): AssistantAccess {
  return assistant ?? usualAssistantAccess(environment);
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
