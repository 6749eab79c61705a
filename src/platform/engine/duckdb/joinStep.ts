import { commonKind, findColumn, isNumber } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { printConversion } from './printConversion';
import { field, hasType, normalized, readNumber } from './printMixed';
import { selectList } from './step';
import type { PrintedColumn, Step } from './step';
import { columnAt, sqlType } from './sqlValues';
import type { StoredRows } from '../run/resultRows';

type JoinShape = Pick<OperatorOf<'join'>, 'type' | 'keys'> & {
  readonly command: number;
  /** The column of the right rows that only compares: rows keep their own key. */
  readonly hiddenColumn?: number;
  /** Whether only the last match of each row is used. */
  readonly lastMatch?: boolean;
};

/** Whether a batch of the left side can be joined independently of the others. */
export function joinsInBatches(type: OperatorOf<'join'>['type']): boolean {
  return type === 'inner' || type === 'left' || type === 'cross' || type === 'leftonly';
}

/** Joins rows with those of a table. If both have a field, the value of the right one is used. */
export function joinStep(shape: JoinShape, left: Schema, right: StoredRows): Step {
  const { command, type, keys, lastMatch = false } = shape;
  const columns = joinedColumns(shape, left, right.schema);
  const order = `x${command}`;
  return {
    command,
    schema: columns.map(({ name, kind }) => ({ name, kind })),
    reorders: true,
    order,
    print: (from, carried) => {
      const kept = carried.length === 0 ? [] : orderColumns(type, carried, order);
      const list = selectList(
        columns.map(({ sql }) => sql),
        kept,
      );
      const rows = `(SELECT *, true AS matched, rowid AS number FROM ${right.table} WHERE rowid >= ${right.start} AND rowid < ${right.end})`;
      const condition = type === 'cross' ? '' : ` ON ${printKeys(keys, left, right.schema)}`;
      if (type === 'rightonly') return `SELECT ${list} FROM ${rows} r ANTI JOIN (${from}) l${condition}`;
      const joined = `${joinWords[type]} ${rows} r${condition}`;
      if (!lastMatch) return `SELECT ${list} FROM (${from}) l ${joined}`;
      // Not row_number(): the engine gives the same number to several rows if the parts of a UNION are read in parallel.
      return `SELECT ${list} FROM (SELECT *, uuid() AS left_row FROM (${from})) l ${joined}
        QUALIFY row_number() OVER (PARTITION BY l.left_row ORDER BY r.number DESC) = 1`;
    },
  };
}

/**
 * Adds the fields of the row with the same key, of which the rows have each once. Texts such as "1" and "01" are both
 * equal to a number: then the last of them is used.
 */
export async function keyedJoinStep(
  key: string,
  command: number,
  left: Schema,
  right: StoredRows,
  session: EngineSession,
): Promise<Step> {
  const index = right.schema.findIndex(({ name }) => name === key);
  const distinct = printMixedKey(columnAt(index), right.schema[index]?.kind ?? 'null');
  const numbers = await session.count(`SELECT DISTINCT ${distinct} FROM ${right.table}`);
  const lastMatch = numbers < right.end - right.start;
  return joinStep({ command, type: 'left', keys: [key], hiddenColumn: index, lastMatch }, left, right);
}

/** In order of the left rows, for each in order of the right ones; right rows without a match come last. */
function orderColumns(type: OperatorOf<'join'>['type'], carried: readonly string[], order: string): string[] {
  const number = type === 'leftonly' ? '0' : 'r.number';
  const own = carried.map((column) => (type === 'rightonly' ? `NULL AS ${column}` : `l.${column}`));
  return [...own, `${number} AS ${order}`];
}

const joinWords: Readonly<Record<Exclude<OperatorOf<'join'>['type'], 'rightonly'>, string>> = {
  inner: 'JOIN',
  left: 'LEFT JOIN',
  right: 'RIGHT JOIN',
  full: 'FULL JOIN',
  cross: 'CROSS JOIN',
  leftonly: 'ANTI JOIN',
};

