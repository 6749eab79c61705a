/** Text that came from a service never becomes formatting, a link or a command. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, String.raw`\$&`).replace(/\r?\n/g, '  \n');
}

/** A fence longer than any run of backticks within. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** One line a field; those without a value are left out. */
export function fieldList(fields: readonly (readonly [label: string, value: string | undefined])[]): string {
  return fields
    .flatMap(([label, value]) =>
      value === undefined ? [] : `${escapeMarkdown(label)}: ${escapeMarkdown(value)}`,
    )
    .join('  \n');
}
