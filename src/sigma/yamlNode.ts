import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Document, ParsedNode } from 'yaml';
import { t } from '../shared/localize';
import { SigmaRefusal } from './sigmaRefusal';

/** A YAML value with the line that it begins on, counted from 1. */
export type YamlNode =
  | { readonly kind: 'map'; readonly line: number; readonly entries: readonly YamlEntry[] }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly YamlNode[] }
  | { readonly kind: 'scalar'; readonly line: number; readonly value: YamlScalar };

export interface YamlEntry {
  readonly key: string;
  readonly line: number;
  readonly value: YamlNode;
}

export type YamlScalar = string | boolean | null | YamlNumber;

/** A number as written, since a double would round a long one. */
export class YamlNumber {
  constructor(readonly text: string) {}

  /** In decimal notation, whatever the notation of the file. */
  get decimal(): string {
    const [, sign = '', digits = ''] = /^([-+]?)(0[xo].+)$/.exec(this.text) ?? [];
    const plain = digits === '' ? this.text.replace(/^\+/, '') : `${sign}${BigInt(digits)}`;
    return plain.replace(/^(-?)0+(?=\d)/, '$1');
  }
}

/** Reads all documents of a file. Throws a refusal with the place where the text is no YAML. */
export function readYaml(text: string): readonly YamlNode[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    schema: 'failsafe',
    prettyErrors: false,
    lineCounter: lines,
    logLevel: 'silent',
  });
  // A file without any document is no list but an empty one with properties of its own.
  if ('empty' in documents) return [];
  return documents.map((document) => new NodeReader(document, lines).read());
}

/** The first value of a key, undefined where there is none or the node is no map. */
export function findEntry(node: YamlNode | undefined, key: string): YamlEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}

/** The value of a key as text; numbers and booleans as they are written. */
export function textAt(node: YamlNode | undefined, key: string): string | undefined {
  const value = findEntry(node, key)?.value;
  return value?.kind === 'scalar' && value.value !== null ? scalarText(value.value) : undefined;
}

/** The texts of a list, or the one that stands alone. */
export function textsAt(node: YamlNode | undefined, key: string): readonly string[] {
  const value = findEntry(node, key)?.value;
  const items = value?.kind === 'list' ? value.items : value ? [value] : [];
  return items.flatMap((item) =>
    item.kind === 'scalar' && item.value !== null ? [scalarText(item.value)] : [],
  );
}

export function scalarText(value: Exclude<YamlScalar, null>): string {
  return value instanceof YamlNumber ? value.text : String(value);
}

/** Far above what rules hold; aliases could make a small file huge. */
const mostNodes = 100_000;

class NodeReader {
  #count = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
  ) {}

  read(): YamlNode {
    const [error] = this.document.errors;
    if (error) throw new SigmaRefusal(error.message, this.#lineAt(error.pos[0]));
    const { contents } = this.document;
    return this.#nodeOf(contents, contents ? this.#lineAt(contents.range[0]) : 1);
  }

  #nodeOf(node: ParsedNode | null | undefined, line: number): YamlNode {
    this.#count++;
    if (this.#count > mostNodes) throw new SigmaRefusal(t('The document is too large for a rule.'), line);
    if (isMap(node)) return { kind: 'map', line, entries: this.#entriesOf(node.items) };
    if (isSeq(node)) {
      const items = node.items.map((item) => this.#nodeOf(item, this.#lineOf(item, line)));
      return { kind: 'list', line, items };
    }
    if (isAlias(node)) return this.#nodeOf(node.resolve(this.document) as ParsedNode | undefined, line);
    return { kind: 'scalar', line, value: isScalar(node) ? scalarOf(node) : null };
  }

  #entriesOf(pairs: readonly { readonly key: ParsedNode; readonly value: ParsedNode | null }[]): YamlEntry[] {
    const entries: YamlEntry[] = [];
    const merged: YamlEntry[] = [];
    for (const { key, value } of pairs) {
      const line = this.#lineOf(key, 1);
      const entry = { key: isScalar(key) ? String(key.value) : '', line, value: this.#nodeOf(value, line) };
      if (entry.key === '<<' && entry.value.kind === 'map') merged.push(...entry.value.entries);
      else entries.push(entry);
    }
    const own = new Set(entries.map(({ key }) => key));
    return [...merged.filter(({ key }) => !own.has(key)), ...entries];
  }

  #lineOf(node: ParsedNode | null | undefined, otherwise: number): number {
    return node ? this.#lineAt(node.range[0]) : otherwise;
  }

  #lineAt(offset: number): number {
    return this.lines.linePos(offset).line;
  }
}

/** As YAML 1.2 has it, but dates stay text. */
function scalarOf({ value, type, tag }: { value: unknown; type?: unknown; tag?: unknown }): YamlScalar {
  const text = String(value);
  if (type !== 'PLAIN' || tag !== undefined) return text;
  if (/^(~|null|Null|NULL|)$/.test(text)) return null;
  if (/^(true|True|TRUE|false|False|FALSE)$/.test(text)) return text.toLowerCase() === 'true';
  // Exponents are left out: a hash such as 12e4 is no number to whoever writes a rule.
  return /^[-+]?(\d+(\.\d+)?|0x[\da-fA-F]+|0o[0-7]+)$/.test(text) ? new YamlNumber(text) : text;
}