function joinedColumns(
  { type, keys, hiddenColumn }: JoinShape,
  left: Schema,
  right: Schema,
): readonly PrintedColumn[] {
  const own = (side: string, schema: Schema): PrintedColumn[] =>
    schema.map(({ name, kind }, index) => ({ name, kind, sql: `${side}.${columnAt(index)}` }));
  const leftColumns = own('l', left);
  const rightColumns = own('r', right).filter((_, index) => index !== hiddenColumn);
  if (type === 'leftonly') return leftColumns;
  if (type === 'rightonly') return rightColumns;
  const both = leftColumns.map((column) => {
    const other = rightColumns.find(({ name }) => name === column.name);
    const isKey = hiddenColumn === undefined && keys.includes(column.name);
    return other ? overlay(column, other, isKey) : column;
  });
  return [...both, ...rightColumns.filter(({ name }) => !findColumn(left, name))];
}

function overlay(left: PrintedColumn, right: PrintedColumn, isKey: boolean): PrintedColumn {
  const kind = commonKind(left.kind, right.kind);
  const [one, other] = [widen(left.sql, left.kind, kind), widen(right.sql, right.kind, kind)];
  const sql = isKey ? `coalesce(${one}, ${other})` : `CASE WHEN r.matched THEN ${other} ELSE ${one} END`;
  return { name: left.name, kind, sql };
}

/** Converts a value to a kind that can represent all values of its own. */
export function widen(sql: string, from: Kind, to: Kind): string {
  if (from === to) return sql;
  return from === 'null' ? `CAST(NULL AS ${sqlType(to)})` : printConversion(sql, from, to);
}

function printKeys(keys: readonly string[], left: Schema, right: Schema): string {
  if (keys.length === 0) return 'true';
  return keys.map((key) => printKey(key, left, right)).join(' AND ');
}

function printKey(key: string, left: Schema, right: Schema): string {
  const positions = [left, right].map((schema) => schema.findIndex(({ name }) => name === key));
  const [leftIndex = -1, rightIndex = -1] = positions;
  const [leftKind, rightKind] = [left[leftIndex]?.kind, right[rightIndex]?.kind];
  if (!leftKind || !rightKind) return 'false';
  const [one, other] = [`l.${columnAt(leftIndex)}`, `r.${columnAt(rightIndex)}`];
  const kind = keyKind(leftKind, rightKind);
  if (kind !== 'any') return `${widen(one, leftKind, kind)} = ${widen(other, rightKind, kind)}`;
  const keys = `${printMixedKey(one, leftKind)} = ${printMixedKey(other, rightKind)}`;
  if (isNumber(leftKind) || isNumber(rightKind)) return keys;
  // "1" equals the number 1, as does "01", but they are different texts.
  const [leftText, rightText] = [printText(one, leftKind), printText(other, rightKind)];
  return `${keys} AND coalesce(${leftText} = ${rightText}, true)`;
}

/** Keys of several types are compared by value: a text that is a number equals it. */
function keyKind(left: Kind, right: Kind): Kind {
  const common = commonKind(left, right);
  if (common === 'null') return 'string';
  if (common !== 'any' || [left, right].some((kind) => kind === 'any' || isNumber(kind))) return common;
  return [left, right].find((kind) => kind === 'ip' || kind === 'date' || kind === 'bool') ?? 'any';
}

function printMixedKey(column: string, kind: Kind): string {
  const value = widen(column, kind, 'any');
  const counted = `CASE WHEN ${hasType(value, 'string')} THEN coalesce(${readNumber(field(value, 't'))}, ${value}) ELSE ${value} END`;
  return isNumber(kind) ? normalized(`(${value})`) : normalized(`(${counted})`);
}

/** The text of a value that is one; null for others. */
function printText(column: string, kind: Kind): string {
  if (kind !== 'any') return kind === 'string' ? column : 'NULL';
  return `CASE WHEN ${hasType(column, 'string')} THEN ${field(column, 't')} END`;
}
