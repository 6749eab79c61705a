import type { FastifyInstance } from 'fastify';
import { isDeeperThan, isJsonObject, tryParseJson } from '../../shared/json';
import { invalidArgument } from '../errors';

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
  const value = jsonObject(text, 'body should be a JSON object');
  if (value.size > maxParameters) throw tooManyParameters();
  if (isDeeperThan([...value.values()], maxNesting)) throw invalidArgument('body is nested too deeply');
  return value;
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
const maxParameters = 1000;

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
