/** Text that may name a person is computed when it is shown, because hiding can change at any time. */
export type Words = string | (() => string);

export function wordsOf(words: Words): string;
export function wordsOf(words: Words | undefined): string | undefined;
export function wordsOf(words: Words | undefined): string | undefined {
  return typeof words === 'function' ? words() : words;
}
