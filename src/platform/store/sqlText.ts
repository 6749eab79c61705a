/** A name as SQL takes it, whatever characters it holds. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text constant. For statements such as COPY that take no parameters; bind everywhere else. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
