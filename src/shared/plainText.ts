import { shownText } from './privacy/hiddenValues';

/**
 * Shows any text as text. VS Code takes `[text](command:…)` in messages, progress and the prompts of inputs for a
 * link that runs the command, and `$(name)` in labels for an icon, and knows no escape for either: a character of
 * no width between the brackets keeps them apart. Everything that is shown to a person passes through here or is
 * `Markdown`; a test holds the sources to it.
 */
export function plainText(text: string): string {
  return addressText(shownText(text));
}

/** The same for a name that becomes part of an address: that stays what it is while sensitive values are hidden. */
export function addressText(text: string): string {
  return withoutControls(text.replace(/(?<=[\]$])(?=\()/g, noWidth));
}

/**
 * Without what cannot be seen and changes how the rest reads: a sign that turns the direction of a name turns that
 * of its surroundings as well, such as the environment beside it. And without sensitive values while they are hidden.
 */
export function readableText(text: string): string {
  return withoutControls(shownText(text));
}

function withoutControls(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/gu, replacement)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Whether a person who was shown a name has typed it, or copied it from where it was shown. */
export function readsTheSame(typed: string, name: string): boolean {
  const [one, other] = [typed, name].map((text) => plainText(text).replaceAll(noWidth, '').trim());
  return one === other;
}

/** A word joiner. */
export const noWidth = '\u2060';

/** Shown for a control character and for half of a character, so that a name made of them is not empty. */
const replacement = '\ufffd';

/** The beginning of a text, without half of a character at its end: an address cannot hold one. */
export function beginningOf(text: string, longest: number): string {
  return text.slice(0, longest).replace(/\p{Surrogate}$/u, '');
}

/** A label with an icon of our own in front of it. */
export function iconLabel(icon: string | undefined, text: string): string {
  return icon === undefined ? plainText(text) : `$(${icon}) ${plainText(text)}`;
}

/** A link in a message that runs one of our commands without arguments. */
export function commandLink(label: string, command: `logbench.${string}`): string {
  return `[${label}](command:${command})`;
}
