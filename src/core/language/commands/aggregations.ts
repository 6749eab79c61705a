import type { Aggregate, CommandOf } from '../ast';
import { findAggregate, takes } from '../catalog/catalog';
import type { Expression, FieldReference, Name } from '../expression';
import { printCall } from '../printExpression';
import { readArguments, readExpression } from '../readExpression';
import { readAlias, readFieldNames } from '../readNames';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { plain, readOwnOptions } from './commandReader';
import type { CommandReader, CommandReaders } from './commandReader';

const readStats: CommandReader = (head, reader) => {
  const options = readOwnOptions(head, reader);
  return { kind: 'stats', ...readAggregation(reader), ...plain(head, options) };
};

export const aggregationReaders: CommandReaders = {
  stats: readStats,
  rollup: readStats,
  cube: readStats,
  timechart: (head, reader) => {
    const options = readOwnOptions(head, reader);
    return { kind: 'timechart', ...readAggregation(reader), ...plain(head, options) };
  },
  pivot: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const aggregates = readAggregates(reader);
    // In either order, and each optional.
    let rowFields = readFieldsAfter(['by', 'rows'], reader);
    const columnFields = readFieldsAfter(['for', 'cols'], reader);
    if (rowFields.length === 0) rowFields = readFieldsAfter(['by', 'rows'], reader);
    return { kind: 'pivot', aggregates, rowFields, columnFields, ...plain(head, options) };
  },
  boxplot: (head, reader) => {
    const value = readExpression(reader);
    return { kind: 'boxplot', value, by: readFieldsAfter(['by'], reader), ...plain(head) };
  },
};

function readFieldsAfter(words: readonly string[], reader: TermReader): readonly FieldReference[] {
  return words.some((word) => reader.takeWord(word)) ? readFieldNames(reader, 'invalid-by-clause') : [];
}

function readAggregation(reader: TermReader): Pick<CommandOf<'stats'>, 'aggregates' | 'by'> {
  const aggregates = readAggregates(reader);
  return { aggregates, by: readFieldsAfter(['by'], reader) };
}

function readAggregates(reader: TermReader): readonly Aggregate[] {
  return reader.readList(() => readAggregate(reader));
}

function readAggregate(reader: TermReader): Aggregate | undefined {
  const term = reader.peek();
  if (isGroupingWord(reader) || (term?.kind !== 'word' && term?.kind !== 'call')) {
    reader.reportAbsent('missing-stats-function');
    return undefined;
  }
  reader.next();
  const name = nameOf(term.kind === 'call' ? term.name : term);
  const parsed = term.kind === 'call' ? readArguments(reader.inside(term)) : [];
  checkAggregate(name, parsed, reader);
  const alias = readAlias(reader);
  const column = alias?.name ?? columnOf(name.text, parsed);
  return { from: term.from, to: reader.previousEnd, function: name, arguments: parsed, alias, column };
}

/** These begin the grouping, so that none of them is an aggregate. */
function isGroupingWord(reader: TermReader): boolean {
  return ['by', 'rows', 'for', 'cols'].some((word) => reader.isWord(word));
}

function columnOf(name: string, parsed: readonly Expression[]): string {
  return parsed.length > 0 ? printCall(name, parsed) : name;
}

function checkAggregate(name: Name, parsed: readonly Expression[], reader: TermReader): void {
  const aggregate = findAggregate(name.text);
  if (!aggregate) reader.report('invalid-aggregation-function', name, undefined, name.text);
  else if (!takes(aggregate, parsed.length) || isNoPercent(name.text, parsed[1])) {
    reader.report('invalid-aggregation-arguments', name);
  }
}

function isNoPercent(name: string, share: Expression | undefined): boolean {
  return name === 'percentile' && share?.kind === 'number' && Number(share.text) > 100;
}
