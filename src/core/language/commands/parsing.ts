import type { Anchor, CommandOf } from '../ast';
import type { Name } from '../expression';
import { readFieldName, readFieldNames, readTableName } from '../readNames';
import type { TermReader } from '../termReader';
import { plain, readOwnOptions } from './commandReader';
import type { CommandReader, CommandReaders } from './commandReader';

/** Commands that create fields from text. */
export const parsingReaders: CommandReaders = {
  rex: (head, reader) => {
    const options = readOwnOptions(head, reader);
    if (!options.some((option) => option.name.text === 'field')) {
      reader.report('missing-rex-field', head.name);
    }
    const pattern = reader.expectArgument(reader.takeRawString('string-quote-mismatch'), 'missing-rex-regex');
    const groups = pattern ? namedGroups(pattern.value) : [];
    return { kind: 'rex', pattern, groups, ...plain(head, options) };
  },
  parse: (head, reader) => {
    const options = readOwnOptions(head, reader);
    if (reader.peek()?.kind !== 'string') {
      const parser = readPlainName(reader);
      if (!parser) reader.reportAbsent('unexpected-term');
      return { kind: 'anchors', parser, anchors: [], ...plain(head, options) };
    }
    const anchors = reader.readList(() => readAnchor(reader));
    return { kind: 'anchors', parser: undefined, anchors, ...plain(head, options) };
  },
  parsejson: parseReader('json'),
  parsekv: parseReader('kv'),
  parsecsv: parseReader('csv'),
  parsemap: parseReader('map'),
  parsexml: parseReader('xml'),
};

function readPlainName(reader: TermReader): Name | undefined {
  const name = readTableName(reader);
  return name && { from: name.from, to: name.to, text: reader.sourceText(name) };
}

/** `"START*END" as FIELD`; the texts may be empty. */
function readAnchor(reader: TermReader): Anchor | undefined {
  const text = reader.expect(reader.takeRawString('string-quote-mismatch'), 'unexpected-term');
  if (!text || !reader.expect(reader.takeWord('as'), 'unexpected-term')) return undefined;
  const field = reader.expect(readFieldName(reader), 'no-field-args');
  const [start = '', end = ''] = text.value.split(/\*(.*)/s);
  return field && { from: text.from, to: field.to, start, end, field };
}

function parseReader(format: CommandOf<'parse'>['format']): CommandReader {
  return (head, reader) => {
    const options = readOwnOptions(head, reader);
    // `parsejson FIELD` is short for `parsejson field=FIELD`.
    const fields = format === 'kv' || reader.atEnd ? [] : readFieldNames(reader);
    return { kind: 'parse', format, fields, ...plain(head, options) };
  };
}

// Skips escaped characters, so that an escaped parenthesis does not start a group.
const groupName = /\\[^]|\(\?<([\p{L}_][\p{L}\p{N}_.]*)>/gu;

function namedGroups(pattern: string): readonly string[] {
  return [...new Set([...pattern.matchAll(groupName)].flatMap(([, name]) => name ?? []))];
}
