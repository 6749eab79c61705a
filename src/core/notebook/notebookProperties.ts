import { isScalar } from 'yaml';
import type { FileProblem } from '../project/fileProblem';
import { readKey, YamlReader } from '../project/yamlReader';
import { findFrontMatter } from '../language/frontMatter';
import { printString } from '../language/printExpression';
import { isLiteral, isQuotedLiteral } from '../language/services/unresolvedParameters';
import { readDatePrefix } from '../language/values';
import { t } from '../base/localize';
import { withYamlValue } from './editYaml';

/** What the front matter of a notebook says. */
export interface NotebookProperties {
  readonly title: string | undefined;
  readonly connection: string | undefined;
  /** As written: `7d`, `2026-11-01 09:00`, `now`. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly outputs: OutputsKept;
  /** Values as written; numbers, booleans and `null` are used as such, unless they are in quotes. */
  readonly parameters: ReadonlyMap<string, string>;
}

const outputKinds = ['none', 'summary'] as const;
/** What is written into the file about runs. */
export type OutputsKept = (typeof outputKinds)[number];

const keys = ['title', 'connection', 'from', 'to', 'outputs', 'parameters'];
const parameterName = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Invalid properties are left out; the rest is used. */
export function readProperties(frontMatter: string): {
  readonly properties: NotebookProperties;
  readonly problems: readonly Pick<FileProblem, 'from' | 'to' | 'message'>[];
} {
  const { from, text } = yamlIn(frontMatter);
  const reader = new YamlReader('', text, from);
  const broken = reader.problems.length > 0;
  const values = broken ? new Map<string, unknown>() : reader.mapping(reader.document.contents, keys);
  const readText = (key: string): string | undefined => readKey(values, key, (node) => reader.text(node));
  const timeOf = (key: 'from' | 'to'): string | undefined => {
    const written = readText(key);
    if (written === undefined || timeExpression(written) !== undefined) return written;
    const message = t(
      '“{0}” is not a time. Write a date such as 2026-11-01 09:00, a span such as 7d, or now.',
      written,
    );
    reader.problem(values.get(key), 'wrong-value', message);
    return undefined;
  };
  const properties = {
    title: readText('title'),
    connection: readText('connection'),
    from: timeOf('from'),
    to: timeOf('to'),
    outputs: readKey(values, 'outputs', (node) => reader.word(node, outputKinds)) ?? 'none',
    parameters: readParameters(reader, values.get('parameters')),
  } as const;
  return { properties, problems: reader.problems.map(({ from, to, message }) => ({ from, to, message })) };
}

/** Why properties in the first text are not used; undefined if it has none. */
export function openFrontMatterProblem(frontMatter: string, firstText: string): string | undefined {
  const isOpen =
    findFrontMatter(frontMatter) === undefined &&
    new RegExp(`^---[ \\t]*[\\r\\n]\\s*(?:${keys.join('|')}):`).test(firstText);
  return isOpen
    ? t('The front matter is not closed, so its properties are not used. End it with a line of ---.')
    : undefined;
}

/** Whether properties can be read and changed, and not only shown as text. */
export function isReadable(frontMatter: string): boolean {
  const reader = new YamlReader('', yamlIn(frontMatter).text);
  reader.entries(reader.entries(reader.document.contents).get('parameters')?.value);
  return reader.problems.length === 0;
}

function yamlIn(frontMatter: string): { readonly from: number; readonly text: string } {
  const { from = 0, to = 0 } = findFrontMatter(frontMatter)?.yaml ?? {};
  return { from, text: frontMatter.slice(from, to) };
}

function readParameters(reader: YamlReader, node: unknown): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, { keyNode, value }] of reader.entries(node)) {
    if (!parameterName.test(name) || name === 'from' || name === 'to') {
      const message = parameterName.test(name)
        ? t('Write “{0}” above “parameters”, not below it.', name)
        : t('“{0}” cannot be the name of a parameter. Use letters, digits and _.', name);
      reader.problem(keyNode, 'wrong-value', message);
      continue;
    }
    const text = reader.scalar(value);
    if (text !== undefined) parameters.set(name, isQuoted(value) && isLiteral(text) ? `"${text}"` : text);
  }
  return parameters;
}

function isQuoted(node: unknown): boolean {
  return isScalar(node) && typeof node.value === 'string' && node.type !== 'PLAIN';
}

/** An expression of the query language with the digits of a time; undefined for a text that is not a time. */
export function timeExpression(written: string): string | undefined {
  const text = written.trim();
  if (text === 'now') return 'string(now(), "yyyyMMddHHmmss")';
  if (/^\d+(?:s|m|h|d|w|mon|y)$/.test(text)) return `string(ago("${text}"), "yyyyMMddHHmmss")`;
  if (!/^\d{4}(?:-?\d\d(?:-?\d\d(?:[ T]?\d\d(?::?\d\d(?::?\d\d)?)?)?)?)?$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  return readDatePrefix(digits) && printString(digits);
}

/** Readable front matter with changed properties; every other byte is kept. Undefined removes one. */
export function withProperties(
  frontMatter: string,
  changes: Readonly<Record<string, string | ReadonlyMap<string, string> | undefined>>,
): string {
  const end = frontMatter.includes('\r\n') ? '\r\n' : '\n';
  const { from, text } = yamlIn(frontMatter);
  let yaml = text;
  for (const [key, value] of Object.entries(changes)) {
    if (typeof value === 'object') yaml = withParameters(yaml, key, value, end);
    else yaml = withYamlValue(yaml, [key], value, end);
  }
  if (yaml === text) return frontMatter;
  const byteOrderMark = frontMatter.startsWith('\uFEFF') ? '\uFEFF' : '';
  const isNew = findFrontMatter(frontMatter) === undefined;
  return isNew
    ? `${byteOrderMark}---${end}${yaml}---`
    : frontMatter.slice(0, from) + yaml + frontMatter.slice(from + text.length);
}

function withParameters(yaml: string, key: string, values: ReadonlyMap<string, string>, end: string): string {
  const reader = new YamlReader('', yaml);
  const before = readParameters(reader, reader.entries(reader.document.contents).get(key)?.value);
  let changed = yaml;
  for (const [name, value] of values) {
    if (before.get(name) !== value) changed = withYamlValue(changed, [key, name], yamlValue(value), end);
  }
  return changed;
}

function yamlValue(value: string): unknown {
  const text = value.trim();
  if (isQuotedLiteral(text)) return text.slice(1, -1);
  if (!isLiteral(text)) return value;
  if (/^-?\d+$/.test(text)) return BigInt(text);
  return JSON.parse(text) as unknown;
}
