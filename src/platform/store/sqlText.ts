/** Quotes an identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal. A NUL would end the statement, so it is written as a call. */
export function quoteText(text: string): string {
  const wellFormed = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  const pieces = wellFormed.split('\0').map((piece) => `'${piece.replaceAll("'", "''")}'`);
  return pieces.length === 1 ? pieces.join('') : `(${pieces.join(' || chr(0) || ')})`;
}

export function quoteTimestamp(timestamp: Date): string {
  return `TIMESTAMP '${timestamp.toISOString().replace('T', ' ').replace('Z', '')}'`;
}
