/** Digits that a double, or an integer of 64 bits, may not keep. */
const suspect = /(?=[\d.]{17})\d{1,19}\.\d|\d{16}[eE]|\d{20}|\d[eE][+-]?\d{3}/;

/** Whether a text may be JSON with what only the engine accepts: words as numbers, and commas after the last item. */
export function isLenient(json: string): boolean {
  return /,\s*[}\]]|[:,[]\s*-?(?:nan|inf(?:inity)?)\s*[,}\]]/i.test(json);
}

/** The JSON value with such numbers as texts, so that no digit is lost. */
export function exactJson(json: string): string {
  if (!suspect.test(json)) return json;
  return json.replaceAll(textsAndNumbers, (token) =>
    token.startsWith('"') || isExact(token) ? token : `"${token}"`,
  );
}

const textsAndNumbers = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d[\d.eE+-]*/g;

function isExact(token: string): boolean {
  if (token.length > maxExactLength) return false;
  if (/^-?\d+$/.test(token)) return BigInt(token) >= smallestInteger && BigInt(token) <= largestInteger;
  const number = Number(token);
  return Number.isFinite(number) && decimalOf(token) === decimalOf(String(number));
}

/** Longer numbers are not worth the time to compare them. */
const maxExactLength = 800;
const smallestInteger = -(2n ** 63n);
const largestInteger = 2n ** 64n - 1n;

/** The same text for all ways to write a number: its digits without zeros at either end, and its exponent. */
function decimalOf(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
