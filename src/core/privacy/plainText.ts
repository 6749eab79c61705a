import { shownText } from './hiddenValues';
import { visibleText } from '../base/visibleText';

/**
 * Shows text literally. VS Code turns `[text](command:…)` in messages, progress and prompts into a link that
 * runs the command, and `$(name)` in labels into an icon, and offers no escape for either. Both need two
 * adjacent characters, so a hair space separates them in the finished text: nothing invisible is left that
 * VS Code could remove to join them again. All text for users passes through here or is `Markdown`; a test
 * checks the sources. Masks sensitive values while they are hidden.
 */
export function plainText(text: string): string {
  return addressText(shownText(text));
}

/** Like `plainText`, for a name in a URI, which must not change while sensitive values are hidden. */
export function addressText(text: string): string {
  return visibleText(text).replace(adjacent, hairSpace);
}

/** Where VS Code recognizes a link or an icon. */
export const adjacent = /(?<=[\]$])(?=\()/g;
export const hairSpace = '\u200a';

/** Whether the user typed or copied a name as it is shown. */
export function isShownAs(typed: string, name: string): boolean {
  const [one, other] = [typed, name].map((text) => plainText(text).trim());
  return one === other;
}

/** Truncates a text without splitting a surrogate pair, which a URI cannot contain. */
export function truncatedText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '');
}

/** Truncates a text and shows that it was truncated. */
export function ellipsized(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${truncatedText(text, maxLength).trimEnd()}…`;
}

/** A label with one of our icons. */
export function iconLabel(icon: string | undefined, text: string): string {
  return icon === undefined ? plainText(text) : `$(${icon}) ${plainText(text)}`;
}

/** A link in a message that runs one of our commands without arguments. */
export function commandLink(label: string, command: `logbench.${string}`): string {
  return `[${label}](command:${command})`;
}
