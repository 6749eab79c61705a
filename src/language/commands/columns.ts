import type { CommandOf, LookupField, Rename } from '../ast';
import { commandOptions } from '../catalog/catalog';
import { readAlias, readFieldName, readFieldNames, readTableName } from '../readNames';
import { readOptions } from '../readOptions';
import type { TermReader } from '../termReader';
import { plain } from './commandReader';
import type { CommandReader, CommandReaders } from './commandReader';

const readImport: CommandReader = (head, reader) => {
  const table = reader.expectArgument(readTableName(reader), 'no-table-data-source');
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
    const field = reader.expectArgument(readFieldName(reader), 'no-field-args');
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
    const pattern = reader.expectArgument(reader.takeString('string-quote-mismatch'), 'missing-rex-regex');
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
  insert: readImport,
  copytable: (head, reader) => {
    const options = readOptions(reader, commandOptions['copytable']);
    const source = readTableName(reader);
    const target = reader.expectArgument(source && readTableName(reader), 'no-table-data-source');
    return { kind: 'copytable', source, target, ...plain(head, options) };
  },
  matchnet: (head, reader) => {
    const options = readOptions(reader, commandOptions['matchnet']);
    if (!options.some((option) => option.name.text === 'field')) reader.report('no-field-args', head.name);
    const table = reader.expectArgument(readTableName(reader), 'invalid-lookup-name');
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
    const options = readOptions(reader, commandOptions[head.name.text]);
    const fields = format === 'csv' && !reader.atEnd ? readFieldNames(reader) : [];
    return { kind: 'parse', format, fields, ...plain(head, options) };
  };
}

function readAliased(reader: TermReader): LookupField | undefined {
  const field = readFieldName(reader);
  if (!field) return undefined;
  const alias = readAlias(reader);
  return { from: field.from, to: reader.previousEnd, field, alias };
}
