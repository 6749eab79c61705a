import type { Command } from './command';
import { readJson } from './json';
import { javaPattern } from './patterns';
import { Refusal } from './refusal';
import { readAlias, readOptions, splitList, stringAt, unquote } from './syntax';
import { asText, isList, isMap } from './values';
import type { Row, Value } from './values';

type Options = Readonly<Record<string, string>>;

/** Adds what is found in a field, or keeps only that. A row in which nothing can be read passes as it is. */
function extractor(
  names: readonly string[],
  read: (value: Value, options: Options, rest: string) => Row | undefined,
): Command {
  return (text, input) => {
    const { options, rest } = readOptions(text, ['field', 'overlay', ...names]);
    const overlay = (options['overlay'] ?? 'f').startsWith('t');
    const rows = input.rows.map((row) => {
      const found = read(row.get(options['field'] ?? 'line') ?? null, options, rest);
      return found ? new Map([...(overlay ? row : []), ...found]) : row;
    });
    return { ...input, rows };
  };
}

const unquoted = (text: string): string => (text.startsWith('"') ? unquote(text) : text);

export const extracting: Readonly<Record<string, Command>> = {
  rex: (text, input) => {
    const { options, rest } = readOptions(text, ['field', 'engine', 'debug']);
    const { field } = options;
    if (field === undefined) throw new Refusal('20900');
    if (!rest.startsWith('"')) throw new Refusal('20901');
    const pattern = javaPattern(stringAt(rest, 0).slice(1, -1).replaceAll('\\"', '"'));
    const groups = [...pattern.source.matchAll(/\(\?<([^=!>]+)>/g)].map(([, name = '']) => name);
    const rows = input.rows.map((row) => {
      const found = pattern.exec(asText(row.get(field) ?? null) ?? '')?.groups;
      return new Map([...row, ...groups.map((name): [string, Value] => [name, found?.[name] ?? null])]);
    });
    return { ...input, rows };
  },
  parse: extractor([], (value, _options, rest) => {
    const text = asText(value) ?? '';
    const found = splitList(rest).map((part): [string, Value] => {
      const { name, as } = readAlias(part);
      const [start = '', end = ''] = unquote(name).split('*');
      const from = text.indexOf(start) + start.length;
      const to = end === '' ? text.length : text.indexOf(end, from);
      return [as, text.includes(start) && to >= 0 ? text.slice(from, to) : null];
    });
    return new Map(found);
  }),
  parsejson: (text, input, scope, run) => {
    const plain = /^([^\s=]+)$/.exec(text)?.[1];
    return parseJson(plain === undefined ? text : `field=${plain}`, input, scope, run);
  },
  parsekv: extractor(['pairdelim', 'kvdelim'], (value, options) => {
    const [pairs, equals] = [unquoted(options['pairdelim'] ?? ' '), unquoted(options['kvdelim'] ?? '=')];
    const found = (asText(value) ?? '').split(pairs).flatMap((pair): [string, Value][] => {
      const [key = '', ...rest] = pair.split(equals);
      return key.trim() === '' || rest.length === 0 ? [] : [[key.trim(), rest.join(equals).trim()]];
    });
    return new Map(found);
  }),
  parsecsv: extractor(['strict', 'tab'], (value, options, rest) => {
    const names = splitList(rest);
    const cells = csvCells(asText(value) ?? '', (options['tab'] ?? 'f').startsWith('t') ? '\t' : ',');
    return new Map(cells.map((cell, index) => [names[index] ?? `column${index}`, cell]));
  }),
  parsemap: extractor([], (value) => (isMap(value) ? value : undefined)),
  parsexml: extractor([], (value) => {
    const inner = /^\s*<[^>]*>([^]*)<\/[^>]*>\s*$/.exec(asText(value) ?? '')?.[1];
    if (inner === undefined) return undefined;
    const elements = [...inner.matchAll(/<(\w+)((?:\s+\w+="[^"]*")*)\s*>([^<]*)<\/\1>/g)];
    return new Map(
      elements.map(([, name = '', attributes = '', text = '']) => [name, xmlValue(attributes, text)]),
    );
  }),
};

const parseJson = extractor(['flatten', 'lenient', 'cutoff'], (value, options) => {
  const read = readJson(asText(value) ?? '');
  if (read === undefined || !isMap(read)) return undefined;
  return (options['flatten'] ?? 'f').startsWith('t') ? new Map(flattened('', read)) : read;
});

function flattened(prefix: string, value: Value): [string, Value][] {
  const name = (key: string | number): string => (prefix === '' ? String(key) : `${prefix}_${key}`);
  if (isMap(value)) return [...value].flatMap(([key, item]) => flattened(name(key), item));
  return isList(value) ? value.flatMap((item, index) => flattened(name(index), item)) : [[prefix, value]];
}

function csvCells(line: string, delimiter: string): string[] {
  const cells = [
    ...line.matchAll(new RegExp(`(?:^|${delimiter})(?:"((?:[^"]|"")*)"|([^${delimiter}]*))`, 'g')),
  ];
  return cells.map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

function xmlValue(attributes: string, text: string): Value {
  const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)];
  if (pairs.length === 0) return text;
  return new Map([
    ...pairs.map(([, key = '', value = '']): [string, Value] => [key, value]),
    ['_text', text],
  ]);
}
