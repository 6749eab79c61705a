import { t } from '../shared/localize';

export interface ExpressionFlags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotMatchesAll: boolean;
}

/** What a regular expression of a rule cannot be said with, as a sentence. */
export class ExpressionRefusal extends Error {
  override readonly name = 'ExpressionRefusal';
}

/**
 * A regular expression of a rule (PCRE) as the query language writes it (RE2, which has no way to look around or
 * back). Throws where there is none that means the same.
 */
export function queryExpression(source: string, flags: ExpressionFlags): string {
  const isMultiLine = flags.multiLine || /^\(\?[a-z]*m/.test(source);
  const text = new ExpressionReader(source, isMultiLine).read();
  const letters = `${flags.ignoreCase ? 'i' : ''}${flags.multiLine ? 'm' : ''}${flags.dotMatchesAll ? 's' : ''}`;
  return letters === '' ? text : `(?${letters})${text}`;
}

const largestRepeat = 1000;

class ExpressionReader {
  #at = 0;
  #result = '';
  /** Whether what was read last can be repeated. */
  #repeatable = false;
  /** How often what was read last is repeated, repeats in repeats multiplied; RE2 limits that. */
  #repeats = 1;
  /** The same of the groups that are open, the innermost last. */
  readonly #groups: number[] = [];

  constructor(
    private readonly source: string,
    private readonly isMultiLine: boolean,
  ) {}

  read(): string {
    while (this.#at < this.source.length) this.#readNext();
    if (this.#groups.length > 0) refuse(t('A parenthesis of the regular expression is not closed.'));
    return this.#result;
  }

  #readNext(): void {
    const character = this.source.charAt(this.#at);
    const reader = this.#readers[character];
    if (reader) reader();
    else this.#take(character, 1);
  }

  readonly #readers: Readonly<Record<string, () => void>> = {
    '\\': () => {
      this.#take(this.#escape(), this.#escapeLength());
    },
    '[': () => {
      this.#readClass();
    },
    '(': () => {
      this.#openGroup();
    },
    ')': () => {
      this.#closeGroup();
    },
    '*': () => {
      this.#readRepeat('*');
    },
    '+': () => {
      this.#readRepeat('+');
    },
    '?': () => {
      this.#readRepeat('?');
    },
    '{': () => {
      this.#readBraces();
    },
    // Before the last line break too, as everywhere but in RE2.
    $: () => {
      this.#take(this.isMultiLine ? '$' : '\\n?$', 1, false);
    },
    '^': () => {
      this.#take('^', 1, false);
    },
    '|': () => {
      this.#take('|', 1, false);
    },
  };

  #take(text: string, length: number, repeatable = true): void {
    this.#result += text;
    this.#at += length;
    this.#repeatable = repeatable;
    this.#repeats = 1;
  }

  #closeGroup(): void {
    const repeats = this.#groups.pop();
    if (repeats === undefined) refuse(t('A parenthesis of the regular expression is not opened.'));
    this.#take(')', 1);
    this.#repeats = repeats;
  }

  /** Notes that what was read last is repeated, for the group that it stands in. */
  #repeat(times: number): void {
    const repeats = this.#repeats * times;
    if (repeats > largestRepeat) {
      refuse(
        t('The query language repeats a part of a regular expression at most {0} times.', largestRepeat),
      );
    }
    const group = this.#groups.pop();
    if (group !== undefined) this.#groups.push(Math.max(group, repeats));
  }

  #openGroup(): void {
    const opening =
      /^\((\?(?:[a-zA-Z-]*[:)]|P?<[A-Za-z_]\w*>|.[^]?))?/.exec(this.source.slice(this.#at))?.[0] ?? '(';
    if (/^\(\?(=|!|<=|<!)/.test(opening)) {
      refuse(t('The regular expression looks ahead or behind, which the query language cannot.'));
    }
    if (opening !== '(' && !/^\(\?([imsU-]*[:)]|P?<\w+>)$/.test(opening)) {
      refuse(t('The query language has no regular expressions with {0}.', opening));
    }
    if (!opening.endsWith(')')) this.#groups.push(1);
    this.#take(opening, opening.length, false);
  }

  #readRepeat(character: string): void {
    const possessive = this.source.charAt(this.#at + 1) === '+';
    if (!this.#repeatable) refuse(t('Nothing stands before {0} in the regular expression.', character));
    if (possessive) this.#refusePossessive();
    const lazy = this.source.charAt(this.#at + 1) === '?' ? '?' : '';
    this.#take(`${character}${lazy}`, 1 + lazy.length, false);
  }

  #readBraces(): void {
    const [braces = '', low = '', high = ''] =
      /^\{(\d+)(?:,(\d*))?\}/.exec(this.source.slice(this.#at)) ?? [];
    if (braces === '') {
      this.#take('\\{', 1);
      return;
    }
    if (!this.#repeatable) refuse(t('Nothing stands before {0} in the regular expression.', braces));
    this.#repeat(Math.max(1, Number(low), Number(high)));
    const next = this.source.charAt(this.#at + braces.length);
    if (next === '+') this.#refusePossessive();
    const lazy = next === '?' ? '?' : '';
    this.#take(`${braces}${lazy}`, braces.length + lazy.length, false);
  }

  #refusePossessive(): never {
    return refuse(t('The query language has no possessive repeats in regular expressions.'));
  }

  #escapeLength(): number {
    const rest = this.source.slice(this.#at);
    return /^\\(x\{[\da-fA-F]+\}|x[\da-fA-F]{1,2}|[pP]\{\^?\w+\}|[^])/.exec(rest)?.[0].length ?? 1;
  }

  /** The escape at the current place, in the query language's spelling. */
  #escape(): string {
    const escape = this.source.slice(this.#at, this.#at + this.#escapeLength());
    if (escape === '\\') refuse(t('The regular expression ends with a backslash.'));
    const letter = escape.charAt(1);
    const other = otherEscapes[letter];
    if (other !== undefined) return other;
    if (/[1-9gk]/.test(letter)) {
      refuse(t('The regular expression refers back to a group, which the query language cannot.'));
    }
    if (/[A-Za-z0]/.test(letter) && !knownEscapes.has(letter)) {
      refuse(t('The query language has no regular expressions with {0}.', escape));
    }
    return letter === '_' || letter > '\u007f' ? letter : escape;
  }

  #readClass(): void {
    const opening = this.source.startsWith('[^', this.#at) ? '[^' : '[';
    this.#take(opening, opening.length);
    let isFirst = true;
    for (let previous = ''; ; isFirst = false) {
      if (this.#at >= this.source.length) refuse(t('A bracket of the regular expression is not closed.'));
      const character = this.source.charAt(this.#at);
      if (character === ']' && !isFirst) break;
      previous = this.#readClassPart(character, previous, isFirst);
    }
    this.#take(']', 1);
  }

  /** Takes one part of a class and returns it, so that a `-` behind it can be judged. */
  #readClassPart(character: string, previous: string, isFirst: boolean): string {
    const named = /^\[:\^?\w+:\]/.exec(this.source.slice(this.#at))?.[0];
    if (named !== undefined) {
      this.#take(named, named.length);
      return '\\w';
    }
    if (character === '\\') {
      const escape = this.source.charAt(this.#at + 1) === 'b' ? '\\x08' : this.#escape();
      this.#take(escape, this.#escapeLength());
      return escape;
    }
    const isPlain = character === '-' ? this.#isPlainDash(previous, isFirst) : /[[\]]/.test(character);
    this.#take(isPlain ? `\\${character}` : character, 1);
    return character;
  }

  /** A `-` beside a set of characters makes no range, though RE2 takes it for one. */
  #isPlainDash(previous: string, isFirst: boolean): boolean {
    return !isFirst && (isSet(previous) || isSet(this.source.slice(this.#at + 1)));
  }
}

/** Escapes that stand for many characters, which no range can begin or end with. */
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

function refuse(message: string): never {
  throw new ExpressionRefusal(message);
}
