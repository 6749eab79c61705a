import type { Environment } from '../shared/environment';

/** One service as the user set it up. The name is unique and stands for it everywhere, in addresses too. */
export interface Connection {
  readonly name: string;
  readonly baseUrl: string;
  readonly product: string;
  readonly environment: Environment;
  readonly readOnly: boolean;
  /** Path of a PEM file with certificates to trust besides the usual ones. */
  readonly caFile?: string | undefined;
}

/** Keys belong to an origin: whoever changes a connection's address does not take the key along. */
export function originOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).origin;
}

/** Whether writes wait for *Unlock Writes…*. */
export function startsLocked(connection: Connection): boolean {
  return connection.readOnly || connection.environment === 'production';
}
