import { type Query } from '../../../language/ast';
import { type QueryOutcome } from '../../queryRuns';
import { type Pipeline } from '../plan/pipeline';
import { planExpression } from '../planner/planExpression';
import { type PlanningContext } from '../planner/planningContext';
import { planPipeline } from '../planner/planPipeline';
import { parametersOfRow, shownValue } from './parameterValues';
import { type ResultRows, type RunnerSession } from './planRunner';
import { type QueryRun } from './queryRun';
import { definitionsOf } from './queryText';

/** Gives the parameters their values, plans the query with them, and runs its subqueries and then itself. */
export async function executeQuery(
  run: QueryRun,
  query: Query,
  session: RunnerSession,
  context: Omit<PlanningContext, 'parameters'>,
): Promise<ResultRows> {
  const planning = (): PlanningContext => ({ ...context, parameters: run.parameters });
  for (const definition of definitionsOf(query)) {
    if (definition.kind === 'set') {
      const value = await session.evaluate(planExpression(definition.value, planning()));
      if (definition.parameter) run.parameters.set(definition.parameter.text, value);
    } else if (definition.subquery) {
      const rows = await runPipeline(run, planPipeline(definition.subquery.query, planning()), session);
      for (const [name, value] of await firstRow(rows)) run.parameters.set(name, value);
    }
  }
  return executePipeline(run, planPipeline(query, planning()), session);
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

/** What a succeeded query hands on to one that follows it. */
export async function outcomeOf(rows: ResultRows): Promise<QueryOutcome> {
  for await (const [row] of rows.read({ offset: Math.max(0, rows.count - 1), limit: 1 }, 'text')) {
    if (!row) continue;
    const values = parametersOfRow(rows.schema, row).map(
      ([name, value]) => [name, shownValue(value)] as const,
    );
    return { outcome: 'succeeded', lastRow: Object.fromEntries(values) };
  }
  return { outcome: 'succeeded', lastRow: undefined };
}
