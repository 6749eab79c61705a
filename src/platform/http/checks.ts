import { invalidArgument } from '../errors';
import type { Parameters } from './parameters';

/** Returns the value if it is one of the words; throws the interface's error otherwise. */
export function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw invalidArgument(`${name} value must be one of ${words.map((word) => `'${word}'`).join(', ')}.`);
  }
  return found;
}

/** An integer from 0 to the largest; undefined if it is absent. */
export function wholeNumber(
  parameters: Parameters,
  name: string,
  { type, largest }: { readonly type: 'int' | 'long'; readonly largest: number },
): number | undefined {
  const value = parameters.integer(name, () => invalidArgument(`'${name}' parameter should be ${type} type`));
  if (value === undefined) return undefined;
  if (value < 0n) throw invalidArgument(`'${name}' must be greater than or equal to 0.`);
  if (value > BigInt(largest)) throw invalidArgument(`'${name}' must be less than or equal to ${largest}.`);
  return Number(value);
}

/** Returns the text if it has at most `longest` characters. */
export function shortText(name: string, text: string, longest: number): string {
  // Counts code points, of which a text has at least half as many as code units.
  if (text.length > longest && (text.length > 2 * longest || Array.from(text).length > longest)) {
    throw invalidArgument(`'${name}' must be shorter than or equal to ${longest} characters.`);
  }
  return text;
}
