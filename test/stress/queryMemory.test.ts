import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DuckDbRunner } from '../../src/platform/engine/duckdb/duckDbRunner';
import { Queries } from '../../src/platform/engine/run/liveQueries';
import type { QueriesOptions } from '../../src/platform/engine/run/queriesOptions';
import type { QueryOutcome, QueryRun } from '../../src/platform/engine/run/engineRun';
import type { StoreConnection } from '../../src/platform/store/store';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';

const account = { guid: 'g', loginName: 'somebody', role: 'MEMBER', companyGuid: '' } as const;
const large = `json "{'n':1}" | repeat count=600000 | eval k = guid(), l = guid()`;

const request = {
  source: 'rest-api',
  account,
  remoteAddress: '',
  constants: {},
  background: true,
} as const;

/** Queries of an engine with little memory and so much room on disk. */
async function withSmallEngine<T>(
  limits: { readonly diskSpace: string; readonly memory: string; readonly spillSpace: number },
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  await using app = await startApp();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-spill-'));
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: limits.memory,
    threads: '2',
    temp_directory: folder,
  });
  try {
    const connection = await instance.connect();
    // As an option beside the folder it would be overwritten by what the folder's disk has left.
    await connection.run(`SET max_temp_directory_size = '${limits.diskSpace}'`);
    connection.closeSync();
    const { logTables, auditLog } = app.parts;
    const connect = async (): Promise<StoreConnection> => {
      const opened = await instance.connect();
      return Object.assign(opened, { [Symbol.dispose]: () => opened.closeSync() });
    };
    const runner = new DuckDbRunner({ connect }, logTables, 'UTC');
    await using queries = new Queries({
      metrics: app.parts.metrics,
      runner,
      tables: logTables,
      auditLog,
      timeout: Infinity,
      resultBytes: Infinity,
      spillSpace: limits.spillSpace,
      timeZone: 'UTC',
      log: () => undefined,
      systemLog,
    });
    return await work(queries);
  } finally {
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a query on such an engine. */
async function runOnSmallEngine(text: string, diskSpace: string, memory = '40MB'): Promise<QueryOutcome> {
  return withSmallEngine({ diskSpace, memory, spillSpace: Infinity }, async (queries) => {
    const outcome = await queries.start({ ...request, text, lastRow: true }).done;
    const small = await queries.start({ ...request, text: 'json "{}"' }).done;
    assert.equal(small.outcome, 'succeeded', 'the engine works on');
    return outcome;
  });
}

const systemLog = { entries: () => [] };

describe('results that are kept', () => {
  it('are dropped least recently used first if all of them together are too large', async () => {
    await using app = await startApp();
    const { logTables, auditLog, database } = app.parts;
    const runner = new DuckDbRunner(database, logTables, 'UTC');
    const limits = { timeout: Infinity, resultBytes: Infinity, spillSpace: Infinity };
    const options = { runner, tables: logTables, auditLog, ...limits };
    const { metrics } = app.parts;
    const limited = { ...options, metrics, timeZone: 'UTC', log: () => undefined, systemLog };
    await using queries = new Queries(limited);
    const runOne = async (): Promise<QueryRun> => {
      const run = queries.start({ ...request, text: `json "{'n':1}"` });
      assert.equal((await run.done).outcome, 'succeeded');
      return run;
    };
    const [first, second, third] = [await runOne(), await runOne(), await runOne()];
    const bytes = (await runner.usedBytes()).results;
    const before = Date.now() - 1000;
    for (const [index, run] of [first, third, second].entries()) run.lastAccess = before + index;
    // There is room for all but one.
    limited.resultBytes = bytes - 1;
    const isKept = (run: QueryRun): boolean => queries.all().includes(run);
    const fourth = await runOne();
    await eventually(() => !isKept(third));
    assert.deepEqual([first, second, fourth].map(isKept), [false, true, true]);
    limited.resultBytes = 0;
    const last = await runOne();
    await eventually(() => !isKept(second) && !isKept(fourth));
    assert.ok(isKept(last), 'the newest is about to be read, however large');
  });
});

describe('a result that is dropped', () => {
  it('is freed, also if it was dropped before the query began', async () => {
    await using app = await startApp();
    const { logTables, auditLog, database } = app.parts;
    const real = new DuckDbRunner(database, logTables, 'UTC');
    const gate = new EventEmitter();
    const asked = once(gate, 'asked');
    const dropped = once(gate, 'dropped');
    const runner: QueriesOptions['runner'] = {
      check: (pipeline, signal) => real.check(pipeline, signal),
      usedBytes: () => real.usedBytes(),
      bytesOf: (result) => real.bytesOf(result),
      lookupBytes: (owner) => real.lookupBytes(owner),
      lookupNames: (owner) => real.lookupNames(owner),
      open: async (session) => {
        gate.emit('asked');
        await dropped;
        // Its rows are all there before it could notice that it was cancelled.
        return real.open({ ...session, signal: new AbortController().signal });
      },
    };
    const limits = { timeout: Infinity, resultBytes: Infinity, spillSpace: Infinity };
    const options = { runner, tables: logTables, auditLog, ...limits };
    const { metrics } = app.parts;
    await using queries = new Queries({
      ...options,
      metrics,
      timeZone: 'UTC',
      log: () => undefined,
      systemLog,
    });
    const run = queries.start({ ...request, text: `json "{'n':1}"` });
    await asked;
    const drop = queries.drop(run);
    gate.emit('dropped');
    await drop;
    assert.deepEqual(
      await database.read(`SELECT table_name FROM duckdb_tables() WHERE database_name = 'query_results'`),
      [],
    );
  });
});

describe('a query with more rows than memory holds', () => {
  it('continues on disk', async () => {
    assert.equal((await runOnSmallEngine(large, '10GB')).outcome, 'succeeded');
  });

  it('fails with this reason when there is no space on disk either', async () => {
    assert.deepEqual(await runOnSmallEngine(large, '10MB'), {
      outcome: 'failed',
      reason: 'not enough disk space for the temporary data of this query',
    });
  });
});

describe('the disk space for temporary data', () => {
  it('is left to other accounts by one whose queries need more than half of it', async () => {
    const limits = { diskSpace: '10GB', memory: '40MB', spillSpace: 20_000_000 };
    await withSmallEngine(limits, async (queries) => {
      const hog = queries.start({ ...request, text: large });
      assert.deepEqual(await hog.done, {
        outcome: 'failed',
        reason:
          'the queries of this account need more than their half of the disk space for temporary data: read a shorter time or fewer fields',
      });
      assert.equal(hog.result, undefined);
      const other = { ...account, guid: 'other' };
      const rows = large.replace('600000', '100000');
      const run = queries.start({ ...request, account: other, text: rows });
      assert.equal((await run.done).outcome, 'succeeded');
      assert.equal(run.result?.count, 100_000);
    });
  });
});

describe('parsejson', () => {
  it('parses a text once for all of its fields', async () => {
    const fields = Array.from({ length: 500 }, (_, index) => `\\"field${index}\\":${index}`).join(',');
    const text = `json "{'line':'{${fields}}'}" | repeat count=50 | parsejson | limit 50 | fields field499`;
    assert.deepEqual(await runOnSmallEngine(text, '10GB', '100MB'), {
      outcome: 'succeeded',
      lastRow: { field499: 499 },
    });
  });
});
