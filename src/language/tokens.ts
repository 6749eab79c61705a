/** The characters that give a text its shape. */
export const code = {
  quote: 34,
  hash: 35,
  dollar: 36,
  openingParenthesis: 40,
  closingParenthesis: 41,
  openingBracket: 91,
  backslash: 92,
  closingBracket: 93,
  pipe: 124,
} as const;

/** Letters of any script, digits, `_` and `.`: what names and numbers are made of. */
const wordCharacters = [
  'A-Za-z0-9_.\\u{aa}\\u{b5}\\u{ba}\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{1fff}\\u{2c00}-\\u{2dff}',
  '\\u{2e80}-\\u{2fef}\\u{3005}-\\u{3007}\\u{3021}-\\u{3029}\\u{3031}-\\u{d7ff}\\u{f900}-\\u{fdff}',
  '\\u{fe70}-\\u{fefc}\\u{ff10}-\\u{ff19}\\u{ff21}-\\u{ff3a}\\u{ff41}-\\u{ff5a}\\u{ff66}-\\u{ffdc}',
  '\\u{10000}-\\u{1cfff}\\u{1e000}-\\u{1efff}\\u{20000}-\\u{3ffff}',
].join('');

const word = new RegExp(`[${wordCharacters}]*`, 'uy');
/** The name of a command may hold a `-`, which elsewhere is an operator. */
const commandName = new RegExp(`[${wordCharacters}][${wordCharacters}-]*`, 'uy');
const blanks = /[ \t\r\n\u00a0\u3000\ufeff]*/y;
const string = /"(?:[^\\"]|\\[^])*/y;
const symbol = /[=!<>]=|&&|[^]/uy;
const commentText = /[^|"[\]]*/y;
const commentStart = /#(?:[ \t\r\n\u00a0\u3000]|$)/y;

const anyWordEnd = endOf(word);
const anyBlankEnd = endOf(blanks);

export const commandNameEnd = endOf(commandName);
/** Where the text of a string ends: at its closing quote, or at the end of everything. */
export const stringTextEnd = endOf(string);
export const symbolEnd = endOf(symbol);
export const commentTextEnd = endOf(commentText);
export const commentStartEnd = endOf(commentStart);

/** Most words are plain letters, which a table knows faster than an expression does. */
export function wordEnd(text: string, from: number): number {
  let at = from;
  while (plainWord[text.charCodeAt(at)] === 1) at++;
  return text.charCodeAt(at) < plainWord.length ? at : anyWordEnd(text, at);
}

const plainWord = Uint8Array.from({ length: 128 }, (_, one) =>
  /[\w.]/.test(String.fromCharCode(one)) ? 1 : 0,
);

export function blankEnd(text: string, from: number): number {
  const first = text.charCodeAt(from);
  return first > 32 && first < 128 ? from : anyBlankEnd(text, from);
}

/** Where what the expression matches at a place ends; the place itself where it matches nothing. */
function endOf(expression: RegExp): (text: string, from: number) => number {
  return (text, from) => {
    expression.lastIndex = from;
    return expression.test(text) ? expression.lastIndex : from;
  };
}
