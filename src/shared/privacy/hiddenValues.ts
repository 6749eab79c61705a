import type { Masker } from './masker';

const listeners = new Set<() => void>();
let masker: Masker | undefined;
/** Stays after values are shown again: a page may still send what it was shown before. */
let lastMasker: Masker | undefined;

/** From now on people see what the masker makes of sensitive values; without one they see the values themselves. */
export function hideValues(next: Masker | undefined): void {
  masker = next;
  lastMasker = next ?? lastMasker;
  for (const listener of listeners) listener();
}

/** Undefined while sensitive values are shown. */
export function hidingMasker(): Masker | undefined {
  return masker;
}

/** Told when values are hidden or shown from now on; the answer ends that. */
export function onDidChangeHiding(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A text as a person may see it now. Never for what is sent, kept or compared. */
export function shownText(text: string): string {
  return masker?.text(text) ?? text;
}

/** The name of an account as a person may see it now: it looks like any other word, so no text tells it. */
export function shownUser(name: string): string {
  return masker?.name('user', name) ?? name;
}

/** The name of a machine, likewise. */
export function shownHost(name: string): string {
  return masker?.name('host', name) ?? name;
}

/** A message of a page with its masks replaced by the values, at any depth. */
export function withValues(message: unknown): unknown {
  if (typeof message === 'string') return lastMasker?.reveal(message) ?? message;
  if (Array.isArray(message)) return message.map(withValues);
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, withValues(value)] as const));
}
