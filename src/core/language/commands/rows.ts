import type { Assignment, CommandOf, LookupField, Option, Rename, SortKey } from '../ast';
import type { ErrorKey } from '../errorCodes';
import type { Expression } from '../expression';
import { readExpression, readNumber, readParameter } from '../readExpression';
import { readAlias, readFieldName, readFieldNames, readTableName } from '../readNames';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { optionText } from '../values';
import { plain, readOwnOptions } from './commandReader';
import type { CommandHead, CommandReader, CommandReaders } from './commandReader';

function readSetting(reader: TermReader): Pick<CommandOf<'set'>, 'parameter' | 'value'> {
  const word = reader.expectArgument(reader.takeAnyWord(), 'missing-set-name');
  const parameter = word && nameOf(word);
  if (reader.takeSymbol('=')) return { parameter, value: readRequired(reader, 'missing-set-expression') };
  if (word) reader.report('missing-set-assignment');
  return { parameter, value: reader.missing() };
}

const readImport: CommandReader = (head, reader) => {
  const options = readOwnOptions(head, reader);
  const table = reader.expectArgument(readTableName(reader), 'no-table-data-source');
  return { kind: 'import', table, ...plain(head, options) };
};

const readEventContext: CommandReader = (head, reader) => {
  const options = readOwnOptions(head, reader, true);
  return { kind: 'evtctx', condition: readExpression(reader), ...plain(head, options) };
};

/** It has no arguments. */
const readAlone: CommandReader = (head) => ({ kind: 'other', known: true, arguments: '', ...plain(head) });

export const rowReaders: CommandReaders = {
  search: (head, reader) => {
    const options = readOwnOptions(head, reader, true);
    return { kind: 'search', condition: readExpression(reader), ...plain(head, options) };
  },
  eval: (head, reader) => {
    const assignments = readAssignments(reader);
    return { kind: 'eval', assignments, ...plain(head) };
  },
  set: (head, reader) => ({ kind: 'set', ...readSetting(reader), ...plain(head) }),
  evalc: (head, reader) => ({ kind: 'evalc', ...readSetting(reader), ...plain(head) }),
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
  signature: readAlone,
  summary: readAlone,
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
    const field = reader.expectArgument(readFieldName(reader), 'missing-explode-field');
    return { kind: 'explode', field, ...plain(head) };
  },
  rename: (head, reader) => {
    const renames = reader.readList(() => readRename(reader));
    return { kind: 'rename', renames, ...plain(head) };
  },
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
    // A group of networks has a GUID; on the local platform, a table has the networks.
    const hasGroup = options.some((option) => option.name.text === 'guid');
    const named = readTableName(reader);
    const table = hasGroup ? named : reader.expectArgument(named, 'invalid-lookup-name');
    return { kind: 'matchnet', table, ...plain(head, options) };
  },
  tojson: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const fields = reader.atEnd ? [] : readFieldNames(reader);
    return { kind: 'tojson', fields, ...plain(head, options) };
  },
  memlookup: (head, reader) => {
    const options = readOwnOptions(head, reader);
    checkMemoryLookup(head, options, reader);
    const fields = reader.atEnd ? [] : readFieldNames(reader);
    return { kind: 'memlookup', fields, ...plain(head, options) };
  },
  evtctxadd: readEventContext,
  evtctxdel: readEventContext,
  evtctxdrop: (head, reader) => {
    const options = readOwnOptions(head, reader);
    return { kind: 'evtctx', condition: undefined, ...plain(head, options) };
  },
  evtctxlist: (head, reader) => {
    const options = readOwnOptions(head, reader);
    return { kind: 'evtctx', condition: undefined, ...plain(head, options) };
  },
};

/** What each operation of `memlookup` requires. Without `op`, it lists. */
const memoryLookups: Readonly<Record<string, Readonly<Record<string, ErrorKey>>>> = {
  build: { name: 'missing-memlookup-name', key: 'missing-memlookup-key' },
  drop: { name: 'missing-memlookup-drop-name' },
  list: {},
};

function checkMemoryLookup({ name }: CommandHead, options: readonly Option[], reader: TermReader): void {
  const given = (option: string): Option | undefined => options.findLast((one) => one.name.text === option);
  const operation = given('op');
  const text = operation ? optionText([operation], 'op') : 'list';
  // A parameter may hold any.
  if (text === undefined) return;
  const required = Object.hasOwn(memoryLookups, text) ? memoryLookups[text] : {};
  for (const [option, key] of Object.entries(required ?? {})) if (!given(option)) reader.report(key, name);
}

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
    reader.report('field-name-not-found', range);
    if (!target) return undefined;
  }
  if (!reader.takeSymbol('=')) {
    reader.report('assign-token-not-found');
    return { from: target.from, to: target.to, target, value: reader.missing() };
  }
  const value = readRequired(reader, 'expression-not-found');
  return { from: target.from, to: value.to, target, value };
}

function readRequired(
  reader: TermReader,
  absent: 'expression-not-found' | 'missing-set-expression',
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

function readAliased(reader: TermReader): LookupField | undefined {
  const field = readFieldName(reader);
  if (!field) return undefined;
  const alias = readAlias(reader);
  return { from: field.from, to: reader.previousEnd, field, alias };
}
