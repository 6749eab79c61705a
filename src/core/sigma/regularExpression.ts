import { t } from '../base/localize';

type ExpressionFlags = Readonly<Record<'ignoreCase' | 'multiLine' | 'dotMatchesAll', boolean>>;

/** Why a regular expression cannot be converted. */
export class ExpressionRejection extends Error {
  override readonly name = 'ExpressionRejection';
}

/**
 * Converts a regular expression of a rule (PCRE) to the query language (RE2, which has no lookarounds or
 * backreferences). Throws if there is no equivalent.
 */
export function queryExpression(source: string, flags: ExpressionFlags): string {
  const isMultiLine = flags.multiLine || /^\(\?[a-z]*m/.test(source);
  const text = new ExpressionReader(source, isMultiLine).read();
  const letters = `${flags.ignoreCase ? 'i' : ''}${flags.multiLine ? 'm' : ''}${flags.dotMatchesAll ? 's' : ''}`;
  return letters === '' ? text : `(?${letters})${text}`;
}

/** RE2's limit for a repetition, including nested ones. */
const maxRepeat = 1000;
/** The limit of consecutive repetitions before the expression is too large. */
const maxRepeats = 10_000;
/** The same for classes such as `\p{L}`, which consist of hundreds of ranges. */
const maxClassRepeats = 100;

class ExpressionReader {
  #at = 0;
  #result = '';
  /** Whether the last part can be repeated. */
  #repeatable = false;
  /** The start of the last part in the result. */
  #begin = 0;
  /** The repetitions of the last part, multiplied if nested; RE2 limits them. */
  #repeats = 1;
  /** The same for open groups and their start, the innermost last. */
  readonly #groups: { repeats: number; readonly begin: number }[] = [];

  constructor(
    private readonly source: string,
    private readonly isMultiLine: boolean,
  ) {}

  read(): string {
    while (this.#at < this.source.length) this.#readNext();
    if (this.#groups.length > 0) reject(t('A parenthesis in the regular expression is not closed.'));
    return this.#result;
  }

  #readNext(): void {
    const character = this.source.charAt(this.#at);
    const reader = this.#readers[character];
    if (reader) reader();
    else this.#append(character, 1);
  }

  readonly #readers: Readonly<Record<string, () => void>> = {
    '\\': () => this.#append(this.#escape(), this.#escapeLength()),
    '[': () => this.#readClass(),
    '(': () => this.#openGroup(),
    ')': () => this.#closeGroup(),
    '*': () => this.#readRepeat('*'),
    '+': () => this.#readRepeat('+'),
    '?': () => this.#readRepeat('?'),
    '{': () => this.#readBraces(),
    // Also matches before a trailing line break, unlike in RE2.
    $: () => this.#append(this.isMultiLine ? '$' : '\\n?$', 1, false),
    '^': () => this.#append('^', 1, false),
    '|': () => this.#append('|', 1, false),
  };

  #append(text: string, length: number, repeatable = true): void {
    this.#begin = this.#result.length;
    this.#result += text;
    this.#at += length;
    this.#repeatable = repeatable;
    this.#repeats = 1;
  }

  #closeGroup(): void {
    const group = this.#groups.pop();
    if (group === undefined) reject(t('A closing parenthesis in the regular expression has no match.'));
    this.#append(')', 1);
    this.#repeats = group.repeats;
    this.#begin = group.begin;
    this.#repeat(1);
  }

  /** Records the repetition of the last part for its group. */
  #repeat(times: number): void {
    const repeats = this.#repeats * times;
    if (repeats > maxRepeat) rejectRepeats(maxRepeat);
    const group = this.#groups.at(-1);
    if (group !== undefined) group.repeats = Math.max(group.repeats, repeats);
  }

  #openGroup(): void {
    const comment = /^\(\?#[^)]*\)/.exec(this.source.slice(this.#at))?.[0];
    if (comment !== undefined) {
      this.#at += comment.length;
      return;
    }
    const opening =
      /^\((\?(?:[a-zA-Z-]*[:)]|P?<[A-Za-z_]\w*>|.[^]?))?/.exec(this.source.slice(this.#at))?.[0] ?? '(';
    if (/^\(\?(=|!|<=|<!)/.test(opening)) {
      reject(
        t('The regular expression uses lookahead or lookbehind, which the query language does not support.'),
      );
    }
    if (opening !== '(' && !/^\(\?([imsU-]*[:)]|P?<\w+>)$/.test(opening)) {
      reject(t('The query language does not support {0} in regular expressions.', opening));
    }
    if (!opening.endsWith(')')) this.#groups.push({ repeats: 1, begin: this.#result.length });
    // Group names are not used, and a duplicated part would duplicate its name.
    this.#result += opening.endsWith('>') ? '(' : opening;
    this.#at += opening.length;
    this.#repeatable = false;
  }

  #readRepeat(character: string): void {
    if (!this.#repeatable)
      reject(t('There is nothing to repeat before {0} in the regular expression.', character));
    const lazy = this.#lazyAfter(1);
    this.#append(`${character}${lazy}`, 1 + lazy.length, false);
  }

  #readBraces(): void {
    const [braces = '', low, high] = /^\{(\d+)(?:,(\d*))?\}/.exec(this.source.slice(this.#at)) ?? [];
    if (braces === '') {
      this.#append('\\{', 1);
      return;
    }
    if (!this.#repeatable)
      reject(t('There is nothing to repeat before {0} in the regular expression.', braces));
    const lazy = this.#lazyAfter(braces.length);
    const repeated = this.#result.slice(this.#begin);
    const pieces = this.#split(repeated, Number(low), braces.endsWith(',}') ? Infinity : Number(high ?? low));
    this.#append(pieces.join(`${lazy}${repeated}`) + lazy, braces.length + lazy.length, false);
  }

  /** The quantifiers for a repetition. */
  #split(repeated: string, low: number, high: number): readonly string[] {
    const max = Math.max(1, low, high === Infinity ? 0 : high);
    const limit = /\\[pP]/.test(repeated) ? maxClassRepeats : maxRepeats;
    if (max > limit) rejectRepeats(limit);
    this.#repeat(Math.min(max, maxRepeat));
    return splitRepeat(low, high);
  }

  /** The lazy marker after a quantifier of this length. */
  #lazyAfter(length: number): '?' | '' {
    const next = this.source.charAt(this.#at + length);
    if (next === '+')
      reject(t('The query language does not support possessive quantifiers in regular expressions.'));
    return next === '?' ? '?' : '';
  }

  #escapeLength(): number {
    const rest = this.source.slice(this.#at);
    return (
      /^\\(x\{[\da-fA-F]+\}|x[\da-fA-F]{1,2}|u[\da-fA-F]{4}|[pP]\{\^?\w+\}|[^])/.exec(rest)?.[0].length ?? 1
    );
  }

  /** The escape at the current position, in RE2 syntax. */
  #escape(): string {
    const escape = this.source.slice(this.#at, this.#at + this.#escapeLength());
    if (escape === '\\') reject(t('The regular expression ends with a backslash.'));
    const letter = escape.charAt(1);
    const other = otherEscapes[letter];
    if (other !== undefined) return other;
    if (/^\\u./.test(escape)) return `\\x{${escape.slice(2)}}`;
    checkEscape(escape, letter);
    return letter === '_' || letter > '\u007f' ? letter : escape;
  }

  #readClass(): void {
    const opening = this.source.startsWith('[^', this.#at) ? '[^' : '[';
    const begin = this.#result.length;
    this.#append(opening, opening.length);
    let isFirst = true;
    for (let previous = ''; ; isFirst = false) {
      if (this.#at >= this.source.length) reject(t('A bracket in the regular expression is not closed.'));
      const character = this.source.charAt(this.#at);
      if (character === ']' && !isFirst) break;
      previous = this.#readClassPart(character, previous, isFirst);
    }
    this.#append(']', 1);
    this.#begin = begin;
    checkClass(this.#result.slice(begin));
  }

  /** Consumes one part of a class and returns it, to interpret a following `-`. */
  #readClassPart(character: string, previous: string, isFirst: boolean): string {
    const named = /^\[:\^?\w+:\]/.exec(this.source.slice(this.#at))?.[0];
    if (named !== undefined) {
      this.#append(named, named.length);
      return '\\w';
    }
    if (character === '\\') {
      const escape = this.source.charAt(this.#at + 1) === 'b' ? '\\x08' : this.#escape();
      this.#append(escape, this.#escapeLength());
      return escape;
    }
    const isPlain = character === '-' ? this.#isPlainDash(previous, isFirst) : /[[\]]/.test(character);
    this.#append(isPlain ? `\\${character}` : character, 1);
    return character;
  }

  /** A `-` next to a character set is not a range, although RE2 treats it as one. */
  #isPlainDash(previous: string, isFirst: boolean): boolean {
    return !isFirst && (isSet(previous) || isSet(this.source.slice(this.#at + 1)));
  }
}

/** Quantifiers within RE2's limit, for consecutive copies. */
function splitRepeat(low: number, high: number): readonly string[] {
  const isOpen = high === Infinity;
  if (Math.max(low, isOpen ? 0 : high) <= maxRepeat) return [bracesOf(low, high)];
  const first = bracesOf(Math.min(low, maxRepeat), maxRepeat);
  return [first, ...splitRepeat(Math.max(0, low - maxRepeat), high - maxRepeat)];
}

function bracesOf(low: number, high: number): string {
  if (low === high) return `{${low}}`;
  return high === Infinity ? `{${low},}` : `{${low},${high}}`;
}

function checkEscape(escape: string, letter: string): void {
  if (/[1-9gk]/.test(letter)) {
    reject(t('The regular expression uses a backreference, which the query language does not support.'));
  }
  if (/^\\[pP]\{/.test(escape)) checkClass(`[${escape}]`);
  if (/[A-Za-z0]/.test(letter) && !knownEscapes.has(letter)) {
    reject(t('The query language does not support {0} in regular expressions.', escape));
  }
}

function checkClass(text: string): void {
  if (!isCharacterClass(text))
    reject(t('“{0}” in the regular expression is not a valid character class.', text));
}

function rejectRepeats(limit: number): never {
  reject(t('The query language allows at most {0} repetitions in regular expressions.', limit));
}

/** Escapes for character sets, which cannot start or end a range. */
function isSet(escape: string): boolean {
  return /^\\[dDsSwWpP]/.test(escape);
}

const knownEscapes: ReadonlySet<string> = new Set('aAbBdDfnrsStvwWxzpP');

const otherEscapes: Readonly<Record<string, string>> = {
  e: '\\x1b',
  h: '[ \\t]',
  Z: '\\n?\\z',
  R: '(?:\\r\\n|\\n|\\r)',
  '0': '\\x00',
};

function reject(message: string): never {
  throw new ExpressionRejection(message);
}

const namedSets = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

/** Whether the engine accepts a class such as `[a-z\p{Greek}]`: its ranges are in order, and its named sets exist. */
function isCharacterClass(text: string): boolean {
  // The class itself may look like a named set.
  const named = text.slice(1).matchAll(/\[:\^?(\w+):\]/g);
  if (![...named].every(([, name = '']) => namedSets.has(name))) return false;
  try {
    return new RegExp(inJavaScript(text), 'u').unicode;
  } catch {
    return false;
  }
}

/** The class in JavaScript syntax, which reports invalid ranges and names. */
function inJavaScript(text: string): string {
  const inner = text
    .slice(1)
    .replaceAll(/\[:\^?\w+:\]/g, '\\w')
    .replaceAll(/\\([pP])\{\^?(\w{3,})\}/g, '\\$1{Script=$2}')
    .replaceAll(/\\([pP])\{\^/g, '\\$1{')
    .replaceAll(/\\([pP])(\w)/g, '\\$1{$2}')
    .replaceAll(/\\x\{([\da-fA-F]+)\}/g, '\\u{$1}')
    .replaceAll(/\\a/g, '\\x07')
    .replaceAll(/\\([^\w])/gu, (_, sign: string) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
  return `[${inner}`;
}
