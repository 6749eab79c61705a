import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { DuckDbRunner } from '../../../../src/platform/engine/duckdb/duckDbRunner';
import type { DuckDbSession } from '../../../../src/platform/engine/duckdb/duckDbRunner';
import { interruptible } from '../../../../src/platform/engine/duckdb/engineSession';
import type { StoredResult } from '../../../../src/platform/engine/run/resultRows';
import { planPipeline } from '../../../../src/platform/engine/planner/planPipeline';
import { PipelineProgress } from '../../../../src/platform/engine/run/commandProgress';
import { lastRowOf } from '../../../../src/platform/engine/run/executeQuery';
import type { LogTableAccess } from '../../../../src/platform/store/logTables';
import type { StoreConnection } from '../../../../src/platform/store/store';
import { eventually } from '../../../support/eventually';

/** An engine without tables, and what is open of it. */
async function smallEngine() {
  const instance = await DuckDBInstance.create(':memory:');
  const open = { connections: 0, scans: 0 };
  const connect = async (): Promise<StoreConnection> => {
    const connection = await instance.connect();
    open.connections += 1;
    const close = connection.closeSync.bind(connection);
    const closeSync = (): void => {
      open.connections -= 1;
      close();
    };
    return Object.assign(connection, { closeSync, [Symbol.dispose]: closeSync });
  };
  const tables = {
    scan: (names: readonly string[]) => {
      open.scans += 1;
      const missing = names.filter((name) => name === 'missing');
      const dispose = (): void => void (open.scans -= 1);
      return { tables: names, missing, columns: [], segments: [], [Symbol.dispose]: dispose };
    },
  } as unknown as LogTableAccess;
  const runner = new DuckDbRunner({ connect }, tables, 'UTC');
  const tableCount = async (): Promise<number> => {
    const reader = await (await instance.connect()).runAndReadAll('SELECT count(*) FROM duckdb_tables()');
    return Number(reader.getRows()[0]?.[0]);
  };
  return { runner, open, tableCount, [Symbol.dispose]: () => instance.closeSync() };
}

function openSession(runner: DuckDbRunner): Promise<DuckDbSession> {
  return runner.open({
    queryId: 1,
    signal: new AbortController().signal,
    rest: (work) => work(),
    systemRows: () => ({ schema: [], rows: [] }),
    besideImport: () => () => Promise.resolve(0),
    owner: 'a',
    resultOf: () => undefined,
  });
}

function run(session: DuckDbSession, text: string): Promise<StoredResult> {
  const context = { now: new Date(), timeZone: 'UTC', loginName: 'kim', isAdministrator: false };
  const { query } = parseQuery(text);
  const pipeline = planPipeline(query, { ...context, parameters: new Map() });
  const monitor = new PipelineProgress(query, text);
  return session.run({ pipeline, monitor, subqueries: [], onRows: () => undefined });
}

describe('The session of a query', () => {
  it('ends with its connection closed and its result kept until that is dropped', async () => {
    using engine = await smallEngine();
    const session = await openSession(engine.runner);
    const result = await run(session, `json "[{'a':1},{'a':2}]" | stats count by a | sort -a`);
    assert.equal(engine.open.connections, 1);

    await session.close(result);
    assert.deepEqual([engine.open.connections, await engine.tableCount()], [0, 1]);
    assert.deepEqual(await lastRowOf(result), { a: 1, count: 1 });

    await session.drop();
    assert.deepEqual([engine.open.connections, await engine.tableCount()], [0, 0]);
  });

  it('releases the tables of a query when it ends, also if one of them is missing', async () => {
    using engine = await smallEngine();
    const session = await openSession(engine.runner);
    await run(session, 'table a, b');
    await assert.rejects(run(session, 'table a | table missing'), /table-not-found/);
    await assert.rejects(run(session, `table a | lookup missing k output v`), /invalid-lookup-name/);
    assert.equal(engine.open.scans, 0);
    await session.close(undefined);
  });
});

describe('A statement', () => {
  const failure = new Error('INTERRUPT Error: Interrupted!');

  /** Counts how often it is interrupted. */
  function interrupted(): DuckDBConnection & { times: number } {
    const connection = { times: 0, interrupt: () => void (connection.times += 1) };
    return connection as unknown as DuckDBConnection & { times: number };
  }

  it('is interrupted repeatedly until it has ended, and rejects as canceled', async () => {
    const connection = interrupted();
    const cancel = new AbortController();
    let end: (error: Error) => void = () => undefined;
    const statement = interruptible(
      connection,
      cancel.signal,
      () => new Promise((_, reject) => (end = reject)),
    );
    cancel.abort();
    await eventually(() => connection.times >= 3, { every: 5 });
    end(failure);
    await assert.rejects(statement, { name: 'AbortError' });
  });

  it('that has ended is not interrupted, and one that is canceled before does not begin', async () => {
    const connection = interrupted();
    const cancel = new AbortController();
    assert.equal(await interruptible(connection, cancel.signal, () => Promise.resolve(5)), 5);
    await assert.rejects(
      interruptible(connection, cancel.signal, () => Promise.reject(failure)),
      failure,
    );
    cancel.abort();
    assert.equal(connection.times, 0);
    let began = false;
    const statement = interruptible(connection, cancel.signal, () => Promise.resolve((began = true)));
    await assert.rejects(statement, { name: 'AbortError' });
    assert.equal(began, false);
  });
});
