import type { FastifyInstance } from 'fastify';
import { isDeeperThan, isJsonObject, tryParseJson } from '../../core/base/json';
import { invalidArgument } from '../errors';

/** Bytes: a query of the maximum length, of which some characters are escaped. */
export const maxBody = 16 * 1024 * 1024;
/** The maximum nesting of JSON from clients, in bodies and parameters. */
export const maxNesting = 64;

/** Parses form-encoded and JSON bodies of every method to a map of parameters. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => settle(done, () => parseForm(decodeUtf8(body))),
  );
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    settle(done, () => parseJsonObject(decodeUtf8(body))),
  );
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(invalidArgument('body should be form-encoded or JSON')),
  );
}

function settle(done: (error: Error | null, body?: unknown) => void, parse: () => unknown): void {
  try {
    done(null, parse());
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidArgument('body should be UTF-8 text');
  }
}

function parseJsonObject(text: string): ReadonlyMap<string, unknown> {
  if (text.trim() === '') return new Map();
  if (hasTooManyItems(text)) throw tooManyParameters();
  const value = jsonObject(text, 'body should be a JSON object');
  if (value.size > maxParameters) throw tooManyParameters();
  if (isDeeperThan([...value.values()], maxNesting)) throw invalidArgument('body is nested too deeply');
  return value;
}

/** Counted in the text, because a small item takes many times as much memory once it is parsed. */
function hasTooManyItems(json: string): boolean {
  let isInText = false;
  let count = 0;
  for (let index = 0; index < json.length && count <= maxItems; index++) {
    const character = json[index];
    if (character === '"') isInText = !isInText;
    else if (isInText) index += character === '\\' ? 1 : 0;
    else if (character === ',' || character === '[' || character === '{') count += 1;
  }
  return count > maxItems;
}

/** The fields of a JSON object; throws the rejection for any other text. */
export function jsonObject(text: string, rejection: string): ReadonlyMap<string, unknown> {
  const value = tryParseJson(text);
  if (!isJsonObject(value)) throw invalidArgument(rejection);
  return new Map(Object.entries(value));
}

/**
 * Parses `a=1&b=2`. A repeated name becomes a list. Unlike Node's parser, it rejects bytes that are not UTF-8
 * instead of replacing them.
 */
export function parseForm(text: string): Map<string, unknown> {
  const parameters = new Map<string, string | string[]>();
  for (const pair of partsOf(text, '&', maxParameters)) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const earlier = parameters.get(name);
    if (earlier === undefined) parameters.set(name, value);
    else if (Array.isArray(earlier)) earlier.push(value);
    else parameters.set(name, [earlier, value]);
  }
  return parameters;
}

/** The parts between separators, one at a time: a text may consist of separators. */
export function* partsOf(text: string, separator: string, maxCount: number): Generator<string> {
  let count = 0;
  for (let start = 0; start < text.length;) {
    count += 1;
    if (count > maxCount) throw tooManyParameters();
    const next = text.indexOf(separator, start);
    const end = next < 0 ? text.length : next;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** More than any operation requires; the sender may be unauthenticated. */
const maxParameters = 1000;
/** The maximum length of lists: twice the number of records that a platform may have. */
export const maxItems = 200_000;

function tooManyParameters(): Error {
  return invalidArgument('too many parameters');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidArgument('parameters should be UTF-8 text in form encoding');
  }
}
