/** What the tests of a suite share: it starts before the first one, and is disposed of after the last one. */
export function ofSuite<Shared extends AsyncDisposable>(start: () => Promise<Shared>): Shared {
  const shared = {} as Shared;
  before(async () => {
    Object.assign(shared, await start());
  });
  after(() => shared[Symbol.asyncDispose]());
  return shared;
}

/** Disposes of what a suite has started, in this order, after its last test. */
export function disposedAfter(started: () => readonly AsyncDisposable[]): void {
  after(async () => {
    for (const part of started()) await part[Symbol.asyncDispose]();
  });
}
