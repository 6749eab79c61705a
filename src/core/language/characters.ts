import type { Name } from './expression';
import type { StringTerm } from './outline';

export const code = {
  quote: 34,
  numberSign: 35,
  dollar: 36,
  openingParenthesis: 40,
  closingParenthesis: 41,
  minus: 45,
  openingBracket: 91,
  backslash: 92,
  closingBracket: 93,
  pipe: 124,
} as const;

const byteOrderMark = 0xfeff;

/** Most characters are ASCII, for which a table is faster than comparisons or a regular expression. */
const blanks = tableOf(/[ \t\r\n]/);
const wordLetters = tableOf(/[\w.]/);
const nameLetters = tableOf(/[\w.-]/);

function tableOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, letter) => (pattern.test(String.fromCharCode(letter)) ? 1 : 0));
}

function isBlank(letter: number): boolean {
  return blanks[letter] === 1 || letter === 0xa0 || letter === 0x3000 || letter === byteOrderMark;
}

export function blankEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Whether `#` at this position starts a comment, as it does before a space and at the end. */
export function isCommentSign(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== code.numberSign) return false;
  const next = text.charCodeAt(at + 1);
  return at + 1 >= text.length || (isBlank(next) && next !== byteOrderMark);
}

/** Only the end of the text ends a string without a closing quote. */
export function readString(text: string, from: number): StringTerm {
  for (let at = from + 1; at < text.length; at++) {
    const next = text.charCodeAt(at);
    if (next === code.quote) return { kind: 'string', from, to: at + 1, closed: true };
    if (next === code.backslash) at++;
  }
  return { kind: 'string', from, to: text.length, closed: false };
}

/** The name of a command, which may contain `-`; elsewhere that is an operator. */
export function readCommandName(text: string, from: number): Name | undefined {
  if (text.charCodeAt(from) === code.minus) return undefined;
  const to = endOf(text, from, nameLetters, otherNameLetters);
  return to > from ? { text: text.slice(from, to), from, to } : undefined;
}

/** Letters of any script, digits, `_` and `.`: the characters of names and numbers. */
const wordCharacters = [
  'A-Za-z0-9_.\\u{aa}\\u{b5}\\u{ba}\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{1fff}\\u{2c00}-\\u{2dff}',
  '\\u{2e80}-\\u{2fef}\\u{3005}-\\u{3007}\\u{3021}-\\u{3029}\\u{3031}-\\u{d7ff}\\u{f900}-\\u{fdff}',
  '\\u{fe70}-\\u{fefc}\\u{ff10}-\\u{ff19}\\u{ff21}-\\u{ff3a}\\u{ff41}-\\u{ff5a}\\u{ff66}-\\u{ffdc}',
  '\\u{10000}-\\u{1cfff}\\u{1e000}-\\u{1efff}\\u{20000}-\\u{3ffff}',
].join('');

const otherNameLetters = new RegExp(`[${wordCharacters}-]*`, 'uy');
const otherWordLetters = new RegExp(`[${wordCharacters}]*`, 'uy');

export function wordEnd(text: string, from: number): number {
  return endOf(text, from, wordLetters, otherWordLetters);
}

function endOf(text: string, from: number, letters: Uint8Array, others: RegExp): number {
  let at = from;
  while (letters[text.charCodeAt(at)] === 1) at++;
  if (at === text.length || text.charCodeAt(at) < letters.length) return at;
  others.lastIndex = at;
  return others.test(text) ? others.lastIndex : at;
}

/** `==`, `!=`, `<=`, `>=` and `&&` are one symbol; all other characters are one each. */
export function symbolEnd(text: string, from: number): number {
  const first = text[from] ?? '';
  const second = text[from + 1];
  if (second === '=' ? '=!<>'.includes(first) : first === '&' && second === '&') return from + 2;
  return from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
}
