/** Like `vscode.l10n.t`: translates the sentence and fills in `{0}` and `{name}`. */
export type Translator = (message: string, ...values: readonly (string | number)[]) => string;

/**
 * All text for users goes through here, so that code without VS Code can be translated too. The English
 * sentence is the key; each process sets its translator once at startup. A value in quotes or in a question
 * stays on one line: with line breaks, a name could add sentences of its own to a confirmation.
 */
export const t: Translator = (message, ...values) =>
  translator(
    message,
    ...values.map((value, index) =>
      typeof value === 'string' && isName(message, index) ? oneLine(value) : value,
    ),
  );

function isName(message: string, index: number): boolean {
  return message.endsWith('?') || message.includes(`“{${index}}”`);
}

/** Shows line breaks as the trees of VS Code do. */
export function oneLine(name: string): string {
  return name.replace(/\r\n|[\r\n]/g, '⏎');
}

export function setTranslator(next: Translator, language = 'en'): void {
  translator = next;
  tag = validLanguageTag(language);
}

/** The display language, for example `en` or `ko`, for libraries that produce text. */
export function languageTag(): string {
  return tag;
}

/**
 * Converts a reported locale to a tag that `Intl` accepts. With the locale `C.UTF-8`, Chromium reports
 * `en-US@posix`, for which `Intl` throws, so everything after the first invalid character is removed.
 */
export function validLanguageTag(reported: string): string {
  const plain = /^[a-zA-Z0-9-]+/.exec(reported.replaceAll('_', '-'))?.[0] ?? '';
  try {
    return Intl.getCanonicalLocales(plain)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Looks sentences up in a bundle such as `l10n/bundle.l10n.ko.json`; unknown ones stay in English. */
export function translatorFrom(bundle: Readonly<Record<string, string>>): Translator {
  return (message, ...values) => fill(bundle[message] ?? message, values);
}

function fill(message: string, values: readonly (string | number)[]): string {
  if (values.length === 0) return message;
  return message.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}

let translator: Translator = translatorFrom({});
let tag = 'en';
