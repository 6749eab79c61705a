import type { Command, Query } from '../../../core/language/ast';
import type { Literal } from '../plan/planNode';
import type { Pipeline } from '../plan/operator';
import { planExpression } from '../planner/planExpression';
import type { ParameterValues, PlanningContext } from '../planner/planningContext';
import { planPipeline } from '../planner/planPipeline';
import { parametersOfRow, shownValue } from './parameterValues';
import type { DuckDbSession } from '../duckdb/duckDbRunner';
import type { ResultRows, StoredResult } from './resultRows';
import type { QueryRun } from './engineRun';
import { definitionsOf } from './readQuery';

/** Evaluates the parameters, plans the query with them, and runs its subqueries and then itself. */
export async function executeQuery(
  run: QueryRun,
  query: Query,
  session: DuckDbSession,
  context: Omit<PlanningContext, 'parameters'>,
): Promise<StoredResult> {
  const scopes = new Map<Query, ParameterValues>();
  const texts = new Map<Command, Literal>();
  // A subquery sees the parameters of the outer query; those that it sets are local.
  const define = async (part: Query, parameters: Map<string, Literal>): Promise<void> => {
    scopes.set(part, parameters);
    const planning: PlanningContext = { ...context, parameters, scopes, texts };
    for (const definition of definitionsOf(part)) {
      if (definition.kind === 'set') {
        const value = await session.evaluate(planExpression(definition.value, planning));
        if (definition.parameter) parameters.set(definition.parameter.text, value);
      } else if (definition.kind === 'json') {
        if (definition.text)
          texts.set(definition, await session.evaluate(planExpression(definition.text, planning)));
      } else if (definition.subquery) {
        const asked = definition.subquery.query;
        const own = new Map(parameters);
        await define(asked, own);
        const rows = await executePipeline(
          run,
          planPipeline(asked, { ...planning, parameters: own }),
          session,
          ignoreRows,
        );
        for (const [name, value] of await rowAt(rows, 0)) parameters.set(name, value);
      }
    }
    for (const command of part.commands.filter(({ kind }) => kind !== 'setq')) {
      for (const subquery of command.subqueries) await define(subquery.query, new Map(parameters));
    }
  };
  const { parameters } = run;
  await define(query, parameters);
  return executePipeline(run, planPipeline(query, { ...context, parameters, scopes, texts }), session);
}

/** Runs a planned query, its subqueries first. */
export async function executePipeline(
  run: QueryRun,
  pipeline: Pipeline,
  session: DuckDbSession,
  onRows = (rows: StoredResult): void => {
    run.result = rows;
  },
): Promise<StoredResult> {
  const subqueries: StoredResult[] = [];
  for (const subquery of pipeline.subqueries) {
    subqueries.push(await executePipeline(run, subquery, session, ignoreRows));
  }
  const monitor = run.progressAt(pipeline.index);
  const rows = await session.run({ pipeline, monitor, subqueries, onRows });
  monitor.endAll();
  return rows;
}

const ignoreRows = (): void => undefined;

/** What a succeeded query passes to the next query; undefined if it has no rows. */
export async function lastRowOf(rows: ResultRows): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (rows.count === 0) return undefined;
  const row = await rowAt(rows, rows.count - 1);
  return Object.fromEntries(row.map(([name, value]) => [name, shownValue(value)]));
}

/** The values of a row; none if there is no such row. */
async function rowAt(rows: ResultRows, offset: number): Promise<ReturnType<typeof parametersOfRow>> {
  for await (const [row] of rows.read({ offset, limit: 1 }, 'text')) {
    if (row) return parametersOfRow(rows.schema, row);
  }
  return [];
}
