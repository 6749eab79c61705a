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
const sixteenDigits = /\d{16}/;
const longInteger = /^-?\d{16,}$/;

/**
 * Like `JSON.parse`, except that an integer which a JavaScript number would round arrives as the string of
 * its digits. Documents without such integers, nearly all, cost one scan more than `JSON.parse`.
 */
export function parseJsonExactly(text: string): unknown {
  if (!sixteenDigits.test(text)) return JSON.parse(text);
  const exact = text.replace(stringOrNumber, (token) =>
    longInteger.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(exact);
}

/** The exact value of what {@link parseJsonExactly} made of an integer. */
export function exactInteger(text: string | number): Integer64 {
  if (typeof text === 'number') return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
