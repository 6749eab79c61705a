/** Where words name a person they are made when they are drawn: whether the name may be seen can change. */
export type Words = string | (() => string);

export function wordsOf(words: Words): string;
export function wordsOf(words: Words | undefined): string | undefined;
export function wordsOf(words: Words | undefined): string | undefined {
  return typeof words === 'function' ? words() : words;
}
