import { kindIn, only, unite, withFields } from './tables';
import { commonKind, compareNumbers, identity, numberOf } from './values';
import type { Row, Table, Value } from './values';

export type JoinType = 'inner' | 'left' | 'leftonly' | 'right' | 'full';

/** Keys are equal as values, and a text that is a number equals that number; null equals nothing. */
function isSameKey(one: Value, other: Value): boolean {
  if (one === null || other === null) return false;
  if (typeof one === 'string' && typeof other === 'string') return one === other;
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left !== undefined && right !== undefined) return compareNumbers(left, right) === 0;
  return identity(one) === identity(other);
}

/** The fields of the right rows replace those of the left ones, except the key. */
export function join(type: JoinType, key: string, left: Table, right: Table): Table {
  const matches = (row: Row): readonly Row[] =>
    right.rows.filter((other) => isSameKey(row[key] ?? null, other[key] ?? null));
  const ordered = left.ordered && right.ordered;
  if (type === 'leftonly') {
    return { ...left, ordered, rows: left.rows.filter((row) => matches(row).length === 0) };
  }
  const { fields } = unite(left, right);
  const keepsLeft = type === 'left' || type === 'full';
  const joined = left.rows.flatMap((row) => {
    const found = matches(row).map((other) => only({ ...row, ...other, [key]: row[key] ?? null }, fields));
    return found.length === 0 && keepsLeft ? [only(row, fields)] : found;
  });
  const isMatched = (other: Row): boolean =>
    left.rows.some((row) => isSameKey(row[key] ?? null, other[key] ?? null));
  const rest = type === 'right' || type === 'full' ? right.rows.filter((other) => !isMatched(other)) : [];
  return { fields, rows: [...joined, ...rest.map((row) => only(row, fields))], ordered };
}

/** The field `v` of the newest row with the key; a row without a match keeps its own value. */
export function lookUp(input: string, as: string, table: Table, mapping: Table): Table {
  const kind = commonKind(kindIn(table, as), kindIn(mapping, 'v'));
  const rows = table.rows.map((row) => {
    const match = mapping.rows.find((one) => isSameKey(row[input] ?? null, one['k'] ?? null));
    return { ...row, [as]: match ? (match['v'] ?? null) : (row[as] ?? null) };
  });
  return { ...table, fields: withFields(table.fields, { name: as, kind }), rows };
}
