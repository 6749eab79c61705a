import type { CommandOf, Subquery } from '../ast';
import type { DescribedCommand } from '../catalog/catalog';
import type { FieldReference, Located } from '../expression';
import { readFieldName, readFieldNames } from '../readNames';
import { readOptions } from '../readOptions';
import type { TermReader } from '../termReader';
import { readOwnOptions } from './commandReader';
import type { CommandHead, CommandReader, CommandReaders } from './commandReader';

const readThrough: CommandReader = (head, reader) => {
  const options = readOwnOptions(head, reader);
  const subquery = takeRequired(reader);
  return { kind: 'through', options, subquery, subqueries: listOf(subquery), ...head };
};

export const subqueryReaders: CommandReaders = {
  join: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const isCross = options.some(
      ({ name, value }) => name.text === 'type' && value.kind === 'word' && value.text === 'cross',
    );
    const keys = isCross && reader.peek()?.kind === 'subquery' ? [] : readKeys(reader);
    const subquery = takeRequired(reader);
    return { kind: 'join', options, keys, subquery, subqueries: listOf(subquery), ...head };
  },
  streamjoin: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const hasKey = !reader.atEnd && reader.peek()?.kind !== 'subquery';
    if (!hasKey) reader.reportAbsent('missing-streamjoin-key');
    const keys = hasKey ? readKeys(reader) : [];
    const subquery = takeRequired(reader);
    return { kind: 'join', options, keys, subquery, subqueries: listOf(subquery), ...head };
  },
  union: (head, reader) => {
    const subquery = takeRequired(reader);
    return { kind: 'union', options: [], subquery, subqueries: listOf(subquery), ...head };
  },
  setq: (head, reader) => {
    const subquery = takeRequired(reader);
    return { kind: 'setq', options: [], subquery, subqueries: listOf(subquery), ...head };
  },
  mpsearch: (head, reader) => {
    const fields = reader.peek()?.kind === 'subquery' ? [] : readFieldNames(reader);
    const subquery = takeRequired(reader);
    return { kind: 'mpsearch', options: [], fields, subquery, subqueries: listOf(subquery), ...head };
  },
  parallel: readThrough,
  serial: readThrough,
};

/** Other commands: parses options and subqueries; the rest stays text. */
export function readOther(
  head: CommandHead,
  reader: TermReader,
  entry?: DescribedCommand,
): CommandOf<'other'> {
  const known = entry !== undefined;
  const from = reader.peek()?.from ?? head.to;
  // Of a command that nobody knows, `a=1` at the end may be an expression.
  const options = readOptions(reader, undefined, !known);
  const subqueries: Subquery[] = [];
  while (!reader.atEnd) readPart(reader, subqueries, entry?.isRaw === true);
  const text = textBetween(reader, { from, to: head.to }, subqueries);
  return { kind: 'other', options, subqueries, known, arguments: text, ...head };
}

/** Quotes must match in any case; brackets in SQL are no subqueries, and parentheses may be part of a path. */
function readPart(reader: TermReader, subqueries: Subquery[], isRaw: boolean): void {
  const subquery = isRaw ? undefined : reader.takeSubquery();
  if (subquery) {
    subqueries.push(subquery);
    return;
  }
  if (reader.takeRawString('string-quote-mismatch')) return;
  const term = reader.next();
  if (term?.kind !== 'call' && term?.kind !== 'group') return;
  const inner = reader.within(term);
  // What it has is no part of the pipeline, but the editor reads it.
  while (!inner.atEnd) readPart(inner, [], isRaw);
}

function textBetween(reader: TermReader, range: Located, subqueries: readonly Subquery[]): string {
  const starts = [range.from, ...subqueries.map(({ to }) => to)];
  const ends = [...subqueries.map(({ from }) => from), range.to];
  return starts
    .map((from, index) => reader.sourceText({ from, to: ends[index] ?? range.to }).trim())
    .filter((text) => text !== '')
    .join(' ');
}

/** Keys may have a plus sign. */
function readKeys(reader: TermReader): readonly FieldReference[] {
  return reader.readList(() => {
    reader.takeSymbol('+');
    return reader.expect(readFieldName(reader), 'no-field-args');
  });
}

function takeRequired(reader: TermReader): Subquery | undefined {
  return reader.expectArgument(reader.takeSubquery(), 'missing-subquery');
}

function listOf(subquery: Subquery | undefined): readonly Subquery[] {
  return subquery ? [subquery] : [];
}
