import { usualAssistantAccess } from '../../shared/assistantAccess';
import type { AssistantAccess } from '../../shared/assistantAccess';
import type { Environment } from '../../shared/environment';

/** One platform as the user configured it. The name is unique and identifies it everywhere, also in URIs. */
export interface Connection {
  readonly name: string;
  readonly baseUrl: string;
  readonly product: string;
  readonly environment: Environment;
  readonly readOnly: boolean;
  /** Path of a PEM file with certificates to trust besides the usual ones. */
  readonly caFile?: string | undefined;
  /** What assistants may have of it; undefined where the user has not decided. */
  readonly assistant?: AssistantAccess | undefined;
  /** Not from the settings, such as a running local platform, so it cannot be edited. */
  readonly found?: true | undefined;
}

/** Keys belong to an origin: a changed address does not keep the key. */
export function originOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).origin;
}

/** Where a connection leads, whatever it is called. */
export interface Service {
  /** Origin and path, without a slash at the end. */
  readonly address: string;
  readonly product: string;
}

/** A local platform gets another port at each start and stays the one of this machine. */
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

/** What assistants may have of a connection: nothing of a production system unless the user says otherwise. */
export function assistantAccessOf({ assistant, environment }: Connection): AssistantAccess {
  return assistant ?? usualAssistantAccess(environment);
}

/** Whether writes wait for *Unlock Writes…*. */
export function startsLocked(connection: Connection): boolean {
  return connection.readOnly || connection.environment === 'production';
}
