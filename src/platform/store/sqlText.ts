/** Quotes an identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A string literal, for statements such as COPY that take no parameters; bind parameters elsewhere. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
