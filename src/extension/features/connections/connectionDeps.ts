import type { Prompts } from '../../ui/prompts/prompts';
import type { ConnectedPlatforms } from './connectedPlatforms';
import type { Connections } from './connections';
import type { UnusedKeys } from './unusedKeys';

/** The dependencies of the connection commands. */
export interface ConnectionDeps {
  readonly connections: Connections;
  readonly platforms: ConnectedPlatforms;
  readonly prompts: Prompts;
  readonly unusedKeys: UnusedKeys;
  /** By connection and origin, so that only one question for a key is open at a time. */
  readonly openKeyQuestions: Map<string, Promise<void>>;
}
