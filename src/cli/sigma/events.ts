/** The fields of an event as texts. */
export type FlatEvent = ReadonlyMap<string, string>;

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
