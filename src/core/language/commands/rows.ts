import type { Aggregate, Assignment, CommandOf, LookupField, Rename, SortKey } from '../ast';
import { findAggregate, takes } from '../catalog/catalog';
import type { Expression, FieldReference, Name } from '../expression';
import { printCall } from '../printExpression';
import { readArguments, readExpression, readNumber, readParameter } from '../readExpression';
import { readAlias, readFieldName, readFieldNames, readTableName } from '../readNames';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { plain, readOwnOptions } from './commandReader';
import type { CommandReader, CommandReaders } from './commandReader';

const readSet: CommandReader = (head, reader) => {
  const word = reader.expectArgument(reader.takeAnyWord(), 'missing-set-name');
  const parameter = word && nameOf(word);
  if (!reader.takeSymbol('=')) {
    if (word) reader.report('missing-set-assignment');
    return { kind: 'set', parameter, value: reader.missing(), ...plain(head) };
  }
  return { kind: 'set', parameter, value: readRequired(reader, 'missing-set-expression'), ...plain(head) };
};

const readImport: CommandReader = (head, reader) => {
  const options = readOwnOptions(head, reader);
  const table = reader.expectArgument(readTableName(reader), 'no-table-data-source');
  return { kind: 'import', table, ...plain(head, options) };
};

const readStats: CommandReader = (head, reader) => {
  const options = readOwnOptions(head, reader);
  return { kind: 'stats', ...readAggregation(reader), ...plain(head, options) };
};

export const rowReaders: CommandReaders = {
  search: (head, reader) => {
    const options = readOwnOptions(head, reader, true);
    return { kind: 'search', condition: readExpression(reader), ...plain(head, options) };
  },
  eval: (head, reader) => {
    const assignments = readAssignments(reader);
    return { kind: 'eval', assignments, ...plain(head) };
  },
  set: readSet,
  evalc: readSet,
  sort: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const keys = reader.readList((index) => readSortKey(reader, index === 0));
    const by = reader.takeWord('by') ? readFieldNames(reader, 'missing-sort-column') : [];
    return { kind: 'sort', keys, by, ...plain(head, options) };
  },
  limit: (head, reader) => {
    const first = readCount(reader);
    const second = first && readCount(reader);
    if (!first || !reader.atEnd) reader.reportAbsent('invalid-limit');
    return { kind: 'limit', offset: second && first, maximum: second ?? first, ...plain(head) };
  },
  repeat: (head, reader) => {
    const options = readOwnOptions(head, reader);
    if (options.length === 0) reader.reportAbsent('invalid-option');
    return { kind: 'repeat', ...plain(head, options) };
  },
  drop: (head) => ({ kind: 'drop', ...plain(head) }),
  bypass: (head) => ({ kind: 'bypass', ...plain(head) }),
  fields: (head, reader) => {
    const exclude = reader.takeSymbol('-') !== undefined;
    const fields = reader.readList((index) => {
      // Often repeated, which changes nothing.
      if (exclude && index > 0) reader.takeSymbol('-');
      return reader.expect(readFieldName(reader), 'no-field-args');
    });
    return { kind: 'fields', exclude, fields, ...plain(head) };
  },
  order: (head, reader) => ({ kind: 'order', fields: readFieldNames(reader), ...plain(head) }),
  prev: (head, reader) => ({ kind: 'prev', fields: readFieldNames(reader), ...plain(head) }),
  explode: (head, reader) => {
    const field = reader.expectArgument(readFieldName(reader), 'no-field-args');
    return { kind: 'explode', field, ...plain(head) };
  },
  rename: (head, reader) => {
    const renames = reader.readList(() => readRename(reader));
    return { kind: 'rename', renames, ...plain(head) };
  },
  rex: (head, reader) => {
    const options = readOwnOptions(head, reader);
    if (!options.some((option) => option.name.text === 'field')) {
      reader.report('missing-rex-field', head.name);
    }
    const pattern = reader.expectArgument(reader.takeRawString('string-quote-mismatch'), 'missing-rex-regex');
    const groups = pattern ? namedGroups(pattern.value) : [];
    return { kind: 'rex', pattern, groups, ...plain(head, options) };
  },
  parsejson: parseReader('json'),
  parsekv: parseReader('kv'),
  parsecsv: parseReader('csv'),
  lookup: (head, reader) => {
    const name = reader.expectArgument(readTableName(reader), 'invalid-lookup-name');
    const table = name && { text: reader.sourceText(name), from: name.from, to: name.to };
    const key = reader.isWord('output') ? undefined : readAliased(reader);
    if (table && !key) reader.reportAbsent('no-field-args');
    const readOutput = (): LookupField | undefined => reader.expect(readAliased(reader), 'no-field-args');
    const outputs = reader.takeWord('output') && reader.readList(readOutput);
    if (!outputs && key) reader.reportAbsent('output-token-not-found');
    return { kind: 'lookup', table, key, outputs: outputs ?? [], ...plain(head) };
  },
  import: readImport,
  matchnet: (head, reader) => {
    const options = readOwnOptions(head, reader);
    if (!options.some((option) => option.name.text === 'field')) reader.report('no-field-args', head.name);
    const table = reader.expectArgument(readTableName(reader), 'invalid-lookup-name');
    return { kind: 'matchnet', table, ...plain(head, options) };
  },
  tojson: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const fields = reader.atEnd ? [] : readFieldNames(reader);
    return { kind: 'tojson', fields, ...plain(head, options) };
  },
  memlookup: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const valueOf = (name: string): string | undefined => {
      const value = options.findLast((option) => option.name.text === name)?.value;
      return value?.kind === 'word' ? value.text : value && '';
    };
    // Without op, it lists.
    const action = valueOf('op') ?? 'list';
    if (action !== 'list' && valueOf('name') === undefined) reader.report('invalid-lookup-name', head.name);
    if (action === 'build' && valueOf('key') === undefined) reader.report('no-field-args', head.name);
    const fields = reader.atEnd ? [] : readFieldNames(reader);
    return { kind: 'memlookup', fields, ...plain(head, options) };
  },
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
};

