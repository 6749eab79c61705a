import { auditActions } from './auditActions';
import type { AuditEntry } from './auditEntry';
import korean from './korean.json';

export type Locale = 'en' | 'ko';

const translations: Readonly<Record<string, string>> = korean;

export function translated(text: string, locale: Locale): string {
  return locale === 'ko' ? (translations[text] ?? text) : text;
}

export const resultLabels = { success: 'Success', failure: 'Failure' } as const;

/** The only value of the filter for housekeeping. */
export const hiddenLabel = 'Hidden';

const failureMessage = '{category}: {action} failed: {error}';
const assistantMessage = '{message} (by an assistant)';

/** The language of a `locale` such as `ko` or `ko_KR`; English if it is not supported. */
export function localeOf(text: string | undefined): Locale {
  return /^ko\b|^ko_/i.test(text ?? '') ? 'ko' : 'en';
}

/** All labels without duplicates, for filters. */
export function filterLabels(kind: 'category' | 'action', locale: Locale): string[] {
  return [...new Set(Object.values(auditActions).map((action) => translated(action[kind], locale)))];
}

/** The operations with one of the labels, in any language, so that a saved filter keeps working. */
export function operationsLabeled(kind: 'category' | 'action', labels: readonly string[]): string[] {
  return Object.entries(auditActions)
    .filter(([, action]) => isLabeled(action[kind], labels))
    .map(([operation]) => operation);
}

/** Whether one of the labels is this text in any language. */
export function isLabeled(text: string, labels: readonly string[]): boolean {
  return labels.includes(text) || labels.includes(translated(text, 'ko'));
}

/** The operations whose category or action contains the lower-case keyword. */
export function operationsContaining(keyword: string, locale: Locale): string[] {
  return Object.entries(auditActions)
    .filter(([, { category, action }]) =>
      [category, action].some((text) => translated(text, locale).toLowerCase().includes(keyword)),
    )
    .map(([operation]) => operation);
}

/** Whether the lower-case keyword is in what the messages of an assistant's calls add. */
export function isAboutAssistant(keyword: string, locale: Locale): boolean {
  return fill(translated(assistantMessage, locale), { message: '' }).toLowerCase().includes(keyword);
}

/** The message templates of an operation; `{name}` is replaced by a value of the entry. */
export interface MessageForms {
  readonly operation: string;
  readonly success: string;
  /** Its only placeholder is `{error}`. */
  readonly failure: string;
}

export function messageForms(locale: Locale): MessageForms[] {
  return Object.entries(auditActions).map(([operation, { category, action, message }]) => ({
    operation,
    success: translated(message, locale),
    failure: failureForm(translated(category, locale), translated(action, locale), locale),
  }));
}

/** The category, action and message of an operation; empty if it has no definition. */
export function localizedTexts(
  { module, method, messageParameters, error }: AuditEntry,
  locale: Locale,
): { readonly category: string; readonly action: string; readonly msg: string } | undefined {
  const operation = `${module}.${method}`;
  const definition = Object.hasOwn(auditActions, operation) ? auditActions[operation] : undefined;
  if (!definition) return undefined;
  const category = translated(definition.category, locale);
  const action = translated(definition.action, locale);
  // The message of a successful call must not be used for a failed one.
  const msg =
    error === undefined
      ? fill(translated(definition.message, locale), messageParameters ?? {})
      : fill(failureForm(category, action, locale), { error });
  return { category, action, msg: byWhom(msg, messageParameters, locale) };
}

/** Mentions the assistant, because the account is that of the user whose key it uses. */
function byWhom(message: string, parameters: AuditEntry['messageParameters'], locale: Locale): string {
  return parameters?.['source'] === 'assistant'
    ? fill(translated(assistantMessage, locale), { message })
    : message;
}

function failureForm(category: string, action: string, locale: Locale): string {
  return fill(translated(failureMessage, locale), { category, action, error: '{error}' });
}

function fill(message: string, values: Readonly<Record<string, unknown>>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => asText(values[name]));
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
