import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PlatformClient } from '../../core/api/client';
import { createTable } from '../../core/api/operations/tables';
import { printString } from '../../core/language/printExpression';
import { runQuery } from '../../core/api/runQuery';

/** The field with the one-based line of an event. */
export const lineField = '_line';

/** Characters per batch: far below the limit of the platform, and large enough to be efficient. */
const batchLength = 1_000_000;

/**
 * Loads a file of JSON events and returns their tables. There are several if names differ only in case, which
 * one table does not support.
 */
export async function loadEvents(client: PlatformClient, file: string): Promise<readonly string[]> {
  const tables: EventTable[] = [];
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  for await (const { text, line } of readJsonObjects(lines)) {
    const event = withoutLine(parseEvent(text, file, line));
    const table = tables.find((candidate) => candidate.fits(event)) ?? (await addTable(client, tables));
    await table.add(event, line);
  }
  for (const table of tables) await table.flush();
  if (tables.length === 0) throw new Error(`${file} has no events.`);
  return tables.map(({ name }) => name);
}

function parseEvent(text: string, file: string, line: number): FlatEvent {
  try {
    return readEvent(text);
  } catch (error) {
    throw new Error(`${file}:${line}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A field of the same name in any case would replace the line. */
function withoutLine(event: FlatEvent): FlatEvent {
  return new Map([...event].filter(([name]) => name.toLowerCase() !== lineField));
}

async function addTable(client: PlatformClient, tables: EventTable[]): Promise<EventTable> {
  const name = tables.length === 0 ? 'events' : `events_${tables.length + 1}`;
  await client.send(createTable(name));
  const table = new EventTable(name, client);
  tables.push(table);
  return table;
}

class EventTable {
  readonly #names = new Map<string, string>();
  #rows: string[] = [];
  #length = 0;

  constructor(
    readonly name: string,
    private readonly client: PlatformClient,
  ) {}

  fits(event: FlatEvent): boolean {
    return [...event.keys()].every((name) => (this.#names.get(name.toLowerCase()) ?? name) === name);
  }

  async add(event: FlatEvent, line: number): Promise<void> {
    for (const name of event.keys()) this.#names.set(name.toLowerCase(), name);
    const row = JSON.stringify(Object.fromEntries([...event, [lineField, String(line)]]));
    this.#rows.push(row);
    this.#length += row.length;
    if (this.#length >= batchLength) await this.flush();
  }

  /** As rows of a query, because an upload would detect types such as times in texts. */
  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const rows = printString(`[${this.#rows.join(',')}]`);
    this.#rows = [];
    this.#length = 0;
    await runQuery(this.client, `json ${rows} | import ${this.name} | limit 0`);
  }
}

/** The text of a JSON object and its one-based line. */
interface LocatedObject {
  readonly text: string;
  readonly line: number;
}

/**
 * The objects of a text, one per line, over several lines, or in an array. Anything else is passed on, so
 * that the parser reports it.
 */
export async function* readJsonObjects(lines: AsyncIterable<string>): AsyncGenerator<LocatedObject> {
  const reader = new ObjectReader();
  for await (const line of lines) yield* reader.read(line);
  yield* reader.finish();
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],]|\s+|[^"{}[\],\s]+/g;

class ObjectReader {
  #line = 0;
  #begin = 0;
  #text = '';
  #depth = 0;
  #isList = false;

  *read(line: string): Generator<LocatedObject> {
    this.#line++;
    // Removes a byte order mark.
    const text = this.#line === 1 ? line.replace(/^\uFEFF/, '') : line;
    for (const [token] of text.matchAll(tokens)) {
      if (this.#depth > 0 || !this.#isBetween(token)) this.#add(token);
      if (this.#depth === 0) yield* this.finish();
    }
    if (this.#depth > 0) this.#text += '\n';
  }

  *finish(): Generator<LocatedObject> {
    if (this.#text !== '') yield { text: this.#text, line: this.#begin };
    this.#text = '';
  }

  /** Whitespace, and the punctuation of an array. */
  #isBetween(token: string): boolean {
    if (token.trim() === '') return true;
    if (token === '[' && !this.#isList) return (this.#isList = true);
    return this.#isList && (token === ',' || token === ']');
  }

  #add(token: string): void {
    if (this.#text === '') this.#begin = this.#line;
    this.#text += token;
    if (token === '{' || token === '[') this.#depth++;
    else if (this.#depth > 0 && (token === '}' || token === ']')) this.#depth--;
  }
}

/** The fields of an event as texts. */
type FlatEvent = ReadonlyMap<string, string>;

type Json = string | boolean | null | readonly Json[] | JsonObject;

interface JsonObject {
  readonly [name: string]: Json;
}

/**
 * Parses one event. A Windows event with `Event.System` and `Event.EventData` becomes the fields that rules
 * use; in other objects, names of nested fields are joined with dots.
 */
export function readEvent(line: string): FlatEvent {
  const parsed = JSON.parse(withNumbersAsTexts(line)) as Json;
  if (!isObject(parsed)) throw new SyntaxError('An event must be a JSON object.');
  const windows = member(parsed, 'Event') ?? parsed;
  const fields = new Map<string, string>();
  const system = member(windows, 'System');
  if (isObject(system)) addWindowsFields(windows, system, fields);
  else addFields(parsed, '', fields);
  return fields;
}

/** Numbers keep their digits as written. */
function withNumbersAsTexts(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\[^])*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const systemFields = ['EventID', 'Channel', 'Computer', 'Level', 'Task', 'Opcode', 'Keywords'];

/** Fields of the event itself override those that all events have. */
function addWindowsFields(event: Json, system: Json, fields: Map<string, string>): void {
  for (const part of ['EventData', 'UserData']) addLeaves(part, member(event, part), fields);
  for (const name of systemFields) addOnce(name, asText(member(system, name)), fields);
  addOnce('Provider_Name', asText(attribute(member(system, 'Provider'), 'Name')), fields);
  addOnce('_time', asText(attribute(member(system, 'TimeCreated'), 'SystemTime')), fields);
}

/** XML converters put attributes into a separate object, or next to the elements, with or without a prefix. */
function attribute(element: Json | undefined, name: string): Json | undefined {
  return member(member(element, '#attributes'), name) ?? member(element, `@${name}`) ?? member(element, name);
}

/** The leaf elements, by their names without spaces. */
function addLeaves(name: string, value: Json | undefined, fields: Map<string, string>): void {
  if (isList(value) && value.some((item) => attribute(item, 'Name') !== undefined)) {
    for (const item of value) addLeaves(name, item, fields);
    return;
  }
  const elements = elementsOf(value);
  if (elements.length === 0) {
    const own = asText(attribute(value, 'Name')) ?? name;
    addOnce(own.replaceAll(/\s/g, ''), contentOf(value), fields);
    return;
  }
  for (const [key, inner] of elements) addLeaves(key, inner, fields);
}

function elementsOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  if (!isObject(value) || Object.hasOwn(value, '#text')) return [];
  return Object.entries(value).filter(([key]) => !/^[#@]/.test(key));
}

/** The content of a leaf element; undefined if it has only attributes. */
function contentOf(value: Json | undefined): string | undefined {
  return asText(isObject(value) ? member(value, '#text') : value);
}

function addFields(value: JsonObject, prefix: string, fields: Map<string, string>): void {
  for (const [key, inner] of Object.entries(value)) {
    if (isObject(inner)) addFields(inner, `${prefix}${key}.`, fields);
    else addOnce(`${prefix}${key}`, asText(inner), fields);
  }
}

function addOnce(name: string, text: string | undefined, fields: Map<string, string>): void {
  if (text !== undefined && !fields.has(name)) fields.set(name, text);
}

/** Several values become one text with a line each. */
function asText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return String(value);
  if (isObject(value)) return Object.hasOwn(value, '#text') ? asText(value['#text']) : JSON.stringify(value);
  return value.flatMap((item) => asText(item) ?? []).join('\n');
}
