import { isJsonObject, tryParseJson } from '../base/json';
import type { RawRecord } from '../interface/optional';

/**
 * The conditions of a stream rule, one in a line: `2. not url contains ["/admin"]`, followed by the lines of its query,
 * indented. A condition with other fields is JSON. Undefined if this is no list of conditions.
 */
export function printConditions(commands: unknown): string | undefined {
  if (!Array.isArray(commands) || commands.length === 0) return undefined;
  if (!commands.every(isJsonObject) || hasBigInt(commands)) return undefined;
  return commands
    .map((command) => `${isPlain(command) ? printPlain(command) : JSON.stringify(command)}\n`)
    .join('');
}

/** The conditions, or the first line that is none. */
export function parseConditions(
  text: string,
): { readonly commands: readonly RawRecord[] } | { readonly line: string } {
  const commands: RawRecord[] = [];
  const queries: string[][] = [];
  for (const line of text.split('\n')) {
    const lines = queries.at(-1);
    if (line.trim() === '' || line.startsWith('  ')) {
      if (lines === undefined && line.trim() !== '') return { line };
      lines?.push(line.slice(2));
      continue;
    }
    const command = parseLine(line);
    if (command === undefined) return { line };
    commands.push(command);
    queries.push([]);
  }
  return { commands: commands.map((command, index) => withQuery(command, queries[index] ?? [])) };
}

interface PlainCommand {
  readonly template_id: string;
  readonly field_name: string;
  readonly args: unknown;
  readonly invert: boolean;
  readonly ordinal: number;
  readonly query?: string;
}

const plainTypes = Object.entries({
  template_id: 'string',
  field_name: 'string',
  invert: 'boolean',
  ordinal: 'number',
});

function isPlain(command: RawRecord): command is RawRecord & PlainCommand {
  const keys = Object.keys(command);
  return (
    plainTypes.every(([key, type]) => typeof command[key] === type) &&
    Number.isSafeInteger(command['ordinal']) &&
    Number(command['ordinal']) >= 0 &&
    keys.length === plainTypes.length + ('query' in command ? 2 : 1) &&
    'args' in command &&
    (!('query' in command) || isIndentable(command['query']))
  );
}

/** Blank lines around it would be lost, and single line ends of other systems too. */
function isIndentable(query: unknown): boolean {
  return (
    typeof query === 'string' &&
    /^\S/.test(query) &&
    /\S$/.test(query) &&
    !/[\r\u2028\u2029]|\n\s+\n/.test(query)
  );
}

function printPlain({ ordinal, invert, args, query, ...names }: PlainCommand): string {
  const condition = `${printWord(names.field_name)} ${printWord(names.template_id)} ${JSON.stringify(args)}`;
  const line = `${ordinal}. ${invert ? 'not ' : ''}${condition}`;
  const lines = query === undefined ? [] : query.split('\n').map((one) => (one === '' ? '' : `  ${one}`));
  return [line, ...lines].join('\n');
}

const bareWord = /^(?!not$)[\p{L}_][\p{L}\p{N}_.-]*$/u;

function printWord(word: string): string {
  return bareWord.test(word) ? word : JSON.stringify(word);
}

const word = /"(?:[^"\\]|\\.)*"|[\p{L}_][\p{L}\p{N}_.-]*/u.source;
const plainLine = new RegExp(`^(\\d+)\\. (not )?(${word}) (${word}) ([^\\n]+)$`, 'u');

function parseLine(line: string): RawRecord | undefined {
  if (line.startsWith('{')) {
    const command = tryParseJson(line);
    return isJsonObject(command) ? command : undefined;
  }
  const [, ordinal, not, field = '', template = '', args = ''] = plainLine.exec(line) ?? [];
  const values = [field, template].map((text) => (text.startsWith('"') ? tryParseJson(text) : text));
  const [field_name, template_id, parsed] = [...values, tryParseJson(args)];
  if (ordinal === undefined || [field_name, template_id, parsed].includes(undefined)) return undefined;
  return { template_id, field_name, args: parsed, invert: not !== undefined, ordinal: Number(ordinal) };
}

function withQuery(command: RawRecord, lines: readonly string[]): RawRecord {
  const query = lines.join('\n').trimEnd();
  return query === '' ? command : { ...command, query };
}

/** JSON of JavaScript cannot say these integers. */
function hasBigInt(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(hasBigInt);
}
