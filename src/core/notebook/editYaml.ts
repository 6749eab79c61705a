import { Document, isMap, isScalar, parseDocument } from 'yaml';
import type { YAMLMap } from 'yaml';

type Path = readonly [key: string] | readonly [key: string, name: string];

/**
 * YAML with one changed value; undefined removes it. Every other byte stays as it is, where the form of the YAML
 * allows it; otherwise, all of it is written again. Throws for YAML that has errors or no such mapping.
 */
export function withYamlValue(yaml: string, path: Path, value: unknown, lineEnd: string): string {
  const document = read(yaml);
  const edited =
    value === undefined ? withoutLines(yaml, document, path) : withText(yaml, document, path, value, lineEnd);
  if (value !== undefined) document.setIn(path, value);
  else if (document.hasIn(path)) document.deleteIn(path);
  return edited !== undefined && isSame(read(edited), document) ? edited : written(document, lineEnd);
}

/** Long numbers are kept exactly. */
function read(yaml: string): Document {
  return parseDocument(yaml, { intAsBigInt: true, prettyErrors: false });
}

function written(document: Document, lineEnd: string): string {
  const isEmpty = isMap(document.contents) && document.contents.items.length === 0;
  return isEmpty ? '' : document.toString({ lineWidth: 0 }).replaceAll(/\r?\n/g, lineEnd);
}

function isSame(one: Document, other: Document): boolean {
  const content = (document: Document): string =>
    JSON.stringify(document.toJS(), (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  return one.errors.length === 0 && content(one) === content(other);
}

function withText(
  yaml: string,
  document: Document,
  path: Path,
  value: unknown,
  lineEnd: string,
): string | undefined {
  const node: unknown = document.hasIn(path) ? document.getIn(path, true) : undefined;
  if (isScalar(node) && node.range) return withScalar(yaml, node.range, inline(value));
  const [key, name] = path;
  if (name === undefined) return withLine(yaml, yaml.length, `${key}: ${inline(value)}`, lineEnd);
  const parent: unknown = document.get(key, true);
  if (isFilled(parent)) {
    const line = `${indentationOf(yaml, parent)}${name}: ${inline(value)}`;
    return withLine(yaml, endOf(yaml, parent), line, lineEnd);
  }
  const added = `${key}:${lineEnd}  ${name}: ${inline(value)}`;
  return document.has(key) ? undefined : withLine(yaml, yaml.length, added, lineEnd);
}

function withScalar(yaml: string, [from, to]: readonly [number, number, number], text: string): string {
  const gap = yaml[from - 1] === ':' ? ' ' : '';
  // The lines of a block end with one that belongs to it.
  const end = /\r?\n$/.exec(yaml.slice(from, to))?.[0] ?? '';
  return yaml.slice(0, from) + gap + text + end + yaml.slice(to);
}

function indentationOf(yaml: string, { range }: YAMLMap): string {
  return /[^\r\n]*$/.exec(yaml.slice(0, range?.[0] ?? 0))?.[0] ?? '';
}

/** A mapping in lines, not in braces. */
function isFilled(node: unknown): node is YAMLMap {
  return isMap(node) && node.flow !== true && node.items.length > 0;
}

function withLine(yaml: string, at: number, line: string, lineEnd: string): string {
  const before = yaml.slice(0, at);
  const gap = before === '' || before.endsWith('\n') ? '' : lineEnd;
  return `${before}${gap}${line}${lineEnd}${yaml.slice(at)}`;
}

/** Behind the last line of a mapping. */
function endOf(yaml: string, { items }: YAMLMap): number {
  const last = items.at(-1);
  const node = (last?.value ?? last?.key) as { readonly range?: readonly number[] | null } | undefined;
  return lineBehind(yaml, node?.range?.[1] ?? yaml.length);
}

function lineBehind(yaml: string, at: number): number {
  if (yaml[at - 1] === '\n') return at;
  const end = yaml.indexOf('\n', at);
  return end === -1 ? yaml.length : end + 1;
}

function withoutLines(yaml: string, document: Document, [key]: Path): string | undefined {
  if (!document.has(key)) return yaml;
  if (!isFilled(document.contents)) return undefined;
  const pair = document.contents.items.find((item) => isScalar(item.key) && item.key.value === key);
  const { range: name } = Object(pair?.key) as { readonly range?: readonly number[] };
  const { range: value } = Object(pair?.value ?? pair?.key) as { readonly range?: readonly number[] };
  if (name === undefined || value === undefined) return undefined;
  return yaml.slice(0, name[0]) + yaml.slice(lineBehind(yaml, value[1] ?? yaml.length));
}

/** A value in one line. */
function inline(value: unknown): string {
  const text = new Document(value).toString({ lineWidth: 0 }).trimEnd();
  return /[\r\n]/.test(text) ? JSON.stringify(value) : text;
}
