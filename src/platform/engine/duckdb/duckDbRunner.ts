import type { LogTableAccess, UnreadableRows } from '../../store/logTables';
import { readNumbers } from '../../store/sqlValue';
import type { Store } from '../../store/store';
import { isReadFailure } from '../../store/unreadableSegments';
import { bindExpression } from '../plan/bindExpression';
import { calls, literalOf, literalOfJson } from '../plan/planNode';
import type { Expression, Literal } from '../plan/planNode';
import type { Operator, Pipeline } from '../plan/operator';
import { DamagedRowsError, failureReason } from '../run/failureReason';
import type { PipelineRequest, SessionRequest } from '../run/planRunner';
import { EngineSession, interruptible, resultDatabase } from './engineSession';
import type { StageDeps } from './engineSession';
import { localTimeFunctions } from './localTime';
import { MemoryLookups } from './memoryLookups';
import { registerOwnFunctions } from './ownFunctions';
import { PipelineRun } from './pipelineRun';
import { addressMacros } from './printAddress';
import { isJson, printConversion } from './printConversion';
import { RowState } from './rowState';
import type { EventContexts } from '../run/eventContexts';
import { printExpression } from './sqlExpression';
import { estimateBytes, storedResult } from './storedResult';
import type { StoredResult } from '../run/resultRows';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ErrorKey } from '../../../core/language/errorCodes';
import { QueryRejection } from '../plan/queryRejection';
import { enginePattern } from './printPattern';
import { quoteText } from '../../store/sqlText';

type Connect = Store['connect'];

export interface UsedBytes {
  /** The disk space of temporary data of all queries and of their results. */
  readonly spilled: number;
  /** The memory and disk space of all rows of queries, and of an in-memory store, which is small in comparison. */
  readonly results: number;
}

/** Runs plans on DuckDB. Results are tables of an in-memory database that spills to disk. */
export class DuckDbRunner {
  private readonly lookups = new MemoryLookups();
  private readonly state = new RowState();
  #prepared: Promise<void> | undefined;

  constructor(
    private readonly store: Pick<Store, 'connect'>,
    private readonly tables: LogTableAccess,
    private readonly timeZone: string,
    /** The place of an address as JSON, if the operator has given a file. */
    private readonly geoip?: ((address: string) => string | undefined) | undefined,
  ) {}

  private readonly connect: Connect = async () => {
    // With the first query, because a platform without queries does not need it.
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    await this.#prepared;
    return this.store.connect();
  };

  async #prepare(): Promise<void> {
    using connection = await this.store.connect();
    registerOwnFunctions(connection, {
      ...this.state.functions,
      ...(this.geoip && { geoip: { parameters: 1, run: this.geoip } }),
    });
    const macros = [...addressMacros(), ...localTimeFunctions(this.timeZone)];
    // All at once: a single statement costs more in transfer than in execution.
    await connection.run([`ATTACH IF NOT EXISTS ':memory:' AS ${resultDatabase}`, ...macros].join(';\n'));
  }

  /**
   * Rejects pipelines that cannot run with any data. Lets the engine evaluate every expression without columns, which
   * finds errors that the language cannot: invalid regular expressions and date formats.
   */
  async check(pipeline: Pipeline, signal: AbortSignal): Promise<void> {
    const parts = [...printedPartsOf(pipeline)].filter(({ expressions }) => expressions.length > 0);
    if (parts.length === 0) return;
    using connection = await this.connect();
    const errorOf = (expressions: readonly string[]): Promise<unknown> =>
      evaluationError(expressions, connection, signal);
    // All together, and one by one only to find the rejected one.
    if ((await errorOf(parts.flatMap(({ expressions }) => expressions))) === undefined) return;
    for (const { expressions, key } of parts) {
      const cause = await errorOf(expressions);
      // With a reason, the expression itself is valid; the run reports the failure.
      if (cause !== undefined && failureReason(cause) === undefined) throw new QueryRejection(key, { cause });
    }
  }

  async usedBytes(): Promise<UsedBytes> {
    using connection = await this.store.connect();
    const reader = await connection.runAndReadAll(
      `SELECT sum(temporary_storage_bytes),
        sum(memory_usage_bytes + temporary_storage_bytes) FILTER (tag = 'IN_MEMORY_TABLE') FROM duckdb_memory()`,
    );
    const [spilled, results] = reader.getRows()[0] ?? [];
    return { spilled: Number(spilled), results: Number(results) };
  }

  /** The approximate bytes of one result: the engine measures only all of them. */
  async bytesOf({ stored }: StoredResult): Promise<number> {
    using connection = await this.connect();
    // Awaited here: the connection is closed afterwards.
    return await estimateBytes((select) => readNumbers(connection, select), stored);
  }

  /** The lookups in memory of an account. */
  lookupNames(owner: string): readonly string[] {
    return [...this.lookups.of(owner).keys()];
  }

  /** The approximate bytes of the lookups of an account. */
  lookupBytes(owner: string): number {
    return this.lookups.bytesOf(owner);
  }

  /** The caller closes the session. */
  async open(request: SessionRequest): Promise<DuckDbSession> {
    const session = new EngineSession(await this.connect(), request);
    return new DuckDbSession(session, this.connect, this.tables, this.lookups, this.state.contexts);
  }
}

