const byteOrderMark = '\ufeff';

/**
 * Encodes a query as UTF-8. VS Code respects a byte order mark more than the setting `files.encoding`, so it
 * is added if that setting is not UTF-8; it is removed again on write.
 */
export function bytesOf(text: string, needsMark: boolean): Uint8Array {
  return Buffer.from(needsMark ? `${byteOrderMark}${text}` : text, 'utf8');
}

/** Decodes the content of a file; undefined if it is not UTF-8. */
export function textOfBytes(content: Uint8Array): string | undefined {
  try {
    // Removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** Whether VS Code would not read the file as UTF-8. */
export function needsMark(encoding: unknown, guesses: unknown): boolean {
  return (encoding !== undefined && encoding !== 'utf8') || guesses === true;
}