const reserved: ReadonlySet<string> = new Set(['and', 'or', 'true', 'false', 'null', '$']);

/** A comma may stand at the end, and one may be missing. */
function readAssignments(reader: TermReader): readonly Assignment[] {
  const assignments: Assignment[] = [];
  do {
    const assignment = readAssignment(reader);
    if (!assignment) break;
    assignments.push(assignment);
  } while ((reader.takeSymbol(',') && !reader.atEnd) || isAssignmentNext(reader));
  return assignments;
}

function isAssignmentNext(reader: TermReader): boolean {
  return reader.peek()?.kind === 'word' && reader.isSymbol('=', 1);
}

function readAssignment(reader: TermReader): Assignment | undefined {
  const range = reader.here;
  const target = readFieldName(reader);
  if (!target || reserved.has(target.name) || /^[\d.]+$/.test(target.name)) {
    reader.report('missing-eval-field', range);
    if (!target) return undefined;
  }
  if (!reader.takeSymbol('=')) {
    reader.report('missing-eval-assignment');
    return { from: target.from, to: target.to, target, value: reader.missing() };
  }
  const value = readRequired(reader, 'missing-eval-expression');
  return { from: target.from, to: value.to, target, value };
}

function readRequired(
  reader: TermReader,
  absent: 'missing-eval-expression' | 'missing-set-expression',
): Expression {
  if (!reader.atEnd && !reader.isSymbol(',')) return readExpression(reader);
  reader.report(absent);
  return reader.missing();
}

function readSortKey(reader: TermReader, isFirst: boolean): SortKey | undefined {
  const sign = reader.takeSymbol('-');
  const field = reader.isWord('by') && !reader.isSymbol(',', 1) ? undefined : readFieldName(reader);
  if (field) return { from: (sign ?? field).from, to: field.to, field, descending: sign !== undefined };
  if (isFirst && !sign) reader.reportAbsent('missing-sort-column');
  else reader.report('missing-sort-column');
  return undefined;
}

function readCount(reader: TermReader): CommandOf<'limit'>['maximum'] {
  const term = reader.peek();
  if (term?.kind === 'call' && term.name.text === '$') {
    reader.next();
    return readParameter(reader, term);
  }
  const number = term?.kind === 'word' ? readNumber(term) : undefined;
  if (!number?.integer || !Number.isSafeInteger(Number(number.text))) return undefined;
  reader.next();
  return number;
}

function readRename(reader: TermReader): Rename | undefined {
  const source = reader.expect(readFieldName(reader), 'missing-rename-field');
  if (!source || !reader.expect(reader.takeWord('as'), 'as-token-not-found')) return undefined;
  const target = reader.expect(readFieldName(reader), 'missing-rename-target');
  return target && { from: source.from, to: target.to, source, target };
}

// Skips escaped characters, so that an escaped parenthesis does not start a group.
const groupName = /\\[^]|\(\?<([\p{L}_][\p{L}\p{N}_.]*)>/gu;

function namedGroups(pattern: string): readonly string[] {
  return [...new Set([...pattern.matchAll(groupName)].flatMap(([, name]) => name ?? []))];
}

function parseReader(format: CommandOf<'parse'>['format']): CommandReader {
  return (head, reader) => {
    const options = readOwnOptions(head, reader);
    // `parsejson FIELD` is short for `parsejson field=FIELD`.
    const fields = format !== 'kv' && !reader.atEnd ? readFieldNames(reader) : [];
    return { kind: 'parse', format, fields, ...plain(head, options) };
  };
}

function readAliased(reader: TermReader): LookupField | undefined {
  const field = readFieldName(reader);
  if (!field) return undefined;
  const alias = readAlias(reader);
  return { from: field.from, to: reader.previousEnd, field, alias };
}

function readFieldsAfter(words: readonly string[], reader: TermReader): readonly FieldReference[] {
  return words.some((word) => reader.takeWord(word)) ? readFieldNames(reader) : [];
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
  if (isGroupingWord(reader) || (term?.kind !== 'word' && term?.kind !== 'call')) {
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

/** These begin the grouping, so that none of them is an aggregate. */
function isGroupingWord(reader: TermReader): boolean {
  return ['by', 'rows', 'for', 'cols'].some((word) => reader.isWord(word));
}

function columnOf(name: string, parsed: readonly Expression[]): string {
  return parsed.length > 0 ? printCall(name, parsed) : name;
}

function checkAggregate(name: Name, count: number, reader: TermReader): void {
  const aggregate = findAggregate(name.text);
  if (aggregate && takes(aggregate, count)) return;
  reader.report('invalid-aggregation-function', name, undefined, aggregate ? undefined : name.text);
}
