import { Document, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node } from 'yaml';
import { nearest } from '../base/nearest';
import { t } from '../base/localize';
import type { FileProblem } from './fileProblem';

/** Reads YAML and reports everything unexpected with its position. */
export class YamlReader {
  readonly problems: FileProblem[] = [];
  readonly document: Document;

  /** @param offset the start of the YAML in the file, to which positions are relative */
  constructor(
    private readonly path: string,
    yaml: string,
    private readonly offset = 0,
  ) {
    if (isTooDeep(yaml)) {
      this.document = new Document(null);
      this.#add(0, 0, 'yaml', t('This YAML is too long or too deeply nested.'));
      return;
    }
    // Aliases could make a small file huge, and are not needed.
    this.document = parseDocument(yaml, { prettyErrors: false });
    const [error] = this.document.errors;
    if (error === undefined) return;
    const [from, to] = error.pos;
    const message =
      yaml[from] === '*'
        ? t('A value that starts with * requires quotes, for example "*/5 * * * *".')
        : t('This is not valid YAML: {0}', error.message);
    this.#add(from, to, 'yaml', message);
  }

  /** The values of a mapping by key; unknown keys are reported. */
  mapping(node: unknown, known: readonly string[]): ReadonlyMap<string, unknown> {
    const values = this.entries(node);
    for (const [key, { keyNode }] of values) {
      if (known.includes(key)) continue;
      const meant = nearest(key, known);
      const message =
        meant === undefined
          ? t('Unknown key “{0}”. Valid keys are {1}.', key, known.join(', '))
          : t('Unknown key “{0}”. Did you mean “{1}”?', key, meant);
      this.problem(keyNode, 'unknown-key', message);
    }
    return new Map([...values].map(([key, { value }]) => [key, value]));
  }

  entries(node: unknown): ReadonlyMap<string, { readonly keyNode: unknown; readonly value: unknown }> {
    if (isEmpty(node)) return new Map();
    if (!isMap(node)) {
      this.problem(node, 'wrong-type', t('Expected a mapping of keys and values.'));
      return new Map();
    }
    return new Map(
      node.items.map(({ key, value }) => [
        isScalar(key) ? String(key.value) : '',
        { keyNode: key, value: value ?? key },
      ]),
    );
  }

  /** A string; a number is returned as written. */
  text(node: unknown): string | undefined {
    if (isScalar(node) && typeof node.value === 'string') return node.value;
    if (isScalar(node) && typeof node.value === 'number') return node.source ?? String(node.value);
    this.problem(node, 'wrong-type', t('Expected text.'));
    return undefined;
  }

  /** Any single value as text, as written. */
  scalar(node: unknown): string | undefined {
    if (isScalar(node) && typeof node.value === 'boolean') return String(node.value);
    return isEmpty(node) ? 'null' : this.text(node);
  }

  boolean(node: unknown): boolean | undefined {
    if (isScalar(node) && typeof node.value === 'boolean') return node.value;
    this.problem(node, 'wrong-type', t('Expected true or false.'));
    return undefined;
  }

  word<Word extends string>(node: unknown, words: readonly Word[]): Word | undefined {
    const found = isScalar(node) ? words.find((word) => word === node.value) : undefined;
    if (found === undefined) {
      this.problem(node, 'wrong-value', t('Expected one of: {0}.', words.join(', ')));
    }
    return found;
  }

  words<Word extends string>(node: unknown, words: readonly Word[]): readonly Word[] | undefined {
    return this.list(node)?.flatMap((item) => this.word(item, words) ?? []);
  }

  list(node: unknown): readonly unknown[] | undefined {
    if (isSeq(node)) return node.items;
    this.problem(node, 'wrong-type', t('Expected a list.'));
    return undefined;
  }

  /** After a YAML syntax error, other problems are unreliable, so only the error is reported. */
  problem(node: unknown, code: string, message: string): void {
    if (this.document.errors.length > 0) return;
    const [from, to] = rangeOf(node) ?? [0, 0];
    this.#add(from, to, code, message);
  }

  #add(from: number, to: number, code: string, message: string): void {
    const range = { from: this.offset + from, to: this.offset + Math.max(from, to) };
    this.problems.push({ path: this.path, ...range, severity: 'error', code, message });
  }
}

/** What is read from the value of a key, if there is one. */
export function readKey<Value>(
  values: ReadonlyMap<string, unknown>,
  key: string,
  read: (node: unknown) => Value | undefined,
): Value | undefined {
  return values.has(key) ? read(values.get(key)) : undefined;
}

const maxLength = 65_536;
const maxBrackets = 200;
const queryBlock = /^( +)query: \|[-+\d]*\n(?:\1 +.*\n|\s*\n)*/m;
const manyLevelsInOneLine = /(?:[-?:][ \t]+){50}/;

/** The parser is recursive. A maliciously nested file would overflow the stack and end the process. */
function isTooDeep(yaml: string): boolean {
  // A query in a block of lines is text, unless something that is open before it makes it a list.
  const [before = ''] = yaml.split(queryBlock, 1);
  const structure = /[[{]/.test(before) ? yaml : yaml.replace(queryBlock, '');
  const brackets = structure.match(/[[{]/g)?.length ?? 0;
  return yaml.length > maxLength || brackets > maxBrackets || manyLevelsInOneLine.test(yaml);
}

function isEmpty(node: unknown): boolean {
  return node == null || (isScalar(node) && node.value === null);
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const { range } = (node ?? {}) as Partial<Node>;
  return range ? [range[0], range[1]] : undefined;
}
