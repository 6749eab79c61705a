import { findColumn, schemaOf } from '../plan/kind';
import type { Column, Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import { copyRows } from './combine';
import { resultDatabase } from './engineSession';
import type { EngineSession } from './engineSession';
import { storedFlow } from './flow';
import type { Flow } from './flow';
import { keyedJoinStep } from './joinStep';
import { printGroupKey } from './printAggregate';
import { columnAt, sqlType } from './sqlValues';
import { storeRows, printRange } from './source';
import type { Step } from './step';
import type { StoredRows } from '../run/resultRows';
import { estimateBytes } from './storedResult';

interface MemoryLookup {
  readonly rows: StoredRows;
  readonly key: string;
  readonly bytes: number;
}

/** The limit per account. */
const maxLookups = 20;
const maxRows = 1_000_000;

/** The lookups that queries have built, per account. They are lost with the process. */
export class MemoryLookups {
  /** Of all lookups of an account, approximately. */
  readonly maxBytes = 256 * 1024 * 1024;
  readonly #byOwner = new Map<string, Map<string, MemoryLookup>>();
  #made = 0;

  of(owner: string): Map<string, MemoryLookup> {
    const own = this.#byOwner.get(owner) ?? new Map<string, MemoryLookup>();
    this.#byOwner.set(owner, own);
    return own;
  }

  bytesOf(owner: string): number {
    return [...(this.#byOwner.get(owner)?.values() ?? [])].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  nameTable(): string {
    return `${resultDatabase}.main.lookup_${this.#made++}`;
  }
}

/** Applies a command that builds, drops or shows a lookup. Only `build` stores the rows of the flow. */
export async function memoryLookupFlow(
  operator: OperatorOf<'memlookup'>,
  flow: Flow,
  lookups: MemoryLookups,
  session: EngineSession,
): Promise<Flow> {
  const own = lookups.of(session.request.owner);
  switch (operator.action) {
    case 'build':
      if (flow.stored) await build(operator, flow.stored, lookups, session);
      return flow;
    case 'load':
      return lookupSummary(operator, await copyRows(find(own, operator.name).rows, session));
    case 'drop':
      await remove(own, operator.name, session);
      return flow;
    case 'list':
      return lookupSummary(operator, await storeRows(listSchema, listRows(own), session));
    default:
      return operator.action satisfies never;
  }
}

/** Adds the fields of the row with the same key; undefined if there is no lookup of this name in memory. */
export async function memoryLookupStep(
  { table: name, command, key, input, outputs }: OperatorOf<'lookup'>,
  incoming: Schema,
  lookups: MemoryLookups,
  session: EngineSession,
): Promise<Step | undefined> {
  const rows = lookups.of(session.request.owner).get(name)?.rows;
  if (!rows) return undefined;
  const columns = [{ field: key, as: input }, ...outputs].map(({ field, as }) => {
    return { as, index: rows.schema.findIndex((column) => column.name === field) };
  });
  const schema = columns.map(({ as, index }) => ({ name: as, kind: rows.schema[index]?.kind ?? 'null' }));
  const cells = columns.map(({ index }) =>
    index < 0 ? `CAST(NULL AS ${sqlType('null')})` : columnAt(index),
  );
  const table = session.createTable(schema);
  const all = printRange(rows, rows.start, rows.end, false);
  const end = await session.run(`INSERT INTO ${table} SELECT ${cells.join(', ')} FROM (${all})`);
  return keyedJoinStep(input, command, incoming, { table, schema, start: 0, end }, session);
}

/** Of several rows with the same key, the last is kept. */
async function build(
  { name, key, fields }: OperatorOf<'memlookup'>,
  rows: StoredRows,
  lookups: MemoryLookups,
  session: EngineSession,
): Promise<void> {
  const own = lookups.of(session.request.owner);
  if (rows.end - rows.start > maxRows || (own.size >= maxLookups && !own.has(name))) {
    throw new QueryRejection('invalid-limit');
  }
  const column = findColumn(rows.schema, key) ?? { name: key, kind: 'null' };
  const others = rows.schema.filter(
    (one) => one !== column && (fields.length === 0 || fields.includes(one.name)),
  );
  const schema = [column, ...others];
  const columns = schema.map((one, index) => `${cellOf(rows.schema, one)} AS ${columnAt(index)}`);
  const location = cellOf(rows.schema, column);
  const table = lookups.nameTable();
  const [row] = await session.read(
    `CREATE TABLE ${table} AS SELECT ${columns.join(', ')} FROM (${printRange(rows, rows.start, rows.end, true)})
     WHERE ${location} IS NOT NULL QUALIFY row_number() OVER (PARTITION BY ${printGroupKey(location, column.kind)} ORDER BY o0 DESC) = 1 ORDER BY o0;
     SELECT count(*) FROM ${table}`,
  );
  const end = Number(row?.[0] ?? 0);
  const built = { table, schema, start: 0, end };
  const bytes = await estimateBytes(
    async (select) => (await session.read(select)).map(([n]) => Number(n)),
    built,
  );
  const beside = lookups.bytesOf(session.request.owner) - (own.get(name)?.bytes ?? 0);
  if (beside + bytes > lookups.maxBytes) {
    await session.run(`DROP TABLE ${table}`);
    throw new QueryRejection('invalid-limit');
  }
  await remove(own, name, session);
  own.set(name, { key, bytes, rows: built });
}

/** A field that no row has is null. */
function cellOf(schema: Schema, column: Column): string {
  const index = schema.indexOf(column);
  return index < 0 ? `CAST(NULL AS ${sqlType(column.kind)})` : columnAt(index);
}

async function remove(own: Map<string, MemoryLookup>, name: string, session: EngineSession): Promise<void> {
  const present = own.get(name);
  own.delete(name);
  if (present) await session.run(`DROP TABLE IF EXISTS ${present.rows.table}`);
}

function find(own: ReadonlyMap<string, MemoryLookup>, name: string): MemoryLookup {
  const lookup = own.get(name);
  if (!lookup) throw new QueryRejection('invalid-lookup-name');
  return lookup;
}

function lookupSummary({ command }: OperatorOf<'memlookup'>, rows: StoredRows): Flow {
  return { ...storedFlow(rows), command, stored: undefined };
}

const listSchema = schemaOf({ name: 'string', key: 'string', size: 'long' });

function listRows(own: ReadonlyMap<string, MemoryLookup>): readonly Readonly<Record<string, unknown>>[] {
  return [...own].map(([name, { key, rows }]) => ({ name, key, size: rows.end - rows.start }));
}
