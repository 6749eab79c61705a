import type { OperatorOf } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { firstBatchRows, pacedGroups } from './source';
import type { Batch, Source } from './source';
import type { StoredRows } from '../run/resultRows';
import { selectList } from './step';
import { columnAt } from './sqlValues';

const paceMilliseconds = 100;

/** Repeats the rows of a table; if a time is given, spread evenly over it. */
export function repeatSource(
  stored: StoredRows,
  operator: OperatorOf<'repeat'>,
  session: EngineSession,
): Source {
  const { count, overMilliseconds } = operator;
  const source = {
    schema: stored.schema,
    order: ['o0', 'o1'].map((column) => ({ column, descending: false })),
    unordered: true,
  };
  if (overMilliseconds > 0) return { ...source, batches: () => pacedBatches(stored, operator, session) };
  return {
    ...source,
    *batches(): Generator<Batch> {
      for (const group of pacedGroups(copySlices(stored, count))) {
        const first = group[0]?.first ?? 0;
        yield copies(stored, first, group.at(-1)?.end ?? first);
      }
    },
    whole: () => copies(stored, 0, count),
  };
}

function* copySlices(
  { start, end }: StoredRows,
  count: number,
): Generator<{ readonly first: number; readonly end: number; readonly rows: number }> {
  const rows = end - start;
  if (rows === 0) return;
  const perSlice = Math.max(1, Math.floor(firstBatchRows / rows));
  for (let first = 0; first < count; first += perSlice) {
    const sliceEnd = Math.min(first + perSlice, count);
    yield { first, end: sliceEnd, rows: (sliceEnd - first) * rows };
  }
}

async function* pacedBatches(
  stored: StoredRows,
  { count, overMilliseconds }: OperatorOf<'repeat'>,
  session: EngineSession,
): AsyncGenerator<Batch> {
  const started = performance.now();
  let done = 0;
  while (done < count) {
    await session.pause(paceMilliseconds);
    const due = Math.min(count, Math.floor((count * (performance.now() - started)) / overMilliseconds));
    if (due > done) yield copies(stored, done, due);
    done = Math.max(done, due);
  }
}

function copies({ table, schema, start, end }: StoredRows, first: number, last: number): Batch {
  const columns = schema.map((_, index) => `rows.${columnAt(index)}`);
  return {
    rows: (last - first) * (end - start),
    print: (carriesOrder) => {
      const list = selectList(columns, carriesOrder ? ['rows.number AS o0', 'copy.copy AS o1'] : []);
      const rows = `(SELECT *, rowid AS number FROM ${table} WHERE rowid >= ${start} AND rowid < ${end})`;
      return `SELECT ${list} FROM range(${first}, ${last}) AS copy(copy), ${rows} AS rows`;
    },
  };
}
