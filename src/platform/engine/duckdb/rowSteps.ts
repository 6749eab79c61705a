import { rowNumbers } from '../plan/bindCall';
import type { OperatorOf } from '../plan/operator';
import { calls } from '../plan/planNode';
import type { StoredRows } from '../run/resultRows';
import { numberStep } from './combine';
import { flowSchema, storedFlow, withSteps } from './flow';
import type { Flow } from './flow';
import { buildSteps, mapStep } from './step';
import type { StepOperator } from './step';

/** Stores the rows of a flow in their order. */
export type StoreOrdered = (flow: Flow, atOnce?: boolean) => Promise<StoredRows>;

/** If `seq` needs the numbers of rows, they are added, and removed afterwards. */
export async function addNumbered(
  operator: OperatorOf<'filter' | 'extend'>,
  flow: Flow,
  store: StoreOrdered,
): Promise<Flow> {
  if (!usesSequence(operator)) return addSteps(operator, flow);
  const { command } = operator;
  const stored = await store(flow);
  const numbering = withSteps(storedFlow(stored), [numberStep(command, stored.schema)]);
  const used = addSteps(operator, storedFlow(await store(numbering, true)));
  return addSteps({ operator: 'project', fields: [rowNumbers], exclude: true, command }, used);
}

function usesSequence(operator: OperatorOf<'filter' | 'extend'>): boolean {
  const values =
    operator.operator === 'filter' ? [operator.predicate] : operator.assignments.map(({ value }) => value);
  return values.some((value) => calls(value, 'seq'));
}

/** A command without effect also gets a step, so that its rows are still counted. */
export function addSteps(operator: StepOperator, flow: Flow): Flow {
  const schema = flowSchema(flow);
  const steps = buildSteps(operator, schema);
  const unchanged = { ...mapStep(operator.command, schema, []), print: (from: string) => from };
  return withSteps(flow, steps.length > 0 ? steps : [unchanged]);
}
