import type { OperatorOf } from '../plan/operator';
import type { PipelineMonitor } from '../run/pipelineMonitor';
import { aggregate } from './aggregate';
import { appendRows } from './combine';
import type { EngineSession } from './engineSession';
import { storedFlow } from './flow';
import type { StoredRows } from './storedRows';
import { uniqueColumns } from './uniqueColumns';

/** Groups the rows once per grouping, the finest first; fields that a grouping omits are null. */
export async function aggregateWithTotals(
  rows: StoredRows,
  operator: OperatorOf<'aggregate'>,
  session: EngineSession,
  monitor: PipelineMonitor,
): Promise<StoredRows> {
  const [finest = [], ...coarser] = groupingsOf(operator);
  const group = async (by: readonly string[]): Promise<StoredRows> =>
    uniqueColumns(await aggregate(storedFlow(rows), { ...operator, by }, session, monitor), session);
  let all = await group(finest);
  for (const by of coarser) {
    const subtotals = await group(by);
    all = await appendRows(all, subtotals, session);
    await session.dropTable(subtotals.table);
  }
  return all;
}

function groupingsOf({ by, totals }: OperatorOf<'aggregate'>): readonly (readonly string[])[] {
  if (totals === 'rollup') return by.map((_, left) => by.slice(0, by.length - left)).concat([[]]);
  const combinations = Array.from({ length: 2 ** by.length }, (_, bits) =>
    by.filter((_field, place) => (bits & (1 << place)) === 0),
  );
  return combinations.toSorted((one, other) => other.length - one.length);
}
