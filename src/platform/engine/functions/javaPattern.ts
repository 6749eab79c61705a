/** A regular expression of Java, as JavaScript runs it. Groups are named by number: `g1`, `g2`. */
export interface JavaPattern {
  readonly regex: RegExp;
  readonly groupCount: number;
  /** The numbers of named groups. */
  readonly named: ReadonlyMap<string, number>;
}

/** Undefined if it is no pattern, or has what JavaScript lacks: flags that begin in the middle, `\G`. */
export function readJavaPattern(pattern: string): JavaPattern | undefined {
  const read = compiled.get(pattern);
  if (read !== undefined || compiled.has(pattern)) return read;
  const made = new Translation().read(pattern);
  if (compiled.size >= maxCompiled) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

/** Patterns may differ per row. */
const compiled = new Map<string, JavaPattern | undefined>();
const maxCompiled = 1000;

/** The groups of the first match; undefined for one that took no part in it. */
export function groupsOf(
  { regex, groupCount }: JavaPattern,
  text: string,
): (string | undefined)[] | undefined {
  regex.lastIndex = 0;
  const found = regex.exec(text);
  return found
    ? Array.from({ length: groupCount }, (_, index) => found.groups?.[`g${index + 1}`])
    : undefined;
}

/** With a replacement text of Java, `$1`, `${name}` and `\$`; undefined if that text is none. */
export function replaceAll(pattern: JavaPattern, text: string, replacement: string): string | undefined {
  const parts = replacementParts(replacement, pattern);
  return (
    parts &&
    text.replace(pattern.regex, (...found) => {
      const groups = found.at(-1) as Record<string, string | undefined>;
      return parts
        .map((part) => (typeof part === 'string' ? part : part === 0 ? found[0] : (groups[`g${part}`] ?? '')))
        .join('');
    })
  );
}

/** Texts and numbers of groups. A number takes as many digits as there are groups for. */
export function replacementParts(
  text: string,
  { groupCount, named }: Omit<JavaPattern, 'regex'>,
): readonly (string | number)[] | undefined {
  const parts = (text.match(/[^\\$]+|\\[\s\S]|\$\{\w+\}|\$\d+|[\s\S]/g) ?? []).map((part) => {
    if (part.startsWith('${'))
      return named.has(part.slice(2, -1)) ? [named.get(part.slice(2, -1)) ?? 0] : undefined;
    if (part.startsWith('$')) return numberedGroup(part.slice(1), groupCount);
    return part === '\\' ? undefined : [part.replace(/^\\/, '')];
  });
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** A group, and the digits after it that are text. */
function numberedGroup(digits: string, groupCount: number): readonly (string | number)[] | undefined {
  const group = digits === '' ? undefined : longestGroup(digits, groupCount);
  return group === undefined ? undefined : [group, digits.slice(String(group).length)];
}

function longestGroup(digits: string, groupCount: number): number | undefined {
  let group = Number(digits[0]);
  if (group > groupCount) return undefined;
  for (const digit of digits.slice(1)) {
    if (group * 10 + Number(digit) > groupCount) break;
    group = group * 10 + Number(digit);
  }
  return group;
}

/** Sets of characters by the names that Java has for them. */
const sets: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7f',
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Punct: '!-\\/:-@\\[-`\\{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1f\\x7f',
  XDigit: '0-9a-fA-F',
  Space: ' \\t-\\r',
};

const escapes: Readonly<Record<string, string>> = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  Z: '(?=\\n?(?![\\s\\S]))',
  R: '(?:\\r\\n|[\\n-\\r\\u0085\\u2028\\u2029])',
  h: '[ \\t\\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000]',
  s: '[ \\t-\\r]',
  S: '[^ \\t-\\r]',
  a: '\\x07',
  e: '\\x1b',
};

