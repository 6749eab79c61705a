import type { Query } from '../../../language/ast';
import type { Literal } from '../plan/expression';
import type { Pipeline } from '../plan/pipeline';
import { planExpression } from '../planner/planExpression';
import type { ParameterValues, PlanningContext } from '../planner/planningContext';
import { planPipeline } from '../planner/planPipeline';
import { parametersOfRow, shownValue } from './parameterValues';
import type { ResultRows, RunnerSession } from './planRunner';
import type { QueryRun } from './queryRun';
import { definitionsOf } from './queryText';

/** Evaluates the parameters, plans the query with them, and runs its subqueries and then itself. */
export async function executeQuery(
  run: QueryRun,
  query: Query,
  session: RunnerSession,
  context: Omit<PlanningContext, 'parameters'>,
): Promise<ResultRows> {
  const { parameters } = run;
  const scopes = new Map<Query, ParameterValues>();
  await defineParameters(query, parameters, { run, session, context, scopes });
  return executePipeline(run, planPipeline(query, { ...context, parameters, scopes }), session);
}

/** Runs a planned query, its subqueries first. */
export async function executePipeline(
  run: QueryRun,
  pipeline: Pipeline,
  session: RunnerSession,
): Promise<ResultRows> {
  return runPipeline(run, pipeline, session, (rows) => {
    run.result = rows;
  });
}

interface Definition {
  readonly run: QueryRun;
  readonly session: RunnerSession;
  readonly context: Omit<PlanningContext, 'parameters'>;
  readonly scopes: Map<Query, ParameterValues>;
}

/** A subquery sees the parameters of the outer query; those that it sets are local. */
async function defineParameters(
  query: Query,
  parameters: Map<string, Literal>,
  work: Definition,
): Promise<void> {
  const { run, session, context, scopes } = work;
  scopes.set(query, parameters);
  const planning: PlanningContext = { ...context, parameters, scopes };
  for (const definition of definitionsOf(query)) {
    if (definition.kind === 'set') {
      const value = await session.evaluate(planExpression(definition.value, planning));
      if (definition.parameter) parameters.set(definition.parameter.text, value);
    } else if (definition.subquery) {
      const asked = definition.subquery.query;
      const own = new Map(parameters);
      await defineParameters(asked, own, work);
      const rows = await runPipeline(run, planPipeline(asked, { ...planning, parameters: own }), session);
      for (const [name, value] of await firstRow(rows)) parameters.set(name, value);
    }
  }
  for (const command of query.commands) {
    if (command.kind === 'setq') continue;
    for (const subquery of command.subqueries) {
      await defineParameters(subquery.query, new Map(parameters), work);
    }
  }
}

async function runPipeline(
  run: QueryRun,
  pipeline: Pipeline,
  session: RunnerSession,
  onRows: (rows: ResultRows) => void = () => undefined,
): Promise<ResultRows> {
  const subqueries: ResultRows[] = [];
  for (const subquery of pipeline.subqueries) subqueries.push(await runPipeline(run, subquery, session));
  const monitor = run.progressAt(pipeline.place);
  const rows = await session.run({ pipeline, monitor, subqueries, onRows });
  monitor.endAll();
  return rows;
}

async function firstRow(rows: ResultRows): Promise<ReturnType<typeof parametersOfRow>> {
  for await (const [row] of rows.read({ offset: 0, limit: 1 }, 'text')) {
    if (row) return parametersOfRow(rows.schema, row);
  }
  return [];
}

/** What a succeeded query passes to the next query; undefined if it has no rows. */
export async function lastRowOf(rows: ResultRows): Promise<Readonly<Record<string, unknown>> | undefined> {
  for await (const [row] of rows.read({ offset: Math.max(0, rows.count - 1), limit: 1 }, 'text')) {
    if (!row) continue;
    const values = parametersOfRow(rows.schema, row).map(
      ([name, value]) => [name, shownValue(value)] as const,
    );
    return Object.fromEntries(values);
  }
  return undefined;
}
