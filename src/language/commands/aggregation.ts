import type { Aggregate, CommandOf } from '../ast';
import { commandOptions, findAggregate } from '../catalog/catalog';
import type { Expression, FieldReference, Name } from '../expression';
import { printCall } from '../printExpression';
import { readArguments } from '../readExpression';
import { readAlias, readFieldNames } from '../readNames';
import { readOptions } from '../readOptions';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { plain } from './commandReader';
import type { CommandReader, CommandReaders } from './commandReader';

const readStats: CommandReader = (head, reader) => {
  const options = readOptions(reader, {});
  return { kind: 'stats', ...readAggregation(reader), ...plain(head, options) };
};

export const aggregationReaders: CommandReaders = {
  stats: readStats,
  rollup: readStats,
  cube: readStats,
  timechart: (head, reader) => {
    const options = readOptions(reader, commandOptions['timechart']);
    return { kind: 'timechart', ...readAggregation(reader), ...plain(head, options) };
  },
  pivot: (head, reader) => {
    const aggregates = readAggregates(reader);
    const rowFields = readFieldsAfter('rows', reader);
    const columnFields = readFieldsAfter('cols', reader);
    return { kind: 'pivot', aggregates, rowFields, columnFields, ...plain(head) };
  },
};

function readFieldsAfter(word: 'rows' | 'cols', reader: TermReader): readonly FieldReference[] {
  if (reader.takeWord(word)) return readFieldNames(reader);
  reader.reportAbsent('no-field-args');
  return [];
}

function readAggregation(reader: TermReader): Pick<CommandOf<'stats'>, 'aggregates' | 'by'> {
  const aggregates = readAggregates(reader);
  return { aggregates, by: reader.takeWord('by') ? readFieldNames(reader) : [] };
}

function readAggregates(reader: TermReader): readonly Aggregate[] {
  return reader.readList(() => readAggregate(reader));
}

function readAggregate(reader: TermReader): Aggregate | undefined {
  const term = reader.peek();
  if (reader.isWord('by') || (term?.kind !== 'word' && term?.kind !== 'call')) {
    reader.reportAbsent('missing-stats-function');
    return undefined;
  }
  reader.next();
  const name = nameOf(term.kind === 'call' ? term.name : term);
  const parsed = term.kind === 'call' ? readArguments(reader.inside(term)) : [];
  checkAggregate(name, parsed.length, reader);
  const alias = readAlias(reader);
  const column = alias?.name ?? columnOf(name.text, parsed);
  return { from: term.from, to: reader.previousEnd, function: name, arguments: parsed, alias, column };
}

function columnOf(name: string, parsed: readonly Expression[]): string {
  return parsed.length > 0 ? printCall(name, parsed) : name;
}

/** Only `count` stands without an argument; `percentile` takes two. */
function checkAggregate(name: Name, count: number, reader: TermReader): void {
  const isKnown = findAggregate(name.text) !== undefined;
  const isComplete = name.text === 'count' ? count <= 1 : count === (name.text === 'percentile' ? 2 : 1);
  if (isKnown && isComplete) return;
  reader.report('invalid-aggregation-function', name, undefined, isKnown ? undefined : name.text);
}
