import { FAILSAFE_SCHEMA, loadAll, Type, YAMLException } from 'js-yaml';
import type { State } from 'js-yaml';
import { t } from '../base/localize';
import { reject } from './sigmaRejection';

/** A YAML value with its one-based line. */
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

/** A number as written, because a double would round a long one. */
export class YamlNumber {
  /** With a tag of its own, the parser accepts it as a key. */
  readonly [Symbol.toStringTag] = 'YamlNumber';

  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  /** In decimal notation, whatever the notation in the file. */
  get decimal(): string {
    const plain = this.text.replace(/0[xo].+/, (digits) => String(BigInt(digits)));
    return plain.replace(/^\+?(-?)0*(?=\d)/, '$1');
  }
}

/** Parses all documents of a file. Throws with the position if it is not valid YAML. */
export function readYaml(text: string): readonly YamlNode[] {
  // What stands for bytes that are no character would never be found.
  const misread = text.indexOf('\ufffd');
  if (misread >= 0) reject(t('The file is not encoded in UTF-8.'), text.slice(0, misread).split('\n').length);
  const lines = new Lines();
  const values: unknown[] = [];
  try {
    loadAll(text, (value) => values.push(value), { schema, listener: lines.listener });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    reject(error.reason, error.mark.line + 1);
  }
  return values.map((value) => lines.nodeOf(value, lines.startOf(value) ?? 1));
}

/** The value of a key; undefined if there is none or the node is not a map. */
export function findEntry(node: YamlNode | undefined, key: string): YamlEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}

/** The value of a key as text; numbers and booleans as written. */
export function textAt(node: YamlNode | undefined, key: string): string | undefined {
  const value = findEntry(node, key)?.value;
  return value?.kind === 'scalar' && value.value !== null ? scalarText(value.value) : undefined;
}

/** The texts of a list or of a single value. */
export function textsAt(node: YamlNode | undefined, key: string): readonly string[] {
  const value = findEntry(node, key)?.value;
  const items = value?.kind === 'list' ? value.items : value ? [value] : [];
  return items.flatMap((item) =>
    item.kind === 'scalar' && item.value !== null ? [scalarText(item.value)] : [],
  );
}

/** The same for what counts: throws if it is anything else. */
export function requiredTextsAt(node: YamlNode | undefined, key: string): readonly string[] {
  const entry = findEntry(node, key);
  if (!entry || (entry.value.kind === 'scalar' && entry.value.value === null)) return [];
  const texts = textsAt(node, key);
  const { value, line } = entry;
  if (texts.length === (value.kind === 'list' ? value.items.length : 1)) return texts;
  reject(t('“{0}” must be a string or a list of strings.', key), line);
}

export function scalarText(value: Exclude<YamlScalar, null>): string {
  return value instanceof YamlNumber ? value.text : String(value);
}

const scalarTypes = [
  // `<<` merges another map.
  new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text: string | null) => text === '<<' }),
  new Type('tag:yaml.org,2002:null', {
    kind: 'scalar',
    resolve: (text: string | null) => text === null || /^(~|null|Null|NULL|)$/.test(text),
    construct: () => null,
  }),
  new Type('tag:yaml.org,2002:bool', {
    kind: 'scalar',
    resolve: (text: string | null) => text !== null && /^(true|True|TRUE|false|False|FALSE)$/.test(text),
    construct: (text: string) => text.toLowerCase() === 'true',
  }),
  new Type('tag:yaml.org,2002:float', {
    kind: 'scalar',
    // Without exponents: in a rule, 12e4 is a hash, not a number.
    resolve: (text: string | null) =>
      text !== null && /^[-+]?(\d+(\.\d+)?|0x[\da-fA-F]+|0o[0-7]+)$/.test(text),
    construct: (text: string) => new YamlNumber(text),
  }),
];

/** YAML 1.2, except that dates stay text. */
const schema = FAILSAFE_SCHEMA.extend({ implicit: scalarTypes });

interface Opened {
  readonly line: number;
  readonly children: { readonly line: number; readonly value: unknown }[];
}

/** Far more than rules need; aliases could make a small file huge, or contain themselves. */
const maxNodes = 100_000;
const maxDepth = 200;

/** The YAML parser reports positions only through events, not in its values. */
class Lines {
  #count = 0;
  readonly #open: Opened[] = [{ line: 0, children: [] }];
  readonly #starts = new Map<unknown, number>();
  readonly #children = new Map<unknown, Opened['children']>();

  readonly listener = (event: 'open' | 'close', state: State): void => {
    if (event === 'open') {
      this.#open.push({ line: state.line + 1, children: [] });
      return;
    }
    const closed = this.#open.pop();
    if (!closed) return;
    const value: unknown = state.result;
    this.#open.at(-1)?.children.push({ line: closed.line, value });
    if (typeof value !== 'object' || value === null || this.#starts.has(value)) return;
    this.#starts.set(value, closed.line);
    this.#children.set(value, closed.children);
  };

  startOf(value: unknown): number | undefined {
    return this.#starts.get(value);
  }

  nodeOf(value: unknown, line: number, depth = 0): YamlNode {
    this.#count++;
    if (this.#count > maxNodes || depth > maxDepth) reject(t('The document is too large for a rule.'), line);
    if (value === null || typeof value !== 'object') {
      return { kind: 'scalar', line, value: value === undefined ? null : (value as YamlScalar) };
    }
    if (value instanceof YamlNumber) return { kind: 'scalar', line, value };
    const children = this.#children.get(value) ?? [];
    if (Array.isArray(value)) {
      // The parser reports nothing of an item that is empty.
      let next = 0;
      const items = value.map((item) => {
        const child = children[next];
        if (!child || child.value !== item) return this.nodeOf(item, line, depth + 1);
        next += 1;
        return this.nodeOf(item, child.line, depth + 1);
      });
      return { kind: 'list', line, items };
    }
    // Keys and values alternate.
    const keys = children.filter((_, index) => index % 2 === 0);
    const keyLines = new Map(keys.map((key) => [String(key.value), key.line]));
    const entries = Object.entries(value).map(([key, item]) => {
      const keyLine = keyLines.get(key) ?? line;
      return { key, line: keyLine, value: this.nodeOf(item, keyLine, depth + 1) };
    });
    return { kind: 'map', line, entries };
  }
}
