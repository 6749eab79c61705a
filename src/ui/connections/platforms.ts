import type { Event } from 'vscode';
import type { PlatformClient } from '../../api/client';
import type { Connection, Service } from './connection';

/** The services the user is connected to: what every feature is given to work with. */
export interface Platforms {
  /** Connections or keys came, went or changed, or a lock was opened or closed, or has a minute less to go. */
  readonly onDidChange: Event<PlatformsChange>;
  all(): readonly Connection[];
  /** The connection of this name; else the one that leads where a connection of this name led. */
  find(name: string): Connection | undefined;
  /** Where the connection of this name leads, or led when it was there. */
  serviceOf(name: string): Service | undefined;
  /** Shared by all features, and let go of with the connection: ask again each time. */
  clientFor(connection: Connection): Promise<PlatformClient>;
  /** Checks again for operations that a platform did not support; all platforms by default. */
  forgetMissingOperations(connection?: Connection): void;
  /**
   * To be awaited before every write. Offers *Unlock Writes…* on a locked connection and rejects with
   * `Cancelled` when it stays locked.
   */
  ensureWritable(connection: Connection): Promise<void>;
  isLocked(connection: Connection): boolean;
  /** Milliseconds until a connection that was unlocked locks itself again; 0 where none runs. */
  unlockedFor(connection: Connection): number;
  /** The only connection that suits, or the one the person picks; rejects with `Cancelled` when there is none. */
  pick(title: string, suits?: (connection: Connection) => boolean): Promise<Connection>;
}

/** What changed: a lock changes nothing about what the services hold. */
export type PlatformsChange = 'connections' | 'locks';
