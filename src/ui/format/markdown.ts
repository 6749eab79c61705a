import { readableText } from '../../shared/plainText';
import { shownText } from '../../shared/privacy/hiddenValues';

/** Markdown in which every value is text: only what is in this file makes one. */
export type { Markdown };

class Markdown {
  constructor(readonly source: string) {}
}

/** Markdown as it is written, with the values in it escaped: none of them becomes formatting, a link or a command. */
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

/** A fence longer than any run of backticks within. */
export function codeBlock(code: string, language = ''): Markdown {
  const text = shownText(code);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return new Markdown(`${fence}${language}\n${text}\n${fence}`);
}

/** One line a field; those without a value are left out. */
export function fieldList(
  fields: readonly (readonly [label: string, value: string | undefined])[],
): Markdown {
  const lines = fields.flatMap(([label, value]) =>
    value === undefined ? [] : inMarkdown`${label}: ${value}`,
  );
  return new Markdown(lines.map(({ source }) => source).join('  \n'));
}

/** All signs that Markdown gives a meaning: also those that make an address or a mail address a link by itself. */
function escapeMarkdown(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return readableText(lines)
    .replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
    .replace(/\n/g, '  \n');
}
