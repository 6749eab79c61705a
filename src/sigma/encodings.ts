import type { Pattern, PatternPart } from './pattern';

/** The characters that start an option on a Windows command line. */
const dashes = '-/–—―';

/** Replaces a dash at the start of a word with any of the dashes. */
export function withAnyDash(pattern: Pattern): Pattern {
  return pattern.flatMap((part): readonly PatternPart[] => {
    if (!('text' in part)) return [part];
    return part.text
      .split(/(?<!\w)([-/–—―])(?=\w)/)
      .map((piece, index): PatternPart => (index % 2 === 1 ? { of: dashes } : { text: piece }))
      .filter((piece) => !('text' in piece) || piece.text !== '');
  });
}

export type Utf16 = 'utf16le' | 'utf16be' | 'utf16';

export function utf16Bytes(text: string, encoding: Utf16): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  if (encoding === 'utf16be') return bytes.swap16();
  return encoding === 'utf16' ? Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]) : bytes;
}

/**
 * The three ways in which bytes can appear in the Base64 of longer data, depending on the preceding bytes.
 * Characters that depend on adjacent bytes are removed.
 */
export function base64Offsets(bytes: Buffer): readonly string[] {
  const begins = [0, 2, 3];
  const ends = [0, 3, 2];
  return begins.map((begin, offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset, ' '), bytes]).toString('base64');
    return encoded.slice(begin, encoded.length - (ends[(bytes.length + offset) % 3] ?? 0));
  });
}
