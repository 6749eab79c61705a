import type { LogTableAccess } from '../../store/logTables';
import { bindExpression } from '../plan/bindExpression';
import type { Expression, Literal } from '../plan/expression';
import { literalOf } from '../plan/literalOf';
import type { Pipeline } from '../plan/pipeline';
import type {
  PipelineRequest,
  PlanRunner,
  ResultRows,
  RunnerSession,
  SessionRequest,
} from '../run/planRunner';
import { addressMacros } from './addressMacros';
import { checkPipeline } from './checkPipeline';
import { EngineSession, resultDatabase } from './engineSession';
import type { Connect } from './engineSession';
import { explainDamage } from './explainDamage';
import { localTimeFunctions } from './localTime';
import { MemoryLookups } from './memoryLookups';
import { PipelineRun } from './pipelineRun';
import { printConversion } from './printConversion';
import { printExpression } from './printExpression';
import { storedResult } from './storedResult';
import type { StoredResult } from './storedResult';

/** Runs plans on DuckDB. Results are tables of an in-memory database that spills to disk. */
export class DuckDbRunner implements PlanRunner {
  private readonly lookups = new MemoryLookups();

  private constructor(
    private readonly connect: Connect,
    private readonly tables: LogTableAccess,
  ) {}

  static async create(connect: Connect, tables: LogTableAccess, timeZone: string): Promise<DuckDbRunner> {
    const connection = await connect();
    try {
      await connection.run(`ATTACH IF NOT EXISTS ':memory:' AS ${resultDatabase}`);
      // All at once: a single statement costs more in transfer than in execution.
      await connection.run([...addressMacros(resultDatabase), ...localTimeFunctions(timeZone)].join(';\n'));
    } finally {
      connection.closeSync();
    }
    return new DuckDbRunner(connect, tables);
  }

  check(pipeline: Pipeline, signal: AbortSignal): Promise<void> {
    return checkPipeline(pipeline, this.connect, signal);
  }

  async resultBytes(): Promise<number> {
    const connection = await this.connect();
    try {
      // Includes the tables of an in-memory store, which are small in comparison.
      const reader = await connection.runAndReadAll(
        `SELECT CAST(sum(memory_usage_bytes + temporary_storage_bytes) AS BIGINT) FROM duckdb_memory()
        WHERE tag = 'IN_MEMORY_TABLE'`,
      );
      return Number(reader.getRows()[0]?.[0] ?? 0);
    } finally {
      connection.closeSync();
    }
  }

  async open(request: SessionRequest): Promise<RunnerSession> {
    const session = new EngineSession(await this.connect(), request);
    return new DuckDbSession(session, this.connect, this.tables, request, this.lookups);
  }
}

class DuckDbSession implements RunnerSession {
  #open = true;

  constructor(
    private readonly session: EngineSession,
    private readonly connect: Connect,
    private readonly tables: LogTableAccess,
    private readonly request: SessionRequest,
    private readonly lookups: MemoryLookups,
  ) {}

  async evaluate(expression: Expression): Promise<Literal> {
    const bound = bindExpression(expression, []);
    const value = printExpression(bound, []);
    const [row] = await this.session.read(`SELECT ${printConversion(value, bound.kind, 'string')}`);
    const text = row?.[0] ?? null;
    return literalOf(text === null ? null : String(text), bound.kind);
  }

  run(request: PipelineRequest): Promise<ResultRows> {
    return explainDamage(this.tables, this.request.signal, (tables) => this.#run(request, tables));
  }

  async #run(
    { pipeline, monitor, subqueries, onRows }: PipelineRequest,
    tables: LogTableAccess,
  ): Promise<ResultRows> {
    const { systemRows, besideImport, resultOf } = this.request;
    const results = subqueries.filter(isStoredResult);
    using run = new PipelineRun(pipeline.operators, {
      session: this.session,
      tables,
      systemRows,
      besideImport,
      monitor,
      subqueries: results.map(({ stored }) => stored),
      lookups: this.lookups,
      owner: this.request.owner,
      resultOf: (id) => {
        const result = resultOf(id);
        return result && isStoredResult(result) ? result.stored : undefined;
      },
      onRows: (stored) => onRows(storedResult(stored, this.connect)),
    });
    return storedResult(await run.run(), this.connect);
  }

  async close(kept: ResultRows | undefined): Promise<void> {
    if (!this.#open) return;
    await this.session.dropTables({ except: kept && isStoredResult(kept) ? kept.stored.table : undefined });
    this.session[Symbol.dispose]();
    this.#open = false;
  }

  async drop(): Promise<void> {
    if (this.#open) {
      await this.session.dropTables();
      return;
    }
    const connection = await this.connect();
    try {
      await this.session.dropTables({ connection });
    } finally {
      connection.closeSync();
    }
  }
}

/** All results come from this runner, which the type does not express. */
function isStoredResult(rows: ResultRows): rows is StoredResult {
  return 'stored' in rows;
}
