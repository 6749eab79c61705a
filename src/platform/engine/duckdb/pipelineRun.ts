import type { TableScan } from '../../store/tableScan';
import type { LogTableAccess } from '../../store/logTables';
import type { Operator, OperatorOf } from '../plan/operator';
import { QueryRefusal } from '../plan/queryRefusal';
import type { PipelineMonitor } from '../run/pipelineMonitor';
import type { SessionRequest, SystemRows } from '../run/planRunner';
import { aggregate } from './aggregate';
import { pivotRows } from './crossTable';
import { collect } from './collect';
import type { CollectOptions } from './collect';
import { appendRows, hasColumnsOf, previousStep, widenedFlow } from './combine';
import { flowCommands, flowSchema, storedFlow, uncounted, withSteps } from './flow';
import type { Flow } from './flow';
import { importRows } from './importRows';
import { joinsInBatches, joinStep } from './joinStep';
import { lookupStep } from './lookup';
import { memoryLookupFlow } from './memoryLookups';
import type { LookupDeps } from './memoryLookups';
import { networkStep } from './networks';
import { isSource } from './operatorKinds';
import type { BreakingOperator, FollowingOperator, LookupOperator, SourceOperator } from './operatorKinds';
import { orderMatters } from './orderMatters';
import { parseStep } from './parseFields';
import { pivot } from './pivot';
import { repeatSource } from './repeatSource';
import { scanSource } from './scanSource';
import { sortRows } from './sort';
import { buildSteps, isStepOperator, termStep } from './step';
import type { StepOperator } from './step';
import type { StoredRows } from './storedRows';
import { storeRows } from './storeRows';
import { aggregateWithTotals } from './totals';
import { uniqueColumns } from './uniqueColumns';

export interface PipelineDeps extends LookupDeps {
  readonly tables: LogTableAccess;
  readonly systemRows: SystemRows;
  readonly besideImport: SessionRequest['besideImport'];
  readonly monitor: PipelineMonitor;
  readonly subqueries: readonly StoredRows[];
  /** The rows of another query of the account; undefined if there is none. */
  readonly resultOf: (queryId: number) => StoredRows | undefined;
  readonly onRows: (stored: StoredRows) => void;
}

/**
 * Runs one pipeline. Commands that process one row at a time are fused with their source (see `Step`); a
 * command that needs all rows, or whose columns depend on the data, ends a stage, whose rows are stored.
 */
export class PipelineRun implements Disposable {
  readonly #scans: TableScan[] = [];

  constructor(
    private readonly operators: readonly Operator[],
    private readonly world: PipelineDeps,
  ) {}

  async run(): Promise<StoredRows> {
    let flow: Flow | undefined;
    for (const [place, operator] of this.operators.entries()) {
      if (operator.operator === 'pass') continue;
      flow = isSource(operator)
        ? await this.source(operator)
        : await this.apply(operator, flow ?? (await this.noRows()), place);
    }
    return this.store(flow ?? (await this.noRows()), { needsOrder: true, onRows: this.world.onRows });
  }

