import type { Term, WordTerm } from './outline';
import { isBlank } from './tokenizers';

/** Splits plain text into words and symbols. */
export function addTerms(terms: Term[], text: string, from: number, to: number): void {
  for (let at = blankEnd(text, from); at < to; at = blankEnd(text, at)) {
    const end = text.charCodeAt(at) === dollar ? at + 1 : wordEnd(text, at);
    if (end > at) {
      terms.push({ kind: 'word', from: at, to: end, text: text.slice(at, end) });
      at = end;
    } else {
      const after = symbolEnd(text, at);
      terms.push({ kind: 'symbol', from: at, to: after, text: text.slice(at, after) });
      at = after;
    }
  }
}

/** The name of a command, which may contain `-`; elsewhere that is an operator. */
export function takeName(text: string, from: number): WordTerm | undefined {
  const to = commandNameEnd(text, from);
  return to > from ? { kind: 'word', from, to, text: text.slice(from, to) } : undefined;
}

const dollar = 36;

/** Letters of any script, digits, `_` and `.`: the characters of names and numbers. */
const wordCharacters = [
  'A-Za-z0-9_.\\u{aa}\\u{b5}\\u{ba}\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{1fff}\\u{2c00}-\\u{2dff}',
  '\\u{2e80}-\\u{2fef}\\u{3005}-\\u{3007}\\u{3021}-\\u{3029}\\u{3031}-\\u{d7ff}\\u{f900}-\\u{fdff}',
  '\\u{fe70}-\\u{fefc}\\u{ff10}-\\u{ff19}\\u{ff21}-\\u{ff3a}\\u{ff41}-\\u{ff5a}\\u{ff66}-\\u{ffdc}',
  '\\u{10000}-\\u{1cfff}\\u{1e000}-\\u{1efff}\\u{20000}-\\u{3ffff}',
].join('');

const commandNameEnd = endOf(new RegExp(`[${wordCharacters}][${wordCharacters}-]*`, 'uy'));
const anyWordEnd = endOf(new RegExp(`[${wordCharacters}]*`, 'uy'));
const symbolEnd = endOf(/[=!<>]=|&&|[^]/uy);

const plainWord = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Most words are ASCII letters, for which a table is faster than a regular expression. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (plainWord[text.charCodeAt(at)] === 1) at++;
  return text.charCodeAt(at) < plainWord.length ? at : anyWordEnd(text, at);
}

export function blankEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The end of a match at a position, or the position itself. */
function endOf(expression: RegExp): (text: string, from: number) => number {
  return (text, from) => {
    expression.lastIndex = from;
    return expression.test(text) ? expression.lastIndex : from;
  };
}
