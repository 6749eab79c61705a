/** What `vscode.l10n.t` does: the sentence in the user's language, `{0}` and `{name}` filled in. */
export type Translator = (message: string, ...values: readonly (string | number)[]) => string;

/**
 * Everything that a person reads goes through here, so that code without VS Code can speak too.
 * The English sentence is the key; each process installs its own translator once, when it starts.
 */
export const t: Translator = (message, ...values) => translator(message, ...values);

export function setTranslator(next: Translator, language = 'en'): void {
  translator = next;
  tag = validLanguageTag(language);
}

/** The language that is spoken, for example `en` or `ko`: for what libraries put into words. */
export function languageTag(): string {
  return tag;
}

/**
 * A tag that `Intl` takes. A machine whose locale is `C.UTF-8` makes Chromium report `en-US@posix`, and `Intl` throws
 * at that; what stands before the first character that no tag has is kept.
 */
export function validLanguageTag(reported: string): string {
  const plain = /^[a-zA-Z0-9-]+/.exec(reported.replaceAll('_', '-'))?.[0] ?? '';
  try {
    return Intl.getCanonicalLocales(plain)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Looks sentences up in a bundle such as `l10n/bundle.l10n.ko.json`; unknown ones stay English. */
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
