import * as z from 'zod/mini';

/** A 64-bit integer: a number if that is exact, otherwise a bigint. */
export type Integer64 = number | bigint;

// Pages use the functions below. Marked as pure, the schemas are left out of their bundle.
/** Accepts a 64-bit integer as parsed by {@link parseJsonExactly}. */
export const integer64 = /* @__PURE__ */ (() =>
  z.union([
    z.int(),
    z.pipe(
      z.string().check(z.regex(/^-?\d{1,20}$/)),
      z.transform((text): Integer64 => exactInteger(text)),
    ),
  ]))();

export const integer32 = /* @__PURE__ */ z.int32();

export const maxInt32 = 2_147_483_647;

const shortestRounded = 16;
const sixteenDigits = /\d{16}/;
/** Whole numbers, so that digits after a decimal point are not taken for an integer. */
const numbers = /-?\d[\d.eE+-]*/g;

/**
 * Like `JSON.parse`, but an integer that a JavaScript number would round becomes a string of its digits. For
 * other documents this costs only one scan.
 */
export function parseJsonExactly(text: string): unknown {
  if (!sixteenDigits.test(text)) return JSON.parse(text);
  const parts: string[] = [];
  let copied = 0;
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from);
    const to = quote === -1 ? text.length : quote;
    // Only a few of the texts between strings are that long.
    if (to - from >= shortestRounded) {
      parts.push(text.slice(copied, from), withExactIntegers(text.slice(from, to)));
      copied = to;
    }
    from = quote === -1 ? to : endOfString(text, quote);
  }
  return JSON.parse(parts.join('') + text.slice(copied));
}

/** Without a regular expression, which would overflow the stack in a string of millions of characters. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function withExactIntegers(text: string): string {
  if (!sixteenDigits.test(text)) return text;
  return text.replace(numbers, (token) =>
    /[.eE+]/.test(token) || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}

/** The exact value of an integer as parsed by {@link parseJsonExactly}. */
export function exactInteger(text: string | number): Integer64 {
  if (typeof text === 'number') return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
