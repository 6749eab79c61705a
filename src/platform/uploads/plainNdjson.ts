import { createReadStream } from 'node:fs';
import { isAmbiguous } from './exactNumber';
import { isTooDeep, maxLineLength } from './logLines';

/** Whether the engine reads a file of JSON objects as JavaScript does. Scans many lines at a time, which is much faster. */
export async function isPlainNdjson(file: string, signal?: AbortSignal): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  const input = createReadStream(file, { signal, highWaterMark: 1024 * 1024 });
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    const lines = Buffer.concat([rest, chunk.subarray(0, end)]);
    if (end > 0 && !arePlain(lines)) return false;
    rest = end > 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk]);
    if (rest.length > maxLineLength) return false;
  }
  return arePlain(rest);
}

const lineFeed = 0x0a;

function arePlain(lines: Buffer): boolean {
  if (hasUnreadableLine(lines)) return false;
  for (let at = nextUnusual(lines, 0); at < lines.length;) {
    const start = lines.lastIndexOf(lineFeed, at) + 1;
    const found = lines.indexOf(lineFeed, at);
    const end = found === -1 ? lines.length : found;
    if (isAmbiguous(lines.toString('latin1', start, end))) return false;
    at = nextUnusual(lines, end);
  }
  return true;
}

/** The next byte of a line that may be ambiguous. A plain loop, because every byte of an upload passes through it. */
function nextUnusual(bytes: Buffer, from: number): number {
  let digits = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const kind = byteKinds[bytes[at] ?? 0];
    if (kind === digit) {
      digits += 1;
      if (digits === manyDigits) return at;
      continue;
    }
    if (kind === exponent && digits > 0 && hasLongExponent(bytes, at + 1)) return at;
    if (kind === beforeValue && startsUnusualValue(bytes, at + 1, bytes[at] === comma)) return at;
    digits = 0;
  }
  return bytes.length;
}

const comma = 0x2c;
const digit = 1;
const exponent = 2;
const beforeValue = 3;

const byteKinds = new Uint8Array(256);
for (const byte of Buffer.from('0123456789.')) byteKinds[byte] = digit;
for (const byte of Buffer.from('eE')) byteKinds[byte] = exponent;
for (const byte of Buffer.from(',:[')) byteKinds[byte] = beforeValue;

const manyDigits = 16;

function hasLongExponent(bytes: Buffer, start: number): boolean {
  return /^[+-]?\d{3}/.test(bytes.toString('latin1', start, start + 4));
}

/** The letters of NaN and Infinity, but not null, or the end of a list or object after a comma. */
function startsUnusualValue(bytes: Buffer, start: number, afterComma: boolean): boolean {
  const first = bytes[start] ?? 0;
  // A quotation mark, a digit, or an opening bracket.
  if (first === 0x22 || (first >= 0x30 && first <= 0x39) || first === 0x7b) return false;
  const value = bytes.toString('latin1', start, start + 32).trimStart();
  return /^-?(?:nan|inf)/i.test(value) || (afterComma && /^(?:[}\]]|$)/.test(value));
}

/** Shorter lines cannot be nested too deeply. */
const longLine = 2000;

function hasUnreadableLine(lines: Buffer): boolean {
  let start = 0;
  for (let end = lines.indexOf(lineFeed); end >= 0; end = lines.indexOf(lineFeed, start)) {
    if (end > start && !startsObject(lines, start)) return true;
    if (end - start >= longLine && isTooDeep(lines.subarray(start, end))) return true;
    start = end + 1;
  }
  if (lines.length > start && !startsObject(lines, start)) return true;
  return lines.length - start >= longLine && isTooDeep(lines.subarray(start));
}

/** Or is blank. */
function startsObject(lines: Buffer, start: number): boolean {
  return lines[start] === 0x7b || lines[start] === 0x0d;
}
