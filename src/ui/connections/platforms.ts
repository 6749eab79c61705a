import type { Event } from 'vscode';
import type { PlatformClient } from '../../api/client';
import type { Connection, Service } from './connection';

/** The connected platforms, which every feature works with. */
export interface Platforms {
  /** Connections, keys or locks have changed, or a minute of an unlocked connection has passed. */
  readonly onDidChange: Event<PlatformsChange>;
  all(): readonly Connection[];
  /** The connection with this name, otherwise one with the platform that this name had. */
  find(name: string): Connection | undefined;
  /** The platform that the connection with this name has or had. */
  serviceOf(name: string): Service | undefined;
  /** Shared by all features and disposed of with the connection, so get it again each time. */
  clientFor(connection: Connection): Promise<PlatformClient>;
  /** Checks again for operations that a platform did not support; all platforms by default. */
  forgetMissingOperations(connection?: Connection): void;
  /**
   * Await before every write. Offers *Unlock Writes…* on a locked connection and rejects with `Cancelled` if
   * it stays locked.
   */
  ensureWritable(connection: Connection): Promise<void>;
  isLocked(connection: Connection): boolean;
  /** Milliseconds until an unlocked connection locks again; 0 if it does not. */
  unlockedFor(connection: Connection): number;
  /** The only matching connection, or the one that the user selects; rejects with `Cancelled` if there is none. */
  pick(title: string, suits?: (connection: Connection) => boolean): Promise<Connection>;
}

/** What has changed: locks do not affect the data of platforms. */
export type PlatformsChange = 'connections' | 'locks';
