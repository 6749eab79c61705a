import type { TableScan } from '../../store/tableScan';
import type { Schema } from '../plan/kind';
import type { Operator, OperatorOf, RowRecord } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import type { PipelineRequest } from '../run/planRunner';
import { collect, flowCommands, flowSchema, noRows, storedFlow, uncounted, withSteps } from './flow';
import type { CollectOptions, Flow } from './flow';
import { appendRows, copyRows, hasColumnsOf, previousStep, widenedFlow } from './combine';
import { groupRows, summarize } from './crossTable';
import { addNumbered, addSteps } from './rowSteps';
import type { StoreOrdered } from './rowSteps';
import type { StageDeps } from './engineSession';
import { importRows } from './importRows';
import { joinsInBatches, joinStep } from './joinStep';
import { lookupStep, networkStep, placeStep } from './lookups';
import { memoryLookupFlow, memoryLookupStep } from './memoryLookups';
import type { MemoryLookups } from './memoryLookups';
import { parseStep } from './parseFields';
import { repeatSource } from './repeatSource';
import { scanSource } from './scanSource';
import { sortRows } from './sort';
import { matchStep, readPatterns } from './matchStep';
import { readTerms, searchSteps } from './printFulltext';
import { contextRows, contextSchema, feedStep, rememberStep, rowByRowSource } from './rowByRow';
import type { StoredRows } from '../run/resultRows';
import type { EventContexts } from '../run/eventContexts';
import { selectTables } from '../run/selectTables';
import { inlineSource, storeRows } from './source';

export interface PipelineDeps extends StageDeps, Pick<PipelineRequest, 'subqueries'> {
  readonly lookups: MemoryLookups;
  readonly contexts: EventContexts;
  readonly onRows: (stored: StoredRows) => void;
}

type OperatorName = Operator['operator'];

type Apply<Name extends OperatorName> = (
  operator: OperatorOf<Name>,
  flow: Flow,
  index: number,
) => Flow | Promise<Flow>;

/**
 * Runs one pipeline. Commands that process one row at a time are fused with their source (see `Step`); a
 * command that needs all rows, or whose columns depend on the data, ends a stage, whose rows are stored.
 */
export class PipelineRun implements Disposable {
  readonly #scans: TableScan[] = [];

  constructor(
    private readonly operators: readonly Operator[],
    private readonly deps: PipelineDeps,
  ) {}

  async run(): Promise<StoredRows> {
    let flow = noRows;
    for (const [index, operator] of this.operators.entries()) {
      // The table pairs every operator with a function for it, which the type checker cannot follow.
      const apply = this.#table[operator.operator] as Apply<OperatorName>;
      flow = await apply(operator, flow, index);
    }
    return this.#store(flow, { needsOrder: true, onRows: this.deps.onRows });
  }

