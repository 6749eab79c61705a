import type { Row, Value } from './values';

/** What the commands of one query share. */
export interface Scope {
  readonly parameters: Map<string, Value>;
  readonly world: World;
}

/** What outlasts a query. */
export interface World {
  /** Newest first. */
  readonly tables: Map<string, readonly Row[]>;
  readonly lookups: Map<string, { readonly key: string; readonly rows: readonly Row[] }>;
  /** By topic and key. */
  readonly contexts: Map<string, EventContext>;
}

export interface EventContext {
  readonly topic: string;
  readonly key: string;
  counter: bigint;
  readonly rows: Row[];
  readonly variables: Map<string, Value>;
}

export function contextOf({ world }: Scope, topic: string, key: string): EventContext | undefined {
  return world.contexts.get(JSON.stringify([topic, key]));
}
