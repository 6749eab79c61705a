import { invalidArgument } from '../errors';

/**
 * Parses `a=1&b=2`. A repeated name becomes a list. Unlike Node's parser, it rejects bytes that are not UTF-8
 * instead of replacing them.
 */
export function parseForm(text: string): Map<string, unknown> {
  const parameters = new Map<string, string | string[]>();
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    count += 1;
    if (count > maxParameters) throw tooManyParameters();
    const earlier = parameters.get(name);
    if (earlier === undefined) parameters.set(name, value);
    else if (Array.isArray(earlier)) earlier.push(value);
    else parameters.set(name, [earlier, value]);
  }
  return parameters;
}

/** More than any operation requires; the sender may be unauthenticated. */
export const maxParameters = 1000;

export function tooManyParameters(): Error {
  return invalidArgument('too many parameters');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidArgument('parameters should be UTF-8 text in form encoding');
  }
}
