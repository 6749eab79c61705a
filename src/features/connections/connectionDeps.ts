import type { Prompts } from '../../ui/prompts/prompts';
import type { ConnectedPlatforms } from './connectedPlatforms';
import type { Connections } from './connections';

/** What the commands about connections work with. */
export interface ConnectionDeps {
  readonly connections: Connections;
  readonly platforms: ConnectedPlatforms;
  readonly prompts: Prompts;
  /** By connection name: at most one question for a key at a time. */
  readonly openKeyQuestions: Map<string, Promise<void>>;
}
