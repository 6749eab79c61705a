import { escapeMarkdown, markdownCode } from '../../../core/base/markdownText';
import { shownText } from '../../../core/privacy/hiddenValues';

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
  const escaped = values.map((value) => (value instanceof Markdown ? value.source : escapeValue(value)));
  return new Markdown(String.raw({ raw: written }, ...escaped));
}

export function paragraphs(parts: readonly Markdown[]): Markdown {
  return new Markdown(parts.map(({ source }) => source).join('\n\n'));
}

/** Invisible characters are shown, so that code that a user confirms reads as it runs. */
export function codeBlock(code: string, language = ''): Markdown {
  return new Markdown(markdownCode(shownText(code), language));
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

function escapeValue(value: string): string {
  return escapeMarkdown(shownText(value.replace(/\r\n?/g, '\n'))).replace(/\n/g, '  \n');
}
