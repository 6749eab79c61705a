import type { TableName } from './ast';
import type { FieldReference, Located } from './expression';
import type { ErrorKey } from './errorCodes';
import type { CallTerm } from './outline';
import { columnOf, readArguments, readParameter, withColon } from './readExpression';
import type { TermReader } from './termReader';

/**
 * Parses a field name, or `field("a b")`. Commands make names such as `sum(bytes)` and `sum:01`. Consumes nothing if
 * there is none.
 */
export function readFieldName(reader: TermReader): FieldReference | undefined {
  const term = reader.peek();
  if (term?.kind === 'word') {
    reader.next();
    return withColon(reader, { kind: 'field', from: term.from, to: term.to, name: term.text });
  }
  if (term?.kind !== 'call' || term.name.text === '$') return undefined;
  reader.next();
  if (term.name.text !== 'field') {
    return withColon(reader, columnOf(term, readArguments(reader.inside(term))));
  }
  const inner = reader.inside(term);
  const name = inner.takeString('quote-mismatch');
  if (!name) inner.report('broken-expression');
  inner.finish();
  return { kind: 'field', from: term.from, to: term.to, name: name?.value ?? '' };
}

/** Parses comma-separated fields and reports a trailing comma. */
export function readFieldNames(reader: TermReader, absent: ErrorKey = 'no-field-args'): FieldReference[] {
  return reader.readList(() => reader.expect(readFieldName(reader), absent));
}

/** Parses `as NAME`, if it follows. */
export function readAlias(reader: TermReader): FieldReference | undefined {
  return reader.takeWord('as') && reader.expect(readFieldName(reader), 'no-field-args');
}

/** Parses comma-separated tables, each a run of terms without spaces, such as `web-*?`. */
export function readTableNames(reader: TermReader): TableName[] {
  return reader.readList(() => reader.expect(readTableName(reader), 'no-table-data-source'));
}

export function readTableName(reader: TermReader): TableName | undefined {
  const term = reader.peek();
  if (term?.kind === 'call' && (term.name.text === '$' || term.name.text === 'meta')) {
    reader.next();
    return computedTable(reader, term);
  }
  const from = reader.peek()?.from ?? reader.previousEnd;
  if (!isPartOfTableName(reader)) return undefined;
  do reader.next();
  while (reader.isAdjacent() && isPartOfTableName(reader));
  const to = reader.previousEnd;
  return tableNamed(reader.sourceText({ from, to }), { from, to });
}

/** `NODE:TABLE?`. */
function tableNamed(written: string, { from, to }: Located): TableName {
  const name = written.replace(/^[^:]*:/, '').replace(/\?$/, '');
  const colon = written.indexOf(':');
  const table = { kind: 'tableName', from, to, name } as const;
  const flags = { wildcard: name.includes('*'), optional: written.endsWith('?') };
  return colon < 0 ? { ...table, ...flags } : { ...table, node: written.slice(0, colon), ...flags };
}

/** `$("name")`, or `meta("key==value", "name*")`. */
function computedTable(reader: TermReader, term: CallTerm): TableName {
  const { from, to } = term;
  const table = { kind: 'tableName', from, to, name: '', wildcard: true, optional: false } as const;
  if (term.name.text === '$') return { ...table, parameter: readParameter(reader, term) };
  return { ...table, selection: readArguments(reader.inside(term)) };
}

function isPartOfTableName(reader: TermReader): boolean {
  const term = reader.peek();
  return term?.kind === 'word' || (term?.kind === 'symbol' && /^[-*?:/@]$/.test(term.text));
}
