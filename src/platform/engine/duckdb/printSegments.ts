import { groupedBy } from '../../../core/base/groupedBy';
import { shapeOf } from '../../store/columnTypes';
import { quoteName, quoteText } from '../../store/sqlText';
import type { ColumnType, ScannedSegment } from '../../store/tableScan';
import { bindExpression } from '../plan/bindExpression';
import type { Expression } from '../plan/planNode';
import { strictly } from '../plan/planNode';
import { commonKind } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { TypedSelect } from './source';
import { printConversion } from './printConversion';
import { printCondition } from './sqlExpression';
import { selectList } from './step';
import { columnAt, sqlType } from './sqlValues';

/** The name under which the engine provides row numbers, which a field may also have. */
export const rowNumber = 'file_row_number';

export interface SegmentOptions {
  /** SQL conditions on the stored columns. */
  readonly conditions: string;
  readonly isNumbered: boolean;
  readonly carriesOrder: boolean;
  /** Conditions of the query, which are faster on the types of a segment than on mixed values. */
  readonly predicates: readonly Expression[];
}

/** The SELECTs that read segments with the columns of a schema, one for each list of stored columns. */
export function printSegments(
  segments: readonly ScannedSegment[],
  schema: Schema,
  options: SegmentOptions,
): readonly string[] {
  return groupByShape(segments).map((group) => printGroup(group, schema, options));
}

/** Files of a table with the same columns are read by one scan. */
function groupByShape(segments: readonly ScannedSegment[]): readonly (readonly ScannedSegment[])[] {
  return [...groupedBy(segments, ({ table, columns }) => `${table} ${shapeOf(columns)}`).values()];
}

function printGroup(segments: readonly ScannedSegment[], schema: Schema, options: SegmentOptions): string {
  const { schema: own, select } = printOwnColumns(segments, schema, options);
  if (schema.every(({ kind }, index) => own[index]?.kind === kind)) return select;
  const expressions = schema.map(({ kind }, index) =>
    printConversion(columnAt(index), own[index]?.kind ?? kind, kind),
  );
  const carried = options.carriesOrder ? ['o0', 'o1'] : [];
  return `SELECT ${selectList(expressions, carried)} FROM (${select})`;
}

/** The SELECTs like those of `printSegments`, but with the types that the segments have. */
export function printTypedSegments(
  segments: readonly ScannedSegment[],
  schema: Schema,
  options: SegmentOptions,
): readonly TypedSelect[] {
  return groupByShape(segments).map((group) => printOwnColumns(group, schema, options));
}

function printOwnColumns(
  segments: readonly ScannedSegment[],
  schema: Schema,
  { conditions, isNumbered, carriesOrder, predicates }: SegmentOptions,
): TypedSelect {
  const [{ table, columns } = { table: '', columns: [] }] = segments;
  const stored = schema.map(({ name, kind }) => storedColumn(name, kind, table, columns));
  const own = schema.map(({ name }, index) => ({ name, kind: stored[index]?.kind ?? 'null' }));
  const files = segments.map(({ path }) => quoteText(path)).join(', ');
  const options = `hive_partitioning = false${isNumbered ? `, ${rowNumber} = true` : ''}`;
  const list = selectList(
    stored.map(({ sql }) => sql),
    carriesOrder ? ['"_time" AS o0', '"_id" AS o1'] : [],
  );
  const read = `SELECT ${list} FROM read_parquet([${files}], ${options})${conditions}`;
  if (predicates.length === 0) return { schema: own, select: read };
  const tests = predicates.map((predicate) =>
    printCondition(strictly(bindExpression(predicate, own), 'bool'), own),
  );
  return { schema: own, select: `SELECT * FROM (${read}) WHERE ${tests.join(' AND ')}` };
}

/** A column as a segment has it: its expression and kind. */
function storedColumn(
  name: string,
  kind: Kind,
  table: string,
  columns: ScannedSegment['columns'],
): { readonly sql: string; readonly kind: Kind } {
  if (name === '_table') return { sql: quoteText(table), kind: 'string' };
  const stored = columns.find((column) => column.name === name);
  if (!stored) return { sql: `CAST(NULL AS ${sqlType(kind)})`, kind };
  const type = storedKinds[stored.type];
  const sql = `CAST(${quoteName(name)} AS ${sqlType(type)})`;
  return type === 'json' ? { sql: printConversion(sql, type, 'any'), kind: 'any' } : { sql, kind: type };
}

/** The kinds of columns whose type differs between segments: each value keeps its own. */
export function scannedKinds(segments: readonly ScannedSegment[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const { name, type } of [...new Set(segments.map(({ columns }) => columns))].flat()) {
    kinds.set(name, commonKind(kinds.get(name) ?? 'null', scannedKind(type)));
  }
  return kinds;
}

export function scannedKind(type: ColumnType): Kind {
  return type === 'JSON' ? 'any' : storedKinds[type];
}

const storedKinds: Readonly<Record<ColumnType, Kind>> = {
  BOOLEAN: 'bool',
  BIGINT: 'long',
  DOUBLE: 'double',
  TIMESTAMP: 'date',
  VARCHAR: 'string',
  UBIGINT: 'hugeint',
  LIST: 'list',
  MAP: 'map',
  JSON: 'json',
  NULL: 'null',
};
