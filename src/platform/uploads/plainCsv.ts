import { lineFeed, wholeLinesOf } from './logLines';

/**
 * Whether the engine reads a CSV file exactly as RFC 4180 says: lines end alike, none is empty, and quotation marks
 * enclose whole values without line breaks. By itself, it rejects lines that are shorter or longer than the header,
 * except for an empty value at the end.
 */
export async function isPlainCsv(
  file: string,
  delimiter: string,
  width: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const unusual = ['"', '\r', '\0', '\n\n', `${delimiter}\n`];
  let lineEnd: string | undefined;
  for await (const block of wholeLinesOf(file, signal)) {
    lineEnd ??= block.includes('\r\n') ? '\r\n' : '\n';
    // Searching for bytes takes a fraction of the time of reading values.
    const isSimple = block[0] !== lineFeed && block.at(-1) === lineFeed && lineEnd === '\n';
    if (isSimple && !unusual.some((text) => block.includes(text))) continue;
    if (!hasPlainLines(block, delimiter, width, lineEnd)) return false;
  }
  return true;
}

function hasPlainLines(block: Buffer, delimiter: string, width: number, lineEnd: string): boolean {
  const quotedValue = new RegExp(`(?<=^|[${delimiter}])"[^"]*(?:""[^"]*)*"(?=[${delimiter}]|$)`, 'g');
  // With one character for each byte.
  const lines = block.toString('latin1').split(lineEnd);
  if (lines.at(-1) === '') lines.pop();
  return lines.every((line) => {
    if (line.length > maxLine) return false;
    const values = line.includes('"') ? line.replaceAll(quotedValue, 'x') : line;
    if (values === '' || /["\r\n\0]/.test(values)) return false;
    const endsEmpty = line.endsWith(delimiter) || line.endsWith(`${delimiter}""`);
    return !endsEmpty || values.split(delimiter).length === width;
  });
}

/** The engine reads no longer ones. */
const maxLine = 2_000_000;
