import type { CommandOf, LookupField, Rename } from '../ast';
import { commandOptions } from '../commandOptions';
import { readFieldName, readFieldNames, readTableName } from '../readNames';
import { readOptions } from '../readOptions';
import type { TermReader } from '../termReader';
import { plain } from './commandReader';
import type { CommandReader, CommandReaders } from './commandReader';

const readImport: CommandReader = (head, reader) => {
  const table = readTableName(reader) ?? reader.reportAbsent('no-table-data-source');
  return { kind: 'import', table, ...plain(head) };
};

export const columnReaders: CommandReaders = {
  fields: (head, reader) => {
    const exclude = reader.takeSymbol('-') !== undefined;
    return { kind: 'fields', exclude, fields: readFieldNames(reader), ...plain(head) };
  },
  order: (head, reader) => ({ kind: 'order', fields: readFieldNames(reader), ...plain(head) }),
  prev: (head, reader) => ({ kind: 'prev', fields: readFieldNames(reader), ...plain(head) }),
  explode: (head, reader) => {
    const field = readFieldName(reader) ?? reader.reportAbsent('no-field-args');
    return { kind: 'explode', field, ...plain(head) };
  },
  rename: (head, reader) => {
    const renames = reader.readList(() => readRename(reader));
    return { kind: 'rename', renames, ...plain(head) };
  },
  rex: (head, reader) => {
    const options = readOptions(reader, commandOptions['rex']);
    if (!options.some((option) => option.name.text === 'field')) {
      reader.report('missing-rex-field', head.name);
    }
    const pattern = reader.takeString('string-quote-mismatch') ?? reader.reportAbsent('missing-rex-regex');
    const groups = pattern ? namedGroups(pattern.value) : [];
    return { kind: 'rex', pattern, groups, ...plain(head, options) };
  },
  parsejson: parseReader('json'),
  parsekv: parseReader('kv'),
  parsecsv: parseReader('csv'),
  lookup: (head, reader) => {
    const name = readTableName(reader) ?? reader.reportAbsent('invalid-lookup-name');
    const table = name && { text: reader.textOf(name), from: name.from, to: name.to };
    const key = reader.isWord('output') ? undefined : readAliased(reader);
    if (table && !key) reader.reportAbsent('no-field-args');
    const outputs = reader.takeWord('output') && readOutputs(reader);
    if (!outputs && key) reader.reportAbsent('output-token-not-found');
    return { kind: 'lookup', table, key, outputs: outputs ?? [], ...plain(head) };
  },
  import: readImport,
  insert: readImport,
  copytable: (head, reader) => {
    const options = readOptions(reader, commandOptions['copytable']);
    const source = readTableName(reader);
    const target = (source && readTableName(reader)) ?? reader.reportAbsent('no-table-data-source');
    return { kind: 'copytable', source, target, ...plain(head, options) };
  },
  matchnet: (head, reader) => {
    const options = readOptions(reader, commandOptions['matchnet']);
    if (!options.some((option) => option.name.text === 'field')) reader.report('no-field-args', head.name);
    const table = readTableName(reader) ?? reader.reportAbsent('invalid-lookup-name');
    return { kind: 'matchnet', table, ...plain(head, options) };
  },
  tojson: (head, reader) => {
    const options = readOptions(reader, commandOptions['tojson']);
    const fields = reader.atEnd ? [] : readFieldNames(reader);
    return { kind: 'tojson', fields, ...plain(head, options) };
  },
  memlookup: (head, reader) => {
    const options = readOptions(reader, commandOptions['memlookup']);
    const valueOf = (name: string): string | undefined => {
      const value = options.findLast((option) => option.name.text === name)?.value;
      return value?.kind === 'word' ? value.text : value && '';
    };
    const action = valueOf('op');
    if (action !== 'list' && valueOf('name') === undefined) reader.report('invalid-lookup-name', head.name);
    const needsKey = action === undefined || action === 'build';
    if (needsKey && valueOf('key') === undefined) reader.report('no-field-args', head.name);
    return { kind: 'memlookup', ...plain(head, options) };
  },
};

function readRename(reader: TermReader): Rename | undefined {
  const source = readFieldName(reader);
  if (!source) return reader.report('missing-rename-field');
  if (!reader.takeWord('as')) return reader.report('as-token-not-found');
  const target = readFieldName(reader);
  if (!target) return reader.report('missing-rename-target');
  return { from: source.from, to: target.to, source, target };
}

// Skips escaped characters, so that an escaped parenthesis does not start a group.
const groupName = /\\[^]|\(\?<([\p{L}_][\p{L}\p{N}_.]*)>/gu;

function namedGroups(pattern: string): readonly string[] {
  return [...new Set([...pattern.matchAll(groupName)].flatMap(([, name]) => name ?? []))];
}

function parseReader(format: CommandOf<'parse'>['format']): CommandReader {
  return (head, reader) => {
    const options = readOptions(reader, commandOptions[head.name.text]);
    const fields = format === 'csv' && !reader.atEnd ? readFieldNames(reader) : [];
    return { kind: 'parse', format, fields, ...plain(head, options) };
  };
}

function readOutputs(reader: TermReader): readonly LookupField[] {
  return reader.readList(() => readAliased(reader) ?? reader.report('no-field-args'));
}

function readAliased(reader: TermReader): LookupField | undefined {
  const field = readFieldName(reader);
  if (!field) return undefined;
  const alias = reader.takeWord('as') && (readFieldName(reader) ?? reader.report('no-field-args'));
  return { from: field.from, to: reader.previousEnd, field, alias };
}
