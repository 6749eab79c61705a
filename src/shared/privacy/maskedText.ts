/** Text that may name a person is computed when it is shown, because hiding can change at any time. */
export type MaskedText = string | (() => string);

export function displayText(text: MaskedText): string;
export function displayText(text: MaskedText | undefined): string | undefined;
export function displayText(text: MaskedText | undefined): string | undefined {
  return typeof text === 'function' ? text() : text;
}
