import { isMap, parseDocument, stringify, visit } from 'yaml';
import type { Document } from 'yaml';
import { mapLeaves } from '../base/json';
import { t } from '../base/localize';
import { exactInteger } from '../base/integers';
import type { RawRecord } from '../interface/optional';
import type { RuleKind } from '../interface/rule';
import { parseConditions, printConditions } from './ruleConditions';
import type { Located } from './expression';
import { findFrontMatter } from './frontMatter';

export interface RuleTextProblem extends Located {
  readonly message: string;
}

export type ParsedRuleText = { readonly record: RawRecord } | { readonly problem: RuleTextProblem };

/** First, in this order; the others follow as the platform sends them. */
const firstKeys = ['name', 'guid', 'enabled', 'priority', 'description'];

/**
 * A detection rule as text: its properties, including unknown ones, as YAML between two lines `---`, and below them
 * the query of a batch rule or the conditions of a stream rule. `parseRuleText` gives back the same record.
 */
export function printRuleText(kind: RuleKind, record: RawRecord): string {
  const body = bodyOf(kind, record);
  const own = Object.keys(record).filter((key) => body === undefined || key !== bodyKeys[kind]);
  const keys = [
    ...firstKeys.filter((key) => own.includes(key)),
    ...own.filter((key) => !firstKeys.includes(key)),
  ];
  const properties = Object.fromEntries(keys.map((key) => [key, record[key]]));
  const yaml = stringify(properties, { lineWidth: 0, aliasDuplicateObjects: false });
  return `---\n${yaml}---\n${body ?? ''}`;
}

const bodyKeys: Readonly<Record<RuleKind, string>> = { batch: 'query', stream: 'commands' };

/** Undefined if the rule has none, or none that can be written so. */
function bodyOf(kind: RuleKind, record: RawRecord): string | undefined {
  const value = record[bodyKeys[kind]];
  if (kind === 'stream') return printConditions(value);
  return typeof value === 'string' ? `${value}\n` : undefined;
}

export function parseRuleText(kind: RuleKind, source: string): ParsedRuleText {
  const front = findFrontMatter(source);
  if (front === undefined) {
    const message = t('A rule starts with its properties between two lines “---”.');
    return { problem: { from: 0, to: 0, message } };
  }
  const properties = parseProperties(source.slice(front.yaml.from, front.yaml.to), front.yaml.from);
  if ('problem' in properties) return properties;
  // Git and editors may have changed all line ends; those of a query alone belong to it.
  const hasWindowsEnds = source.slice(0, front.end).includes('\r\n');
  const body = source.slice(front.end);
  if (body === '') return properties;
  const text = hasWindowsEnds ? body.replaceAll('\r\n', '\n') : body;
  if (kind === 'batch') return { record: { ...properties.record, query: text.replace(/\n$/, '') } };
  const parsed = parseConditions(text);
  if ('commands' in parsed) return { record: { ...properties.record, commands: parsed.commands } };
  const from = source.indexOf(parsed.line, front.end);
  const message = t('This is not a condition such as: {0}', '1. url contains ["/admin"]');
  return { problem: { from, to: from + parsed.line.length, message } };
}

const maxBrackets = 1000;

function parseProperties(yaml: string, offset: number): ParsedRuleText {
  // The parser is recursive: a maliciously nested file would overflow the stack.
  if ((yaml.match(/[[{]/g)?.length ?? 0) > maxBrackets || /(?:[-?:][ \t]+){50}/.test(yaml)) {
    const message = t('This YAML is too long or too deeply nested.');
    return { problem: { from: offset, to: offset, message } };
  }
  const document = parseDocument(yaml, { prettyErrors: false, intAsBigInt: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [from, to] = error.pos;
    const message = t('This is not valid YAML: {0}', error.message);
    return { problem: { from: offset + from, to: offset + to, message } };
  }
  if (!isMap(document.contents)) {
    const message = t('Expected a mapping of keys and values.');
    return { problem: { from: offset, to: offset + yaml.length, message } };
  }
  const alias = firstAlias(document);
  if (alias !== undefined) {
    const [from, to] = alias;
    const message = t('Anchors and aliases are not supported. Repeat the value instead.');
    return { problem: { from: offset + from, to: offset + to, message } };
  }
  return { record: mapLeaves(document.toJS(), exactNumber) as RawRecord };
}

/** The range of the first alias, which could make a small file huge. */
function firstAlias(document: Document): readonly [from: number, to: number] | undefined {
  let found: readonly [number, number] | undefined;
  visit(document, {
    Alias: (_, { range }) => {
      found = [range?.[0] ?? 0, range?.[1] ?? 0];
      return visit.BREAK;
    },
  });
  return found;
}

/** Integers are read exactly, and are numbers where that is exact too. */
function exactNumber(value: unknown): unknown {
  return typeof value === 'bigint' ? exactInteger(String(value)) : value;
}
