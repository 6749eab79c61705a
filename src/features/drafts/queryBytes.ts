const byteOrderMark = '\ufeff';

/**
 * A query as the bytes of its file, always UTF-8. A byte order mark is the one thing that VS Code believes more
 * than the setting `files.encoding`, so it is there where that setting says something else; it never gets further.
 */
export function bytesOf(text: string, needsMark: boolean): Uint8Array {
  return Buffer.from(needsMark ? `${byteOrderMark}${text}` : text, 'utf8');
}

/** The text of a file that is written; undefined where it is not UTF-8. */
export function textOfBytes(content: Uint8Array): string | undefined {
  try {
    // Leaves out a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** Whether VS Code would take UTF-8 for something else. */
export function needsMark(encoding: unknown, guesses: unknown): boolean {
  return (encoding !== undefined && encoding !== 'utf8') || guesses === true;
}