  [Symbol.dispose](): void {
    for (const scan of this.#scans) scan[Symbol.dispose]();
  }

  /** Sources replace the flow before them; the others continue it. */
  readonly #table: { readonly [Name in OperatorName]: Apply<Name> } = {
    scan: (operator) => this.#scan(operator),
    rows: ({ command, schema, rows }) => this.#parameters(command, schema, rows),
    system: (operator) => {
      const { schema, rows } = this.deps.session.request.systemRows(operator);
      return this.#parameters(operator.command, schema, rows);
    },
    result: (operator) => this.#result(operator),
    pass: (_operator, flow) => flow,
    filter: (operator, flow) => addNumbered(operator, flow, this.#ordered),
    extend: async (operator, flow) => {
      const next = await addNumbered(operator, flow, this.#ordered);
      // Numbers need all rows; afterwards they pass one by one again.
      return flow.source.isRowByRow ? this.#rowByRow(next) : next;
    },
    project: addSteps,
    rename: addSteps,
    reorder: addSteps,
    extract: addSteps,
    explode: addSteps,
    aggregate: (operator, flow) =>
      this.#counted(flow, operator.command, () => groupRows(flow, operator, this.deps)),
    sort: (operator, flow) =>
      this.#counted(flow, operator.command, () => sortRows(flow, operator, this.deps)),
    limit: async (operator, flow, index) => storedFlow(await this.#limit(flow, operator, index)),
    discard: async ({ command }, flow) => {
      await this.#stage(flow, command, async () => {
        const { table } = await collect(flow, this.deps, { needsOrder: false });
        this.deps.session.dropTable(table);
      });
      return noRows;
    },
    join: (operator, flow, index) => this.#join(flow, operator, index),
    union: async (operator, flow) => storedFlow(await this.#union(flow, operator)),
    parse: async (operator, flow, index) => {
      const stored = await this.#store(flow, { needsOrder: this.#orderMatters(index) });
      return withSteps(storedFlow(stored), [await parseStep(operator, stored, this.deps.session)]);
    },
    previous: async (operator, flow) => {
      const stored = await this.#store(flow, { needsOrder: true });
      const next = withSteps(storedFlow(stored), [previousStep(operator, stored.schema)]);
      return storedFlow(await this.#store(next, { needsOrder: true, atOnce: true }));
    },
    repeat: async (operator, flow, index) => {
      const stored = await this.#store(flow, { needsOrder: this.#orderMatters(index) });
      return {
        source: repeatSource(stored, operator, this.deps.session),
        command: operator.command,
        steps: [],
      };
    },
    import: async (operator, flow) => {
      const stored = await this.#store(flow, { needsOrder: true });
      return this.#counted(storedFlow(stored), operator.command, () =>
        importRows(operator, stored, this.deps),
      );
    },
    lookup: async (operator, flow) => {
      const { lookups, session } = this.deps;
      const incoming = flowSchema(flow);
      const inMemory = await memoryLookupStep(operator, incoming, lookups, session);
      return withSteps(flow, [inMemory ?? (await lookupStep(operator, incoming, this.deps))]);
    },
    serial: (_operator, flow) => this.#rowByRow(flow),
    remember: async (operator, flow) => {
      const rows = await this.#rowByRow(flow);
      return withSteps(rows, [rememberStep(operator, flowSchema(rows))]);
    },
    feed: async (operator, flow) => {
      const rows = flow.source.isRowByRow ? flow : storedFlow(await this.#store(flow, { needsOrder: true }));
      return withSteps(rows, [feedStep(operator, flowSchema(rows))]);
    },
    contexts: ({ action, owner, topic, command }, flow) => {
      const { contexts } = this.deps;
      if (action === 'list')
        return this.#parameters(command, contextSchema, contextRows(contexts, owner, topic));
      contexts.drop(owner, topic);
      return flow;
    },
    match: async (operator, flow) => {
      const patterns = await readPatterns(operator, this.#subquery(operator.subquery), this.deps.session);
      return withSteps(flow, [matchStep(operator, flowSchema(flow), patterns)]);
    },
    geoip: (operator, flow) => withSteps(flow, [placeStep(operator, flowSchema(flow))]),
    summary: async (operator, flow) => {
      const stored = await this.#store(flow, { needsOrder: false });
      return this.#counted(storedFlow(stored), operator.command, () => summarize(stored, this.deps.session));
    },
    networks: async (operator, flow) =>
      withSteps(flow, [await networkStep(operator, flowSchema(flow), this.deps)]),
    memlookup: async (operator, flow) => {
      const isBuilt = operator.action === 'build';
      const needed = isBuilt ? storedFlow(await this.#store(flow, { needsOrder: true })) : flow;
      return memoryLookupFlow(operator, needed, this.deps.lookups, this.deps.session);
    },
  };

  async #rowByRow(flow: Flow): Promise<Flow> {
    if (flow.source.isRowByRow) return flow;
    const stored = await this.#store(flow, { needsOrder: true });
    return { source: rowByRowSource(stored), command: undefined, steps: [] };
  }

  async #scan(operator: OperatorOf<'scan'>): Promise<Flow> {
    const { tables, from, to, condition, command } = operator;
    const scan = this.deps.tables.scan(selectTables(tables, this.deps.tables), { from, to });
    this.#scans.push(scan);
    const missing = tables.find(({ name, optional }) => !optional && scan.missing.includes(name));
    if (missing) throw new QueryRejection('table-not-found', { name: missing.name });
    const source = scanSource(scan, operator);
    const found = await searchSteps(command, source.schema, condition, (index) =>
      readTerms(this.#subquery(index), this.deps.session),
    );
    return { source, command, steps: found };
  }

  async #parameters(command: number, schema: Schema, rows: readonly RowRecord[]): Promise<Flow> {
    const source = inlineSource(schema, rows);
    if (source) return { source, command, steps: [] };
    return this.#counted(noRows, command, () => storeRows(schema, rows, this.deps.session));
  }

  async #result({ id, command }: OperatorOf<'result'>): Promise<Flow> {
    const { session } = this.deps;
    const result = session.request.resultOf(id)?.stored;
    if (!result) throw new QueryRejection('no-read-permission');
    return this.#counted(noRows, command, () => copyRows(result, session));
  }

  async #limit(
    flow: Flow,
    { command, offset, maximum }: OperatorOf<'limit'>,
    index: number,
  ): Promise<StoredRows> {
    const isLast = this.operators.slice(index + 1).every((operator) => operator.operator === 'pass');
    const skip = (stored: StoredRows): StoredRows => ({ ...stored, start: Math.min(offset, stored.end) });
    let pushed = 0;
    const onRows = (stored: StoredRows): void => {
      const kept = skip(stored);
      if (kept.end - kept.start > pushed) this.deps.monitor.push(command, kept.end - kept.start - pushed);
      pushed = kept.end - kept.start;
      if (isLast) this.deps.onRows(kept);
    };
    // For a command with a limit, only the rows within it count.
    const counted = uncounted(flow, command);
    const options = { needsOrder: true, maximum: offset + maximum, onRows };
    return this.#stage(flow, command, async () => skip(await collect(counted, this.deps, options)));
  }

  async #join(flow: Flow, operator: OperatorOf<'join'>, index: number): Promise<Flow> {
    const right = this.#subquery(operator.subquery);
    if (joinsInBatches(operator.type)) return withSteps(flow, [joinStep(operator, flowSchema(flow), right)]);
    const left = storedFlow(await this.#store(flow, { needsOrder: true }));
    const joined = withSteps(left, [joinStep(operator, flowSchema(left), right)]);
    const needsOrder = this.#orderMatters(index);
    return storedFlow(await this.#store(joined, { needsOrder, atOnce: true }));
  }

  async #union(flow: Flow, { command, subquery }: OperatorOf<'union'>): Promise<StoredRows> {
    const added = this.#subquery(subquery);
    const { stored: complete } = flow;
    // Rows that are stored with all of the columns are not copied.
    const isComplete = complete && hasColumnsOf(complete.schema, added.schema);
    if (isComplete) await this.#counted(noRows, command, () => Promise.resolve(complete));
    const stored = isComplete
      ? complete
      : await this.#store(widenedFlow(flow, added.schema, command), { needsOrder: true });
    const rows = await appendRows(stored, added, this.deps.session);
    this.deps.monitor.push(command, rows.end - stored.end);
    return rows;
  }

  #subquery(index: number): StoredRows {
    const rows = this.deps.subqueries[index]?.stored;
    if (!rows) throw new Error('a subquery has not run');
    return rows;
  }

