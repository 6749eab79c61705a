import { quoteText, quoteTimestamp } from '../../store/sqlText';
import type { LiteralValue } from '../plan/planNode';
import type { Kind } from '../plan/kind';

/**
 * The name of a column by position. Field names, except those of stored columns, are not used in SQL: they may differ only in case, which SQL
 * ignores, or contain any character.
 */
export function columnAt(index: number): string {
  return `c${index}`;
}

/** The SQL type of a kind. */
export function sqlType(kind: Kind): string {
  return sqlTypes[kind];
}

const sqlTypes: Readonly<Record<Kind, string>> = {
  null: 'VARCHAR',
  bool: 'BOOLEAN',
  long: 'BIGINT',
  hugeint: 'HUGEINT',
  double: 'DOUBLE',
  string: 'VARCHAR',
  date: 'TIMESTAMP',
  ip: 'VARCHAR',
  bytes: 'BLOB',
  list: 'JSON',
  map: 'JSON',
  json: 'JSON',
  any: 'STRUCT(k UTINYINT, d DOUBLE, i HUGEINT, t VARCHAR)',
};

export function printLiteral(value: LiteralValue, kind: Kind): string {
  if (value === null) return `CAST(NULL AS ${sqlType(kind)})`;
  if (value instanceof Date) return quoteTimestamp(value);
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return `CAST(${quoteText(value.toString())} AS ${sqlType(kind)})`;
    case 'number':
      return `CAST(${quoteText(String(value))} AS DOUBLE)`;
    default:
      return kind === 'string' ? quoteText(value) : `CAST(${quoteText(value)} AS ${sqlType(kind)})`;
  }
}
