import { isJsonObject } from '../base/json';
import { Listeners } from '../base/listeners';
import type { Masker } from './masker';

const changed = new Listeners();
let masker: Masker | undefined;
/** Kept after values are shown again, because a page may still send masked values. */
let lastMasker: Masker | undefined;

/** Sets the masker for everything that users see; undefined shows all values. */
export function hideValues(next: Masker | undefined): void {
  masker = next;
  lastMasker = next ?? lastMasker;
  changed.fire();
}

/** Undefined while sensitive values are shown. */
export function hidingMasker(): Masker | undefined {
  return masker;
}

/** Values are hidden or shown. */
export const onDidChangeHiding = changed.add;

/** The text to display. Never use it for what is sent, stored or compared. */
export function shownText(text: string): string {
  return masker?.text(text) ?? text;
}

/** The account name to display. Unlike other sensitive values, it cannot be recognized in text. */
export function shownUser(name: string): string {
  return masker?.name('user', name) ?? name;
}

/** The host name to display. */
export function shownHost(name: string): string {
  return masker?.name('host', name) ?? name;
}

/** Replaces masks in a message from a page with their values, at any depth, also in names of fields. */
export function withValues(message: unknown): unknown {
  if (typeof message === 'string') return lastMasker?.reveal(message) ?? message;
  if (Array.isArray(message)) return message.map(withValues);
  if (!isJsonObject(message)) return message;
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [String(withValues(name)), withValues(value)]),
  );
}
