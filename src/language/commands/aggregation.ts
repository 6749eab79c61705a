import type { Aggregate } from '../ast';
import type { Expression, FieldReference, Located } from '../expression';
import { commandOptions } from '../commandOptions';
import { findAggregate } from '../catalogue/catalogue';
import { printCall } from '../printExpression';
import { readArguments } from '../readExpression';
import { readFieldName, readFieldNames } from '../readNames';
import { readOptions } from '../readOptions';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { plain } from './commandReader';
import type { CommandHead, CommandReader } from './commandReader';

export const readStats: CommandReader = (head, reader) => {
  const options = readOptions(reader, {});
  const { aggregates, by } = readAggregation(head, reader);
  return { kind: 'stats', aggregates, by, ...plain(head, options) };
};

export const readTimechart: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['timechart']);
  const { aggregates, by } = readAggregation(head, reader);
  return { kind: 'timechart', aggregates, by, ...plain(head, options) };
};

export const readPivot: CommandReader = (head, reader) => {
  const aggregates = readAggregates(head, reader);
  const rowFields = readFieldsAfter('rows', head, reader);
  const columnFields = readFieldsAfter('cols', head, reader);
  return { kind: 'pivot', aggregates, rowFields, columnFields, ...plain(head) };
};

function readFieldsAfter(
  word: 'rows' | 'cols',
  head: CommandHead,
  reader: TermReader,
): readonly FieldReference[] {
  if (reader.takeWord(word)) return readFieldNames(reader);
  reader.report('no-field-args', reader.atEnd ? head : undefined);
  return [];
}

interface Aggregation {
  readonly aggregates: readonly Aggregate[];
  readonly by: readonly FieldReference[];
}

function readAggregation(head: CommandHead, reader: TermReader): Aggregation {
  const aggregates = readAggregates(head, reader);
  return { aggregates, by: reader.takeWord('by') ? readFieldNames(reader) : [] };
}

function readAggregates(head: CommandHead, reader: TermReader): readonly Aggregate[] {
  const aggregates: Aggregate[] = [];
  do {
    const aggregate = readAggregate(head, reader);
    if (!aggregate) break;
    aggregates.push(aggregate);
  } while (reader.takeSymbol(','));
  return aggregates;
}

function readAggregate(head: CommandHead, reader: TermReader): Aggregate | undefined {
  const term = reader.peek();
  if (reader.isWord('by') || (term?.kind !== 'word' && term?.kind !== 'call')) {
    reader.report('missing-stats-function', reader.atEnd ? head : undefined);
    return undefined;
  }
  reader.next();
  const name = nameOf(term.kind === 'call' ? term.name : term);
  const parsed = term.kind === 'call' ? readArguments(reader.inside(term)) : [];
  checkAggregate(name, parsed.length, reader);
  const alias = readAlias(reader);
  return finishAggregate({ from: term.from, to: reader.previousEnd }, name, parsed, alias);
}

function checkAggregate(name: ReturnType<typeof nameOf>, count: number, reader: TermReader): void {
  if (isAggregate(name.text, count)) return;
  const unknown = findAggregate(name.text) ? undefined : name.text;
  reader.report('invalid-aggregation-function', name, undefined, unknown);
}

/** Only `count` stands without an argument; `percentile` takes two. */
function isAggregate(name: string, count: number): boolean {
  if (!findAggregate(name)) return false;
  if (name === 'count') return count <= 1;
  return count === (name === 'percentile' ? 2 : 1);
}

function readAlias(reader: TermReader): FieldReference | undefined {
  if (!reader.takeWord('as')) return undefined;
  const alias = readFieldName(reader);
  if (!alias) reader.report('no-field-args');
  return alias;
}

function finishAggregate(
  place: Located,
  name: Aggregate['function'],
  parsed: readonly Expression[],
  alias: FieldReference | undefined,
): Aggregate {
  const column = alias?.name ?? (parsed.length > 0 ? printCall(name.text, parsed) : name.text);
  return { from: place.from, to: place.to, function: name, arguments: parsed, alias, column };
}
