import { shownText } from './privacy/hiddenValues';

/**
 * Shows text literally. VS Code turns `[text](command:…)` in messages, progress and prompts into a link that
 * runs the command, and `$(name)` in labels into an icon, and offers no escape for either. Therefore, a
 * zero-width character separates the brackets. All text for users passes through here or is `Markdown`; a
 * test checks the sources.
 */
export function plainText(text: string): string {
  return addressText(shownText(text));
}

/** Like `plainText`, for a name in a URI, which must not change while sensitive values are hidden. */
export function addressText(text: string): string {
  return withoutControls(text.replace(/(?<=[\]$])(?=\()/g, noWidth));
}

/**
 * Removes invisible characters that change how text reads, such as bidirectional controls, which would also
 * reverse the text next to a name. Masks sensitive values while they are hidden.
 */
export function readableText(text: string): string {
  return withoutControls(shownText(text));
}

function withoutControls(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/gu, replacement)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Whether the user typed or copied a name as it is shown. */
export function readsTheSame(typed: string, name: string): boolean {
  const [one, other] = [typed, name].map((text) => plainText(text).replaceAll(noWidth, '').trim());
  return one === other;
}

/** A word joiner. */
export const noWidth = '\u2060';

/** Shown for control characters and lone surrogates, so that a name made of them is not empty. */
const replacement = '\ufffd';

/** Truncates a text without splitting a surrogate pair, which a URI cannot contain. */
export function beginningOf(text: string, longest: number): string {
  return text.slice(0, longest).replace(/\p{Surrogate}$/u, '');
}

/** A label with one of our icons. */
export function iconLabel(icon: string | undefined, text: string): string {
  return icon === undefined ? plainText(text) : `$(${icon}) ${plainText(text)}`;
}

/** A link in a message that runs one of our commands without arguments. */
export function commandLink(label: string, command: `logbench.${string}`): string {
  return `[${label}](command:${command})`;
}
