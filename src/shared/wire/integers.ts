import * as z from 'zod/mini';

/** A 64-bit integer: a number if that is exact, otherwise a bigint. */
export type Integer64 = number | bigint;

const digits = z.string().check(z.regex(/^-?\d{1,20}$/));

/** Accepts a 64-bit integer as parsed by {@link parseJsonExactly}. */
export const integer64 = z.union([
  z.int(),
  z.pipe(
    digits,
    z.transform((text): Integer64 => exactInteger(text)),
  ),
]);

export const integer32 = z.int32();

// Matches whole tokens, so that digits in strings or after a decimal point are not taken for an integer.
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const sixteenDigits = /\d{16}/;
const longInteger = /^-?\d{16,}$/;

/**
 * Like `JSON.parse`, but an integer that a JavaScript number would round becomes a string of its digits. For
 * other documents this costs only one scan.
 */
export function parseJsonExactly(text: string): unknown {
  if (!sixteenDigits.test(text)) return JSON.parse(text);
  const exact = text.replace(stringOrNumber, (token) =>
    longInteger.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(exact);
}

/** The exact value of an integer as parsed by {@link parseJsonExactly}. */
export function exactInteger(text: string | number): Integer64 {
  if (typeof text === 'number') return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