  /** Whether the operators after this position depend on the order of rows; if not, sorting can be skipped. */
  #orderMatters(index: number): boolean {
    for (const operator of this.operators.slice(index + 1)) {
      switch (operator.operator) {
        case 'aggregate':
          return operator.aggregates.some((aggregate) => orderedFunctions.has(aggregate.function));
        case 'discard':
          return false;
        case 'limit':
        case 'previous':
          return true;
        default:
      }
    }
    return true;
  }

  readonly #ordered: StoreOrdered = (flow, atOnce) => this.#store(flow, { needsOrder: true, atOnce });

  /** Runs the flow, unless its rows are already stored. */
  async #store(flow: Flow, options: CollectOptions): Promise<StoredRows> {
    if (flow.stored) {
      options.onRows?.(flow.stored);
      return flow.stored;
    }
    return this.#stage(flow, undefined, () => collect(flow, this.deps, options));
  }

  /** A command that creates rows: they are counted when they exist. */
  async #counted(flow: Flow, command: number, work: () => Promise<StoredRows>): Promise<Flow> {
    return this.#stage(flow, command, async () => {
      const rows = await work();
      this.deps.monitor.push(command, rows.end - rows.start);
      return storedFlow(rows);
    });
  }

  async #stage<T>(flow: Flow, command: number | undefined, work: () => Promise<T>): Promise<T> {
    const { monitor } = this.deps;
    const commands = [...flowCommands(flow), ...(command === undefined ? [] : [command])];
    for (const each of commands) monitor.advance(each, 'Running');
    const result = await work();
    for (const each of commands) monitor.advance(each, 'End');
    return result;
  }
}

const orderedFunctions: ReadonlySet<string> = new Set(['first', 'last', 'array']);