  [Symbol.dispose](): void {
    for (const scan of this.#scans) scan[Symbol.dispose]();
  }

  private async source(operator: SourceOperator): Promise<Flow> {
    if (operator.operator === 'scan') return this.scan(operator);
    if (operator.operator === 'result') return this.result(operator);
    const { schema, rows } = operator.operator === 'rows' ? operator : this.world.systemRows(operator);
    const store = (): Promise<StoredRows> => storeRows(schema, rows, this.world.session);
    return storedFlow(await this.counted(undefined, operator.command, store));
  }

  /** Copied immediately, because the owner of the result can drop it at any time. */
  private async result({ id, command }: OperatorOf<'result'>): Promise<Flow> {
    const result = this.world.resultOf(id);
    if (!result) throw new QueryRefusal('no-read-permission');
    const { session } = this.world;
    const copy = async (): Promise<StoredRows> =>
      appendRows(await storeRows(result.schema, [], session), result, session);
    return storedFlow(await this.counted(undefined, command, copy));
  }

  private async apply(operator: FollowingOperator, flow: Flow, place: number): Promise<Flow> {
    if (isStepOperator(operator)) return this.addSteps(flow, operator);
    const needsOrder = orderMatters(this.operators.slice(place + 1));
    switch (operator.operator) {
      case 'limit':
        return storedFlow(await this.limit(flow, operator, place));
      case 'discard':
        await this.stage(flow, operator.command, () => this.drain(flow));
        return this.noRows();
      default:
        return this.applyBreaker(operator, flow, needsOrder);
    }
  }

  /** Commands that need the rows of the flow stored or grouped before they pass any on. */
  private async applyBreaker(operator: BreakingOperator, flow: Flow, needsOrder: boolean): Promise<Flow> {
    const { session, monitor, tables, besideImport } = this.world;
    switch (operator.operator) {
      case 'aggregate':
        return storedFlow(await this.counted(flow, operator.command, () => this.aggregate(flow, operator)));
      case 'sort':
        return storedFlow(
          await this.counted(flow, operator.command, () => sortRows(flow, operator, session, monitor)),
        );
      case 'join':
        return this.join(flow, operator, needsOrder);
      case 'union':
        return storedFlow(await this.union(flow, operator));
      case 'parse': {
        const stored = await this.store(flow, { needsOrder });
        return withSteps(storedFlow(stored), [await parseStep(operator, stored, session)]);
      }
      case 'previous': {
        const stored = await this.store(flow, { needsOrder: true });
        const step = previousStep(operator, stored.schema);
        return storedFlow(
          await this.store(withSteps(storedFlow(stored), [step]), { needsOrder: true, atOnce: true }),
        );
      }
      case 'repeat': {
        const source = repeatSource(await this.store(flow, { needsOrder }), operator, session);
        return { source, command: operator.command, steps: [] };
      }
      case 'pivot':
        return storedFlow(
          await this.counted(flow, operator.command, () => pivotRows(flow, operator, session, monitor)),
        );
      case 'import': {
        const stored = await this.store(flow, { needsOrder: true });
        await this.counted(storedFlow(stored), operator.command, () =>
          importRows(operator, stored, tables, session, besideImport(operator.table)),
        );
        return storedFlow(stored);
      }
      default:
        return this.applyLookup(operator, flow);
    }
  }

  /** Commands that add values from elsewhere to each row. */
  private async applyLookup(operator: LookupOperator, flow: Flow): Promise<Flow> {
    const { session, tables } = this.world;
    switch (operator.operator) {
      case 'networks': {
        const step = await networkStep(operator, flowSchema(flow), tables, session);
        return withSteps(flow, [step]);
      }
      case 'memlookup': {
        const needed =
          operator.action === 'build' ? storedFlow(await this.store(flow, { needsOrder: true })) : flow;
        return memoryLookupFlow(operator, needed, this.world);
      }
      case 'lookup': {
        const step = await lookupStep(operator, flowSchema(flow), tables, session);
        return withSteps(flow, [step]);
      }
      default:
        return operator satisfies never;
    }
  }

  private addSteps(flow: Flow, operator: StepOperator): Flow {
    const steps = buildSteps(operator, flowSchema(flow));
    return withSteps(flow, steps.length > 0 ? steps : [unchangedStep(operator.command, flow)]);
  }

  private scan(operator: OperatorOf<'scan'>): Flow {
    const { tables, from, to, terms, command } = operator;
    const scan = this.world.tables.scan(
      tables.map(({ name }) => name),
      { from, to },
    );
    this.#scans.push(scan);
    if (tables.some(({ name, optional }) => !optional && scan.missing.includes(name))) {
      throw new QueryRefusal('table-not-found');
    }
    const source = scanSource(scan, operator);
    return { source, command, steps: terms ? [termStep(command, source.schema, terms)] : [] };
  }

  private async aggregate(flow: Flow, operator: OperatorOf<'aggregate'>): Promise<StoredRows> {
    if (operator.totals) {
      const rows = await this.store(flow, { needsOrder: true });
      return aggregateWithTotals(rows, operator, this.world.session, this.world.monitor);
    }
    const { session, monitor } = this.world;
    const grouped = await aggregate(flow, operator, session, monitor);
    const isChart = operator.span !== undefined && operator.by.length > 0;
    return uniqueColumns(isChart ? await pivot(grouped, session) : grouped, session);
  }

  private async limit(
    flow: Flow,
    { command, offset, maximum }: OperatorOf<'limit'>,
    place: number,
  ): Promise<StoredRows> {
    const isLast = this.operators.slice(place + 1).every((operator) => operator.operator === 'pass');
    const skip = (stored: StoredRows): StoredRows => ({ ...stored, start: Math.min(offset, stored.end) });
    let pushed = 0;
    const onRows = (stored: StoredRows): void => {
      const kept = skip(stored);
      if (kept.end - kept.start > pushed) this.world.monitor.push(command, kept.end - kept.start - pushed);
      pushed = kept.end - kept.start;
      if (isLast) this.world.onRows(kept);
    };
    // For a command with a limit, only the rows within it count.
    const counted = uncounted(flow, command);
    const options = { needsOrder: true, maximum: offset + maximum, onRows };
    return this.stage(flow, command, async () =>
      skip(await collect(counted, this.world.session, this.world.monitor, options)),
    );
  }

  private async join(flow: Flow, operator: OperatorOf<'join'>, needsOrder: boolean): Promise<Flow> {
    const right = this.subquery(operator.subquery);
    if (joinsInBatches(operator.type)) return withSteps(flow, [joinStep(operator, flowSchema(flow), right)]);
    const left = storedFlow(await this.store(flow, { needsOrder }));
    const joined = withSteps(left, [joinStep(operator, flowSchema(left), right)]);
    return storedFlow(await this.store(joined, { needsOrder: false, atOnce: true }));
  }

  private async union(flow: Flow, { command, subquery }: OperatorOf<'union'>): Promise<StoredRows> {
    const added = this.subquery(subquery);
    const { stored: complete } = flow;
    // Rows that are stored with all of the columns are not copied.
    const stored =
      complete && hasColumnsOf(complete.schema, added.schema)
        ? await this.counted(undefined, command, () => Promise.resolve(complete))
        : await this.store(widenedFlow(flow, added.schema, command), { needsOrder: true });
    const rows = await appendRows(stored, added, this.world.session);
    this.world.monitor.push(command, rows.end - stored.end);
    return rows;
  }

  private subquery(place: number): StoredRows {
    const rows = this.world.subqueries[place];
    if (!rows) throw new Error('a subquery has not run');
    return rows;
  }

  /** Runs the flow, unless its rows are already stored. */
  private async store(flow: Flow, options: CollectOptions): Promise<StoredRows> {
    if (flow.stored) {
      options.onRows?.(flow.stored);
      return flow.stored;
    }
    return this.stage(flow, undefined, () => collect(flow, this.world.session, this.world.monitor, options));
  }

  /** A command that creates rows: they are counted when they exist. */
  private async counted(
    flow: Flow | undefined,
    command: number,
    work: () => Promise<StoredRows>,
  ): Promise<StoredRows> {
    return this.stage(flow, command, async () => {
      const rows = await work();
      this.world.monitor.push(command, rows.end - rows.start);
      return rows;
    });
  }

  private async stage<T>(
    flow: Flow | undefined,
    command: number | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const commands = [...(flow ? flowCommands(flow) : []), ...(command === undefined ? [] : [command])];
    for (const each of commands) this.world.monitor.begin(each);
    const result = await work();
    for (const each of commands) this.world.monitor.end(each);
    return result;
  }

  /** Reads all rows and discards them. */
  private async drain(flow: Flow): Promise<void> {
    const stored = await collect(flow, this.world.session, this.world.monitor, { needsOrder: false });
    await this.world.session.dropTable(stored.table);
  }

  private async noRows(): Promise<Flow> {
    return storedFlow(await storeRows([], [], this.world.session));
  }
}

/** A step for a command without effect, so that its rows are still counted. */
function unchangedStep(command: number, flow: Flow): ReturnType<typeof termStep> {
  return { command, schema: flowSchema(flow), keepsCount: true, reorders: false, print: (from) => from };
}
