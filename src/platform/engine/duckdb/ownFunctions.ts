import { createHash, randomBytes } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import { DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { readJsonRows } from '../../../core/language/readJsonRows';
import { cipher } from '../functions/ciphers';
import type { Direction } from '../functions/ciphers';
import { decodeBytes, encodeText } from '../functions/charsets';
import { javaFormat } from '../functions/javaFormat';
import { groupsOf, readJavaPattern, replaceAll } from '../functions/javaPattern';
import { readDate } from '../functions/javaDate';
import { chunkTooLarge, functionTooSlow, maxChunkSize } from '../run/failureReason';
import { plainJson } from './plainJson';
import { xmlToJson } from './readXml';

/** A function in JavaScript for what SQL cannot do: of texts, none of them null. Bytes are hexadecimal. */
export interface OwnFunction {
  readonly parameters: number;
  readonly run: (...texts: string[]) => string | null | undefined;
  /** Whether the value differs from call to call. */
  readonly varies?: true;
  /** Whether a short text may take forever. */
  readonly backtracks?: true;
}

const functions = {
  match: {
    parameters: 2,
    backtracks: true,
    run: (text, pattern) =>
      String(withPattern(pattern, ({ regex }) => ((regex.lastIndex = 0), regex.test(text)))),
  },
  groups: {
    parameters: 2,
    backtracks: true,
    // Without a part in the match a group is empty, as the engine has it.
    run: (text, pattern) =>
      withPattern(pattern, (read) => jsonOf(groupsOf(read, text)?.map((group = '') => group))),
  },
  rex: {
    parameters: 2,
    backtracks: true,
    run: (text, pattern) => withPattern(pattern, (read) => jsonOf(groupsOf(read, text))),
  },
  replace: {
    parameters: 3,
    backtracks: true,
    run: (text, pattern, by) => withPattern(pattern, (read) => replaceAll(read, text, by)),
  },
  format: { parameters: 2, run: (pattern, values) => javaFormat(pattern, valuesOf(values)) },
  date: {
    parameters: 3,
    run: (text, pattern, locale) => readDate(text, pattern, locale)?.toISOString().replace('Z', ''),
  },
  encode: { parameters: 2, run: (text, charset) => encodeText(text, charset)?.toString('hex') },
  decode: { parameters: 2, run: (bytes, charset) => decodeBytes(Buffer.from(bytes, 'hex'), charset) },
  urlencode: { parameters: 2, run: (text, charset) => urlText(encodeText(text, charset)) },
  urldecode: { parameters: 2, run: (text, charset) => decodeBytes(urlBytes(text), charset) },
  hash: {
    parameters: 2,
    run: (algorithm, bytes) => createHash(algorithm).update(bytes, 'hex').digest('hex'),
  },
  randbytes: { parameters: 1, varies: true, run: (count) => randomBytes(Number(count)).toString('hex') },
  cipher: {
    parameters: 5,
    run: (direction, name, key, bytes, vector) =>
      cipher(
        direction as Direction,
        name,
        Buffer.from(key, 'hex'),
        Buffer.from(bytes, 'hex'),
        vector === '' ? undefined : Buffer.from(vector, 'hex'),
      )?.toString('hex'),
  },
  flatten: { parameters: 1, run: flatten },
  json: { parameters: 2, run: (text, options) => plainJson(text, options) },
  xml: { parameters: 1, run: (text) => xmlToJson(text) },
} as const satisfies Readonly<Record<string, OwnFunction>>;

/** On the state of a platform, which has them. */
export type StateFunction = 'remember' | 'remembered' | 'feed' | 'context' | 'variable' | 'setvariable';
type Name = keyof typeof functions | StateFunction | 'geoip';

/** Prints a call. Null if an argument is. */
export function ownFunction(name: Name, ...args: readonly string[]): string {
  return `logbench_${name}(${args.join(', ')})`;
}

/** All connections of the database have them. */
export function registerOwnFunctions(
  connection: DuckDBConnection,
  more: Readonly<Record<string, OwnFunction>>,
): void {
  for (const [name, { parameters, run, varies = false, backtracks = false }] of Object.entries<OwnFunction>({
    ...functions,
    ...more,
  })) {
    connection.registerScalarFunction(
      DuckDBScalarFunction.create({
        name: `logbench_${name}`,
        returnType: VARCHAR,
        parameterTypes: Array.from({ length: parameters }, () => VARCHAR),
        volatile: varies,
        mainFunction: (_info, input, output) => {
          const columns = Array.from({ length: parameters }, (_, index) => input.getColumnVector(index));
          const work = (): void => {
            let size = 0;
            for (let row = 0; row < input.rowCount; row++) {
              const texts = columns.map((column) => column.getItem(row) as string | null);
              const result = texts.every((text) => text !== null) ? (run(...texts) ?? null) : null;
              size += result?.length ?? 0;
              if (size > maxChunkSize) throw new Error(chunkTooLarge);
              output.setItem(row, result);
            }
          };
          if (Object.hasOwn(functions, name)) withinTime(work, backtracks ? maxBacktracking : maxTime);
          else work();
          output.flush();
        },
      }),
    );
  }
}

/** Milliseconds. */
const maxBacktracking = 400;
const maxTime = 5000;
const context = createContext({ work: (): void => undefined });
const call = new Script('work()');

/**
 * Ends what takes long, such as a pattern that backtracks without end. The rows are those of one chunk of the engine,
 * at most 2,048: other requests are served between chunks.
 */
function withinTime(work: () => void, timeout: number): void {
  context['work'] = work;
  try {
    call.runInContext(context, { timeout });
  } catch (error) {
    // An error of another context is no instance of this one's class.
    const { code } = error as { readonly code?: unknown };
    throw code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new Error(functionTooSlow, { cause: error }) : error;
  }
}

/** Null for what is no pattern. */
function withPattern<T>(
  pattern: string,
  use: (read: NonNullable<ReturnType<typeof readJavaPattern>>) => T,
): T | undefined {
  const read = readJavaPattern(pattern);
  return read && use(read);
}

function jsonOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

type FormatValues = Parameters<typeof javaFormat>[1];

/** One list may stand for all values. Decimals are written with a point. */
function valuesOf(json: string): FormatValues {
  const [row] =
    readJsonRows(`{"v":${json}}`, (text) => (/[.eE]/.test(text) ? Number(text) : BigInt(text))) ?? [];
  const [first, ...others] = (row?.['v'] ?? []) as readonly unknown[];
  const values =
    others.length === 0 && Array.isArray(first) ? (first as readonly unknown[]) : [first, ...others];
  return values.map((value) =>
    typeof value === 'object' && value !== null ? textOf(value) : value,
  ) as FormatValues;
}

function textOf(value: object): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : item));
}

/** As application/x-www-form-urlencoded, but with %20 for a blank. */
function urlText(bytes: Buffer | undefined): string | undefined {
  return (
    bytes &&
    Array.from(bytes, (byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.*~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }).join('')
  );
}

function urlBytes(text: string): Buffer {
  const parts = text.split(/(%[0-9a-fA-F]{2})/);
  return Buffer.concat(
    parts.map((part) =>
      /^%[0-9a-fA-F]{2}$/.test(part)
        ? Buffer.from(part.slice(1), 'hex')
        : Buffer.from(part.replaceAll('+', ' ')),
    ),
  );
}

/** The brackets of lists in a list are left out, but not those in maps or texts. */
function flatten(json: string): string {
  const items: string[] = [];
  let item = '';
  let depth = 0;
  for (const [part] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]|[^"[\]{},]+/gs)) {
    if (depth === 0 && '[],'.includes(part)) {
      if (item !== '') items.push(item);
      item = '';
      continue;
    }
    if (part === '{') depth++;
    if (part === '}') depth--;
    item += part;
  }
  return `[${items.join(',')}]`;
}
