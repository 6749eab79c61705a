import * as z from 'zod/mini';

/** A 64-bit integer: a number while that is exact, a bigint beyond. */
export type Integer64 = number | bigint;

const digits = z.string().check(z.regex(/^-?\d{1,20}$/));

/** Takes what {@link parseJsonExactly} leaves of a 64-bit integer. */
export const integer64 = z.union([
  z.int(),
  z.pipe(
    digits,
    z.transform((text): Integer64 => exactInteger(text)),
  ),
]);

export const integer32 = z.int32();

// Whole tokens, so that neither text nor the digits behind a decimal point are taken for an integer.
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const longInteger = /^-?\d{16,}$/;

/**
 * Like `JSON.parse`, except that an integer which a JavaScript number would round arrives as the string of
 * its digits. Documents without such integers, nearly all, cost one scan more than `JSON.parse`.
 */
export function parseJsonExactly(text: string): unknown {
  if (!hasLongInteger(text)) return JSON.parse(text);
  const exact = text.replace(stringOrNumber, (token) =>
    longInteger.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(exact);
}

const sixteenDigits = 16;

/**
 * Sixteen digits in a row cover one position in sixteen, and reach eight further to one side at least: looking
 * there is enough to rule them out, and spares walking along each shorter number.
 */
function hasLongInteger(text: string): boolean {
  for (let position = sixteenDigits - 1; position < text.length; position += sixteenDigits) {
    if (!isDigit(text, position)) continue;
    if (!isDigit(text, position - 8) && !isDigit(text, position + 8)) continue;
    if (runOfDigits(text, position) >= sixteenDigits) return true;
  }
  return false;
}

function runOfDigits(text: string, position: number): number {
  let start = position;
  while (isDigit(text, start - 1)) start--;
  let end = position;
  while (isDigit(text, end + 1)) end++;
  return end - start + 1;
}

function isDigit(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  return code >= 48 && code <= 57;
}

/** The exact value of what {@link parseJsonExactly} made of an integer. */
export function exactInteger(text: string | number): Integer64 {
  if (typeof text === 'number') return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
