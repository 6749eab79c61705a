import { visibleText } from './visibleText';

/**
 * Text in which nothing has a meaning in Markdown, including what a renderer would make a link of by itself. Dashes
 * and underscores within words have none.
 */
export function escapeMarkdown(text: string): string {
  return visibleText(text).replace(
    /[!-,./:-@[-^`{-~]|(?<![\p{L}\p{N}])[-_]|[-_](?![\p{L}\p{N}])/gu,
    String.raw`\$&`,
  );
}

/** The same in one line, for headings, lists and tables. */
export function markdownLine(text: string): string {
  return escapeMarkdown(text.replace(/\r\n|\r|\n/g, ' ⏎ '));
}

/** Code with a fence that is longer than any run of backticks in it. Invisible characters are shown. */
export function markdownCode(code: string, language = ''): string {
  const text = visibleText(code);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
