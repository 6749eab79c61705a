import type { FastifyInstance } from 'fastify';
import { isDeeperThan } from '../../shared/nesting';
import { invalidArgument } from '../errors';
import { maxParameters, parseForm, tooManyParameters } from './form';

/** The maximum nesting of JSON from clients, in bodies and parameters. */
export const deepestNesting = 64;

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

function parseJsonObject(text: string): Map<string, unknown> {
  if (text.trim() === '') return new Map();
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument('body should be a JSON object');
  }
  if (Object.keys(value).length > maxParameters) throw tooManyParameters();
  if (isDeeperThan(value, deepestNesting)) throw invalidArgument('body is nested too deeply');
  return new Map(Object.entries(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArgument('body should be a JSON object');
  }
}