const token =
  /\\Q(?<quoted>[\s\S]*?)(?:\\E|$)|\\(?<property>[pP])(?:\{(?<set>\w+)\}|(?<letter>\w))|\\k<(?<back>\w+)>|\\x\{(?<code>[0-9a-fA-F]+)\}|\\u(?<unit>[0-9a-fA-F]{4})|\\x(?<byte>[0-9a-fA-F]{2})|\\(?<escape>[\s\S])|\(\?<(?<name>[a-zA-Z]\w*)>|(?<open>\(\?(?:<?[=!]|:|>)|\((?!\?))|\(\?(?<flags>[ims]+)\)|(?<repeat>[*+?]|\{\d+(?:,\d*)?\})(?<mode>[+?]?)|(?<set1>\[\^?)|(?<close>\))|(?<other>[\s\S])/uy;

class Translation {
  readonly #made: string[] = [];
  readonly #named = new Map<string, number>();
  /** The positions of open groups in what is made, and of the last item that can be repeated. */
  readonly #open: { readonly at: number; readonly end: string }[] = [];
  #last = 0;
  #groups = 0;
  #holders = 0;
  #flags = '';
  #at = 0;

  read(pattern: string): JavaPattern | undefined {
    while (this.#at < pattern.length) {
      token.lastIndex = this.#at;
      const groups = token.exec(pattern)?.groups;
      if (!groups) return undefined;
      const from = this.#at;
      this.#at = token.lastIndex;
      if (!this.#token(groups, pattern, from)) return undefined;
    }
    if (this.#open.length > 0) return undefined;
    try {
      const regex = new RegExp(this.#made.join(''), `gu${this.#flags}`);
      return { regex, groupCount: this.#groups, named: this.#named };
    } catch {
      return undefined;
    }
  }

  #token(found: Record<string, string | undefined>, pattern: string, from: number): boolean {
    const { flags, repeat, mode = '', close, name, open, set1 } = found;
    if (flags !== undefined) {
      this.#flags += flags;
      return from === 0;
    }
    if (repeat !== undefined) return this.#repeat(repeat, mode);
    if (close !== undefined) return this.#close();
    if (name !== undefined || open !== undefined) return this.#opened(name, open ?? '');
    if (set1 !== undefined) return this.#set(pattern, from);
    const item = this.#item(found);
    this.#last = this.#made.length;
    this.#made.push(item ?? '');
    return item !== undefined;
  }

  #opened(name: string | undefined, open: string): boolean {
    const isCapture = name !== undefined || open === '(';
    if (isCapture) this.#groups++;
    if (name !== undefined) this.#named.set(name, this.#groups);
    const holder = open === '(?>' ? `h${this.#holders++}` : '';
    this.#open.push({ at: this.#made.length, end: holder === '' ? ')' : `))\\k<${holder}>` });
    this.#made.push(isCapture ? `(?<g${this.#groups}>` : holder === '' ? open : `(?:(?=(?<${holder}>`);
    return true;
  }

  #close(): boolean {
    const group = this.#open.pop();
    if (!group) return false;
    this.#made.push(group.end === ')' ? ')' : `${group.end})`);
    this.#last = group.at;
    return true;
  }

  /** JavaScript has no possessive quantifiers: a lookahead, too, keeps what it has found. */
  #repeat(repeat: string, mode: string): boolean {
    if (mode !== '+') {
      this.#made.push(repeat + mode);
      return true;
    }
    const item = this.#made.splice(this.#last).join('');
    const holder = `h${this.#holders++}`;
    this.#made.push(`(?:(?=(?<${holder}>${item}${repeat}))\\k<${holder}>)`);
    return true;
  }

  #item(found: Record<string, string | undefined>): string | undefined {
    const { quoted, property, back, escape, other } = found;
    if (quoted !== undefined) return `(?:${quoted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`;
    if (property !== undefined) {
      return propertyOf(property, nameOf(found), (names) => `[${property === 'P' ? '^' : ''}${names}]`);
    }
    if (back !== undefined) return `\\k<g${this.#named.get(back) ?? back}>`;
    if (escape !== undefined) return escapeOf(escape);
    return other === undefined ? codePoint(found) : this.#character(other);
  }

  #character(character: string): string | undefined {
    if (character === '$' && !this.#flags.includes('m')) return escapes['Z'];
    return character === ']' || character === '}' ? `\\${character}` : character;
  }

  /** A class of characters, which may be nested in Java. */
  #set(pattern: string, from: number): boolean {
    const found = /\[\^?\]?(?:\\[pP]\{\w+\}|\\[\s\S]|[^\]\\[])*\]/uy;
    found.lastIndex = from;
    const text = found.exec(pattern)?.[0];
    if (text === undefined || text.includes('&&')) return false;
    this.#at = found.lastIndex;
    this.#last = this.#made.length;
    const negated = text.startsWith('[^') ? '[^' : '[';
    const inner = text
      .slice(negated.length, -1)
      .replaceAll(
        /\\([pP])\{(\w+)\}|\\([\s\S])|([[\](){}/|^$.*+?])/gu,
        (all: string, property?: string, set?: string, escape?: string) => {
          if (property !== undefined) return propertyOf(property, set ?? '', (names) => names) ?? all;
          if (escape === undefined) return `\\${all}`;
          if (escape === 's') return ' \\t-\\r';
          return /[a-zA-Z0-9\\\]^-]/.test(escape) ? (inSet[escape] ?? all) : (escapeOf(escape) ?? all);
        },
      );
    this.#made.push(`${negated}${inner}]`);
    return true;
  }
}

function nameOf({ set = '', letter = '' }: Record<string, string | undefined>): string {
  return set + letter;
}

function codePoint({ code = '', unit = '', byte = '' }: Record<string, string | undefined>): string {
  return `\\u{${code}${unit}${byte}}`;
}

const inSet: Readonly<Record<string, string>> = { h: ' \\t\\xa0', a: '\\x07', e: '\\x1b', v: '\\n-\\r' };

function propertyOf(property: string, name: string, wrap: (names: string) => string): string | undefined {
  const own = sets[name];
  if (own !== undefined) return wrap(own);
  const script = /^Is(?!Alphabetic|Ideographic)(\w{3,})$/.exec(name)?.[1];
  return `\\${property}{${script === undefined ? name.replace(/^Is/, '') : `Script=${script}`}}`;
}

function escapeOf(escape: string): string | undefined {
  if (/[1-9]/.test(escape)) return `\\k<g${escape}>`;
  if (/[dDwWbBtnrfv0]/.test(escape)) return `\\${escape}`;
  if (/[a-zA-Z]/.test(escape)) return escapes[escape];
  return /[\\^$.*+?()[\]{}|/]/.test(escape) ? `\\${escape}` : escape;
}

/** What the engine, whose patterns run in linear time, does not have. */
export function needsBacktracking(pattern: string): boolean {
  for (const [part] of pattern.matchAll(
    /\\Q[\s\S]*?(?:\\E|$)|\\[pP]\{\w+\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:<?[=!]|>)|[*+?}]\+|\{(?!1000[,}])\d{4,}|[\s\S]/g,
  )) {
    if (
      /^(?:\\(?:[1-9kGZRhHX]|[pP]\{(?!Greek|Latin|Han|Hangul|[LMNPSZC][a-z]?\}))|\(\?|.\+$|\{\d{4}|\[.*(?:&&|\[(?!:)|\\[hpP]))/s.test(
        part,
      )
    )
      return true;
  }
  return false;
}
