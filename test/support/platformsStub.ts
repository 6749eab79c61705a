import type { Connection, Platforms } from '../../src/extension/ui/connections/connection';

/** Unlocked platforms with these connections, which the test may change. What they cannot do by default rejects. */
export function platformsStub(all: () => readonly Connection[], changes: Partial<Platforms> = {}): Platforms {
  const notExpected = (): Promise<never> => Promise.reject(new Error('The test does not expect this.'));
  return {
    onDidChange: () => ({ dispose: () => undefined }),
    onDidRespond: () => ({ dispose: () => undefined }),
    all,
    find: (name) => all().find((connection) => connection.name === name),
    current: (connection) => connection,
    platformOf: () => undefined,
    clientFor: notExpected,
    accountOf: () => Promise.resolve(undefined),
    accessText: () => Promise.resolve([]),
    forgetMissingOperations: () => undefined,
    ensureWritable: () => Promise.resolve(),
    isLocked: () => false,
    unlockedFor: () => 0,
    pick: notExpected,
    ...changes,
  };
}
