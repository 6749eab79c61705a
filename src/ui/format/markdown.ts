import { shownText } from '../../shared/privacy/hiddenValues';
import { visibleText } from '../../shared/visibleText';

/** Markdown with escaped values; only this file creates it. */
export type { Markdown };

class Markdown {
  constructor(readonly source: string) {}
}

/** Markdown with its values escaped, so that none of them becomes formatting, a link or a command. */
export function inMarkdown(
  written: TemplateStringsArray,
  ...values: readonly (string | Markdown)[]
): Markdown {
  const escaped = values.map((value) => (value instanceof Markdown ? value.source : escapeMarkdown(value)));
  return new Markdown(String.raw({ raw: written }, ...escaped));
}

export function paragraphs(parts: readonly Markdown[]): Markdown {
  return new Markdown(parts.map(({ source }) => source).join('\n\n'));
}

/**
 * Uses a fence that is longer than any run of backticks in the code. Invisible characters are shown, so that
 * code that a user confirms reads as it runs.
 */
export function codeBlock(code: string, language = ''): Markdown {
  const text = visibleText(shownText(code));
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return new Markdown(`${fence}${language}\n${text}\n${fence}`);
}

/** One line per field; fields without a value are omitted. */
export function fieldList(
  fields: readonly (readonly [label: string, value: string | undefined])[],
): Markdown {
  const lines = fields.flatMap(([label, value]) =>
    value === undefined ? [] : inMarkdown`${label}: ${value}`,
  );
  return new Markdown(lines.map(({ source }) => source).join('  \n'));
}

/** Escapes everything with a meaning in Markdown, including what would be auto-linked. */
function escapeMarkdown(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return visibleText(shownText(lines))
    .replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
    .replace(/\n/g, '  \n');
}
