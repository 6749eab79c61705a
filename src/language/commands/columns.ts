import type { LookupField, Rename } from '../ast';
import { commandOptions } from '../commandOptions';
import type { Name } from '../expression';
import { readFieldName, readFieldNames, readTableName } from '../readNames';
import { readOptions } from '../readOptions';
import type { TermReader } from '../termReader';
import { plain } from './commandReader';
import type { CommandHead, CommandReader } from './commandReader';

export const readFields: CommandReader = (head, reader) => {
  const exclude = reader.takeSymbol('-') !== undefined;
  return { kind: 'fields', exclude, fields: readFieldNames(reader), ...plain(head) };
};

export const readOrder: CommandReader = (head, reader) => ({
  kind: 'order',
  fields: readFieldNames(reader),
  ...plain(head),
});

export const readPrev: CommandReader = (head, reader) => ({
  kind: 'prev',
  fields: readFieldNames(reader),
  ...plain(head),
});

export const readExplode: CommandReader = (head, reader) => {
  const field = readFieldName(reader);
  if (!field) reader.report('no-field-args', reader.atEnd ? head : undefined);
  return { kind: 'explode', field, ...plain(head) };
};

export const readRename: CommandReader = (head, reader) => {
  const renames: Rename[] = [];
  do {
    const rename = readOneRename(reader);
    if (!rename) break;
    renames.push(rename);
  } while (reader.takeSymbol(','));
  return { kind: 'rename', renames, ...plain(head) };
};

function readOneRename(reader: TermReader): Rename | undefined {
  const source = readFieldName(reader);
  if (!source) {
    reader.report('missing-rename-field');
    return undefined;
  }
  if (!reader.takeWord('as')) {
    reader.report('as-token-not-found');
    return undefined;
  }
  const target = readFieldName(reader);
  if (!target) {
    reader.report('missing-rename-target');
    return undefined;
  }
  return { from: source.from, to: target.to, source, target };
}

export const readRex: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['rex']);
  if (!options.some((option) => option.name.text === 'field')) {
    reader.report('missing-rex-field', head.name);
  }
  const pattern = reader.takeString('string-quote-mismatch');
  if (!pattern) reader.report('missing-rex-regex', reader.atEnd ? head : undefined);
  return { kind: 'rex', pattern, groups: pattern ? namedGroups(pattern.value) : [], ...plain(head, options) };
};

// Skips escaped characters, so that an escaped parenthesis does not start a group.
const groupName = /\\[^]|\(\?<([\p{L}_][\p{L}\p{N}_.]*)>/gu;

function namedGroups(pattern: string): readonly string[] {
  const names = new Set<string>();
  groupName.lastIndex = 0;
  for (let found = groupName.exec(pattern); found; found = groupName.exec(pattern)) {
    if (found[1] !== undefined) names.add(found[1]);
  }
  return [...names];
}

export const readParse: CommandReader = (head, reader) => {
  const format = head.name.text === 'parsejson' ? 'json' : head.name.text === 'parsekv' ? 'kv' : 'csv';
  const options = readOptions(reader, commandOptions[head.name.text]);
  const fields = format === 'csv' && !reader.atEnd ? readFieldNames(reader) : [];
  return { kind: 'parse', format, fields, ...plain(head, options) };
};

export const readLookup: CommandReader = (head, reader) => {
  const table = readLookupName(head, reader);
  const key = reader.isWord('output') ? undefined : readAliased(reader);
  if (table && !key) reader.report('no-field-args', reader.atEnd ? head : undefined);
  const outputs = reader.takeWord('output') ? readOutputs(reader) : undefined;
  if (!outputs && key) reader.report('output-token-not-found', reader.atEnd ? head : undefined);
  return { kind: 'lookup', table, key, outputs: outputs ?? [], ...plain(head) };
};

function readLookupName(head: CommandHead, reader: TermReader): Name | undefined {
  const name = readTableName(reader);
  if (name) return { text: reader.textOf(name), from: name.from, to: name.to };
  reader.report('invalid-lookup-name', reader.atEnd ? head : undefined);
  return undefined;
}

function readOutputs(reader: TermReader): LookupField[] {
  const outputs: LookupField[] = [];
  do {
    const output = readAliased(reader);
    if (!output) {
      reader.report('no-field-args');
      break;
    }
    outputs.push(output);
  } while (reader.takeSymbol(','));
  return outputs;
}

function readAliased(reader: TermReader): LookupField | undefined {
  const field = readFieldName(reader);
  if (!field) return undefined;
  if (!reader.takeWord('as')) return { from: field.from, to: field.to, field, alias: undefined };
  const alias = readFieldName(reader);
  if (!alias) reader.report('no-field-args');
  return { from: field.from, to: reader.previousEnd, field, alias };
}

export const readImport: CommandReader = (head, reader) => {
  const table = readTableName(reader);
  if (!table) reader.report('no-table-data-source', reader.atEnd ? head : undefined);
  return { kind: 'import', table, ...plain(head) };
};

export const readCopyTable: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['copytable']);
  const source = readTableName(reader);
  const target = source && readTableName(reader);
  if (!target) reader.report('no-table-data-source', reader.atEnd ? head : undefined);
  return { kind: 'copytable', source, target, ...plain(head, options) };
};

export const readMatchNet: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['matchnet']);
  if (!options.some((option) => option.name.text === 'field')) reader.report('no-field-args', head.name);
  const table = readTableName(reader);
  if (!table) reader.report('invalid-lookup-name', reader.atEnd ? head : undefined);
  return { kind: 'matchnet', table, ...plain(head, options) };
};

export const readToJson: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['tojson']);
  const fields = reader.atEnd ? [] : readFieldNames(reader);
  return { kind: 'tojson', fields, ...plain(head, options) };
};

export const readMemLookup: CommandReader = (head, reader) => {
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
};
