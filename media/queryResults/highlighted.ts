import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** Highlights the words in a text, ignoring case. */
export function highlighted(text: string, words: readonly string[]): TemplateResult {
  const sought = words
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (sought.length === 0) return html`${text}`;
  const parts = text.split(new RegExp(`(${sought.join('|')})`, 'gi'));
  return html`${parts.map((part, place) => (place % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
