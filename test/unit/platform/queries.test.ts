import assert from 'node:assert/strict';
import { Queries } from '../../../src/platform/engine/run/queries';
import type { QueriesOptions } from '../../../src/platform/engine/run/queries';
import { TooManyQueriesError } from '../../../src/platform/engine/run/queryLimits';
import { Metrics } from '../../../src/platform/metrics';
import type { QueryRun } from '../../../src/platform/engine/run/queryRun';

const kim = { guid: 'a', loginName: 'kim', role: 'MEMBER', companyGuid: 'c' } as const;
const lee = { ...kim, guid: 'b', loginName: 'lee' } as const;
const never = new AbortController().signal;

interface Engine {
  /** What a query does; by default it ends at once. */
  work?: (signal: AbortSignal) => Promise<void>;
}

/** Queries on a stub of the engine. */
function queriesOn({ work }: Engine, changes: Partial<QueriesOptions> = {}) {
  const seen = { closed: 0, logged: [] as string[] };
  const result = { schema: [], count: 0, stored: {} };
  const runner = {
    check: () => Promise.resolve(),
    usedBytes: () => Promise.resolve({ spilled: 0, results: 0 }),
    bytesOf: () => Promise.resolve(1),
    lookupBytes: () => 0,
    open: ({ signal }: { signal: AbortSignal }) =>
      Promise.resolve({
        run: async () => (await work?.(signal), result),
        close: () => Promise.resolve((seen.closed += 1)),
      }),
  } as unknown as QueriesOptions['runner'];
  const scan = () => ({ missing: [], [Symbol.dispose]: () => undefined });
  const queries = new Queries({
    runner,
    tables: { scan } as unknown as QueriesOptions['tables'],
    auditLog: {} as QueriesOptions['auditLog'],
    timeout: Infinity,
    resultBytes: 10,
    spillSpace: Infinity,
    timeZone: 'UTC',
    metrics: new Metrics(),
    log: (message, error) => seen.logged.push(`${message}: ${String(error)}`),
    ...changes,
  });
  const start = (account = kim as typeof kim | typeof lee): QueryRun =>
    queries.start({
      text: 'drop',
      source: 'rest-api',
      account,
      remoteAddress: '',
      constants: {},
      background: true,
    });
  return { queries, seen, start };
}

/** Ends when the query is canceled. */
function untilCanceled(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new Error('canceled'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

describe('A query', () => {
  it('that runs too long fails, and its session is closed', async () => {
    const { queries, seen, start } = queriesOn({ work: untilCanceled }, { timeout: 10 });
    const run = start();
    const reason = 'the query ran longer than its time limit';
    assert.deepEqual(await run.done, { outcome: 'failed', reason });
    assert.deepEqual([run.cancelReason, seen.closed, seen.logged], ['timeout', 1, []]);
    await queries[Symbol.asyncDispose]();
  });

  it('that runs or waits when the platform stops is canceled', async () => {
    const { queries, seen, start } = queriesOn({ work: untilCanceled });
    const runs = Array.from({ length: 12 }, () => start());
    await queries[Symbol.asyncDispose]();
    for (const run of runs) {
      assert.deepEqual([run.outcome?.outcome, run.cancelReason], ['cancelled', 'shutdown']);
    }
    assert.deepEqual(seen.logged, []);
  });

  it('is rejected for too many others of its account, not of another', async () => {
    const { queries, start } = queriesOn({ work: untilCanceled });
    for (let count = 0; count < 200; count++) start(kim);
    await assert.rejects(queries.check('drop', kim, never), TooManyQueriesError);
    assert.ok((await queries.check('drop', lee, never)).pipeline);
    await queries[Symbol.asyncDispose]();
  });
});
