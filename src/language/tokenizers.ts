import { ExternalTokenizer } from '@lezer/lr';
import type { InputStream } from '@lezer/lr';
import { CommentStart, documentEnd, Pipe, Text } from './grammar.generated.terms';

// A query has few and long tokens. Lezer's generated tables are searched for each character; a lookup table is
// faster. Tokens include the blanks before them, so that these are no tokens of their own.

/** The start of a comment, with its text up to the next special character. */
export const commentStart = new ExternalTokenizer((input) => {
  const start = blanksEnd(input);
  if (input.peek(start) !== numberSign) return;
  const next = input.peek(start + 1);
  if (next < 0 || (isBlank(next) && next !== 0xfeff))
    input.acceptToken(CommentStart, runEnd(input, start + 1));
});

/** A run of text up to the next pipe or bracket outside of strings, including surrounding spaces. */
export const textRun = new ExternalTokenizer((input) => {
  const start = blanksEnd(input);
  const end = runEnd(input, start);
  if (end > start) input.acceptToken(Text, end);
});

export const pipeMark = new ExternalTokenizer((input) => {
  const start = blanksEnd(input);
  if (input.peek(start) === pipe) input.acceptToken(Pipe, start + 1);
});

/** Ends unclosed brackets at the end of the text with an empty token. */
export const missingEnd = new ExternalTokenizer((input) => {
  if (input.next < 0) input.acceptToken(documentEnd);
});

const quote = 34;
const numberSign = 35;
const backslash = 92;
const pipe = 124;

const blank = 1;
const mark = 2;

/** The kinds of ASCII characters. */
const kinds = new Uint8Array(128);
for (const character of ' \t\r\n') kinds[character.charCodeAt(0)] = blank;
for (const character of '|[]') kinds[character.charCodeAt(0)] = mark;

export function isBlank(code: number): boolean {
  return kinds[code] === blank || code === 0xa0 || code === 0x3000 || code === 0xfeff;
}

function blanksEnd(input: InputStream): number {
  let at = 0;
  while (isBlank(input.peek(at))) at++;
  return at;
}

/** The end of the input is -1. */
function runEnd(input: InputStream, start: number): number {
  let at = start;
  for (let code = input.peek(at); code >= 0 && kinds[code] !== mark; code = input.peek(at)) {
    at = code === quote ? stringEnd(input, at + 1) : at + 1;
  }
  return at;
}

/** An unclosed string extends to the end. */
function stringEnd(input: InputStream, start: number): number {
  let at = start;
  for (let code = input.peek(at); code >= 0; code = input.peek(at)) {
    at++;
    if (code === quote) return at;
    if (code === backslash && input.peek(at) >= 0) at++;
  }
  return at;
}
