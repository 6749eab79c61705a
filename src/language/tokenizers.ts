import { ExternalTokenizer } from '@lezer/lr';
import type { InputStream } from '@lezer/lr';
import { CommentText, Pipe, String, Text } from './grammar.generated.terms';

// A query has few and long tokens. Lezer's generated tables are searched for each character; a lookup table
// reduces parsing time by a quarter.

/** A run of plain text in a command up to the next special character, including surrounding spaces. */
export const queryText = new ExternalTokenizer((input) => {
  const start = blanksEnd(input);
  const first = input.peek(start);
  if (isEnd(first, queryMark) || (first === numberSign && isCommentStart(input.peek(start + 1)))) return;
  input.acceptToken(Text, runEnd(input, start, queryMark));
});

/** The same in a comment, where parentheses have no meaning. */
export const commentText = new ExternalTokenizer((input) => {
  if (!isEnd(input.next, commentMark) && !isBlank(input.next)) {
    input.acceptToken(CommentText, runEnd(input, 0, commentMark));
  }
});

/** A string; an unclosed one extends to the end. A pipe, with the spaces before it. */
export const marks = new ExternalTokenizer((input) => {
  if (input.next === quote) {
    input.acceptToken(String, stringEnd(input));
    return;
  }
  const start = blanksEnd(input);
  if (input.peek(start) === pipe) input.acceptToken(Pipe, start + 1);
});

const quote = 34;
const numberSign = 35;
const backslash = 92;
const pipe = 124;

const plain = 0;
const blank = 1;
const queryMark = 2;
const commentMark = 4;

/** The kinds of ASCII characters, as bits. */
const kinds = new Uint8Array(128);
for (const character of ' \t\r\n') kinds[character.charCodeAt(0)] = blank;
for (const character of '|"[]') kinds[character.charCodeAt(0)] = queryMark | commentMark;
for (const character of '()') kinds[character.charCodeAt(0)] = queryMark;

/** The end of the input, which is -1, also ends a run. */
function isEnd(code: number, mark: number): boolean {
  return code < 0 || ((kinds[code] ?? plain) & mark) !== 0;
}

export function isBlank(code: number): boolean {
  return kinds[code] === blank || code === 0xa0 || code === 0x3000 || code === 0xfeff;
}

function isCommentStart(code: number): boolean {
  return code < 0 || (isBlank(code) && code !== 0xfeff);
}

function blanksEnd(input: InputStream): number {
  let at = 0;
  while (isBlank(input.peek(at))) at++;
  return at;
}

function runEnd(input: InputStream, start: number, mark: number): number {
  let at = start + 1;
  while (!isEnd(input.peek(at), mark)) at++;
  return at;
}

function stringEnd(input: InputStream): number {
  let at = 1;
  for (let code = input.peek(at); code >= 0; code = input.peek(at)) {
    at++;
    if (code === quote) return at;
    if (code === backslash && input.peek(at) >= 0) at++;
  }
  return at;
}