export class DuckDbSession {
  #open = true;

  constructor(
    private readonly session: EngineSession,
    private readonly connect: Connect,
    private readonly tables: LogTableAccess,
    private readonly lookups: MemoryLookups,
    private readonly contexts: EventContexts,
  ) {}

  /** Evaluates an expression without fields. */
  async evaluate(expression: Expression): Promise<Literal> {
    const bound = bindExpression(expression, []);
    const value = printExpression(bound, []);
    const { kind } = bound;
    const json = kind === 'any' ? printConversion(value, kind, 'json') : value;
    const printed =
      kind === 'any' || isJson(kind) ? `CAST(${json} AS VARCHAR)` : printConversion(value, kind, 'string');
    const [row] = await this.session.read(`SELECT ${printed}`);
    const text = row?.[0] ?? null;
    if (text !== null && kind === 'any') return literalOfJson(String(text));
    return literalOf(text === null ? null : String(text), kind);
  }

  run({ pipeline, onRows, ...request }: PipelineRequest): Promise<StoredResult> {
    const { session, lookups, contexts } = this;
    return explainDamage(this.tables, session.signal, async (tables) => {
      using run = new PipelineRun(pipeline.operators, {
        ...request,
        session,
        tables,
        lookups,
        contexts,
        onRows: (stored) => onRows(storedResult(stored, this.connect)),
      });
      return storedResult(await run.run(), this.connect);
    });
  }

  /** Ends the session. The kept result stays readable until it is dropped; all others are dropped. */
  async close(kept: StoredResult | undefined): Promise<void> {
    if (!this.#open) return;
    // Before anything is awaited: a connection that is given back twice would be used by two queries.
    this.#open = false;
    try {
      await this.session.dropTables(kept?.stored.table);
    } finally {
      this.session[Symbol.dispose]();
    }
  }

  /** Drops all results of the session. */
  async drop(): Promise<void> {
    if (this.#open) {
      await this.session.dropTables();
      return;
    }
    using connection = await this.connect();
    await this.session.dropTables(undefined, connection);
  }
}

/**
 * Runs work that reads log tables. If it fails because of damaged files, the failure names the unreadable
 * rows, which later queries skip.
 */
async function explainDamage<T>(
  tables: LogTableAccess,
  signal: AbortSignal,
  work: (tables: StageDeps['tables']) => Promise<T>,
): Promise<T> {
  const read = new Set<string>();
  const watched: StageDeps['tables'] = {
    scan: (names, range) => {
      const scan = tables.scan(names, range);
      for (const { file } of scan.segments) read.add(file);
      return scan;
    },
    append: (...request) => tables.append(...request),
    all: () => tables.all(),
  };
  try {
    return await work(watched);
  } catch (error) {
    // Searching for damage reads whole tables, so it must be likely, and the cause unknown.
    if (signal.aborted || !isReadFailure(error) || failureReason(error) !== undefined) throw error;
    const [first, ...others] = await tables.leaveOutDamaged([...read], signal);
    if (!first) throw error;
    throw new DamagedRowsError([first, ...others].map(describeRows).join('; '), { cause: error });
  }
}

function describeRows({ table, rows, minTime, maxTime }: UnreadableRows): string {
  const period = `from ${minTime.toISOString()} to ${maxTime.toISOString()}`;
  return `${rows} rows of the table ${table} ${period} are damaged and left out from now on`;
}

async function evaluationError(
  expressions: readonly string[],
  connection: DuckDBConnection,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    // Run rather than prepared, because some functions check their constants only when they are called.
    const statement = `SELECT ${expressions.join(', ')}`;
    await interruptible(connection, signal, () => connection.run(statement));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return error;
  }
}

function* printedPartsOf({ subqueries, operators }: Pipeline): Generator<PrintedParts> {
  for (const subquery of subqueries) yield* printedPartsOf(subquery);
  for (const operator of operators) yield printedParts(operator);
}

interface PrintedParts {
  readonly expressions: readonly string[];
  readonly key: ErrorKey;
}

function printedParts(operator: Operator): PrintedParts {
  if (operator.operator === 'extract') {
    const { text, isLinear } = enginePattern(operator.pattern);
    const expressions = isLinear ? [`regexp_matches('', ${quoteText(text)})`] : [];
    return { expressions, key: 'missing-rex-regex' };
  }
  const expressions = expressionsOf(operator).flatMap((expression) => {
    const printed = printExpression(bindExpression(expression, []), []);
    return mayFail(expression) ? [printed] : [];
  });
  return { expressions, key: 'broken-expression' };
}

/** The engine rejects only patterns: everything else is known when it is printed. */
function mayFail(expression: Expression): boolean {
  return ['match', 'groups', 'replace'].some((name) => calls(expression, name));
}

function expressionsOf(operator: Operator): readonly Expression[] {
  switch (operator.operator) {
    case 'filter':
      return [operator.predicate];
    case 'extend':
      return operator.assignments.map(({ value }) => value);
    case 'aggregate':
      return operator.aggregates.flatMap(({ argument }) => argument ?? []);
    default:
      return [];
  }
}
