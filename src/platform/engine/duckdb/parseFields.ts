import { bindExpression } from '../plan/bindExpression';
import { commonKind, findColumn, overlayColumns } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { once } from './once';
import { ownFunction } from './ownFunctions';
import { isJson, printConversion } from './printConversion';
import { printExpression, printField } from './sqlExpression';
import { packMixed } from './printMixed';
import { mapStep } from './step';
import type { PrintedColumn, Step } from './step';
import { quoteText } from '../../store/sqlText';
import { columnAt, sqlType } from './sqlValues';
import type { StoredRows } from '../run/resultRows';

/** Further fields of one text are ignored. */
const maxFields = 1000;

/**
 * The step that parses a text into fields. The fields depend on the rows, so these are scanned once before
 * the step is printed.
 */
export async function parseStep(
  operator: OperatorOf<'parse'>,
  rows: StoredRows,
  session: EngineSession,
): Promise<Step> {
  const from = `FROM ${rows.table} WHERE rowid >= ${rows.start} AND rowid < ${rows.end}`;
  const found = await formats[operator.format](operator, rows.schema, from, session);
  return printStep(operator, rows.schema, found);
}

interface ParsedText {
  /** The text, parsed once for all fields, whose expressions refer to it as `parsed`. */
  readonly parsed: string;
  readonly fields: readonly PrintedColumn[];
  /** Whether `parsed` is null for some rows, which stay as they are. */
  readonly leavesRows?: boolean;
  /** The condition for a row to stay. */
  readonly kept?: string | undefined;
}

function printStep(
  { command, overlay }: OperatorOf<'parse'>,
  schema: Schema,
  { parsed, fields, leavesRows = false, kept: condition }: ParsedText,
): Step {
  const kept = overlay || leavesRows ? schema : [];
  const added = fields.map(({ name, kind }) => ({
    name,
    kind: commonKind(kind, findColumn(kept, name)?.kind ?? 'null'),
  }));
  const result = overlayColumns(kept, added);
  const expressions = result.map(({ name, kind }) => {
    const field = fields.find((one) => one.name === name);
    const old = findColumn(kept, name);
    const column = old && printConversion(columnAt(schema.indexOf(old)), old.kind, kind);
    const oldValue = column === undefined || overlay ? column : `CASE WHEN parsed IS NULL THEN ${column} END`;
    if (!field) return oldValue ?? 'NULL';
    // A row in which the field was not found keeps its value.
    const read = printConversion(`(${field.sql})`, field.kind, kind);
    return oldValue === undefined ? read : `coalesce(${read}, ${oldValue})`;
  });
  const step = mapStep(command, result, expressions);
  const where = condition === undefined ? '' : ` WHERE ${condition}`;
  return {
    ...step,
    keepsCount: condition === undefined,
    print: (from, carried) =>
      step.print(`SELECT * FROM (SELECT *, ${parsed} AS parsed FROM (${from}))${where}`, carried),
  };
}

/** Scans the texts of the rows in `FROM`. */
type FormatOf = (
  operator: OperatorOf<'parse'>,
  schema: Schema,
  from: string,
  session: EngineSession,
) => Promise<ParsedText>;

function textOf({ field }: OperatorOf<'parse'>, schema: Schema): string {
  return printField(field, 'string', schema);
}

const formats: Readonly<Record<OperatorOf<'parse'>['format'], FormatOf>> = {
  json: async (operator, schema, from, session) => {
    const { cutoff, lenient, flatten } = operator.json;
    const whole = textOf(operator, schema);
    const text = cutoff > 0 ? `left(${whole}, ${cutoff})` : whole;
    const read = ownFunction(
      'json',
      text,
      quoteText(`${lenient ? 'lenient ' : ''}${flatten ? 'flatten' : ''}`),
    );
    // The engine reads plain JSON much faster.
    const strict = `CASE WHEN json_valid(${text}) THEN ${text} ELSE ${read} END`;
    const object = `TRY_CAST(${flatten ? read : strict} AS JSON)`;
    const found = await objectFields(
      `CASE WHEN json_type(${object}) = 'OBJECT' THEN ${object} END`,
      from,
      session,
    );
    // Nothing is left of JSON that was cut.
    const isCut = `length(${whole}) > ${cutoff} AND starts_with(ltrim(${whole}), '{')`;
    return cutoff > 0 ? { ...found, kept: `parsed IS NOT NULL OR NOT coalesce(${isCut}, false)` } : found;
  },
  map: (operator, schema, from, session) =>
    objectFields(printField(operator.field, 'map', schema), from, session),
  xml: (operator, schema, from, session) =>
    objectFields(`CAST(${ownFunction('xml', textOf(operator, schema))} AS JSON)`, from, session),
  anchors: (operator, schema) => {
    const fields = operator.anchors.map(({ field, value }) => {
      const bound = bindExpression(value, schema);
      return { name: field, kind: bound.kind, sql: printExpression(bound, schema) };
    });
    return Promise.resolve({ parsed: 'true', fields });
  },
  kv: async (operator, schema, from, session) => {
    const { pairDelimiter, keyDelimiter } = operator;
    const pairs = printPairs(textOf(operator, schema), pairDelimiter, keyDelimiter);
    const parsed = printKeysAndValues(pairs, keyDelimiter);
    const location = 'len(parsed.keys) - generate_subscripts(parsed.keys, 1)';
    const keys = `SELECT number, unnest(parsed.keys) AS name, ${location} AS position
      FROM (SELECT ${parsed} AS parsed, rowid AS number ${from})`;
    const found = await session.read(
      `SELECT name FROM (${keys}) WHERE name <> '' GROUP BY name ORDER BY min(number), min(position) LIMIT ${maxFields}`,
    );
    return {
      parsed,
      fields: found.map(([name]) => ({
        name: String(name),
        kind: 'string',
        sql: `parsed.values[list_position(parsed.keys, ${quoteText(String(name))})]`,
      })),
    };
  },
  csv: async (operator, schema, from, session) => {
    const { names } = operator;
    const parsed = printItems(textOf(operator, schema), operator);
    const [largest] = await session.read(`SELECT coalesce(max(len(${parsed})), 0) ${from}`);
    return {
      parsed,
      fields: Array.from(
        { length: Math.max(names.length, Math.min(Number(largest?.[0] ?? 0), maxFields)) },
        (_, index) => {
          const item = operator.isStrict ? `parsed[${index + 1}]` : `trim(parsed[${index + 1}])`;
          const inner = `replace(substr(${item}, 2, length(${item}) - 2), '""', '"')`;
          const plain = operator.isStrict ? inner : `replace(${inner}, '\\"', '"')`;
          // One function, because the engine takes minutes to plan a thousand conditions with AND.
          const isQuoted = `regexp_full_match(${item}, '(?s)".*"')`;
          const sql = `CASE WHEN ${isQuoted} THEN ${plain} ELSE parsed[${index + 1}] END`;
          return { name: names[index] ?? `column${index}`, kind: 'string', sql };
        },
      ),
    };
  },
};

/** The fields of objects. A row without an object stays as it is. */
async function objectFields(object: string, from: string, session: EngineSession): Promise<ParsedText> {
  const names = await jsonNames(object, from, session);
  const [unread] = await session.read(`SELECT 1 ${from} AND ${object} IS NULL LIMIT 1`);
  const leavesRows = unread !== undefined;
  if (names.length === 0) return { parsed: object, fields: [], leavesRows };
  // The engine parses a text once for a list of pointers, but once for each single pointer.
  const pointers = `[${names.map((name) => quoteText(jsonPointer(name))).join(', ')}]`;
  const types = `SELECT unnest(json_type(${object}, ${pointers})) AS type, unnest(range(${names.length})) AS position ${from}`;
  const found = await session.read(
    `SELECT string_agg(DISTINCT type, ',') FROM (${types}) GROUP BY position ORDER BY position`,
  );
  const fields = names.map((name, index) => jsonField(name, index, String(found[index]?.[0] ?? '')));
  return {
    parsed: `json_extract(${object}, ${pointers})`,
    // A null is as if its key were absent.
    fields: fields.filter(({ kind }) => kind !== 'null'),
    leavesRows,
  };
}

/** In order of first appearance. */
async function jsonNames(object: string, from: string, session: EngineSession): Promise<readonly string[]> {
  const first = `list_slice(json_keys(${object}), 1, ${maxFields})`;
  const keys = `SELECT number, unnest(names) AS name, generate_subscripts(names, 1) AS position
    FROM (SELECT ${first} AS names, rowid AS number ${from})`;
  const found = await session.read(
    `SELECT name FROM (${keys}) GROUP BY name ORDER BY min(number), min(position) LIMIT ${maxFields}`,
  );
  return found.map(([name]) => String(name));
}

function jsonPointer(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const jsonKinds: Readonly<Record<string, Kind>> = {
  BIGINT: 'long',
  UBIGINT: 'hugeint',
  DOUBLE: 'double',
  VARCHAR: 'string',
  BOOLEAN: 'bool',
  ARRAY: 'list',
  OBJECT: 'map',
  NULL: 'null',
};

function jsonField(name: string, index: number, types: string): PrintedColumn {
  const kind = types
    .split(',')
    .map((type) => jsonKinds[type] ?? 'any')
    .reduce(commonKind, 'null');
  const value = `parsed[${index + 1}]`;
  const json = `CASE WHEN json_type(${value}) <> 'NULL' THEN ${value} END`;
  if (isJson(kind)) return { name, kind, sql: json };
  if (kind === 'any') return { name, kind, sql: packMixed(value, 'json') };
  const text = `json_extract_string(${value}, '$')`;
  if (kind === 'double') return { name, kind, sql: printConversion(text, 'string', kind) };
  return { name, kind, sql: kind === 'string' ? text : `TRY_CAST(${text} AS ${sqlType(kind)})` };
}

/** Pairs such as `a=1` and `b="x y"`. A quoted value may contain the delimiter if that is one character. */
function printPairs(text: string, pairDelimiter: string, keyDelimiter: string): string {
  if (lengthOf(pairDelimiter) !== 1 || lengthOf(keyDelimiter) !== 1) {
    return `list_filter(string_split(${text}, ${quoteText(pairDelimiter)}), lambda pair: contains(pair, ${quoteText(keyDelimiter)}))`;
  }
  const [pair, key] = [escapeForClass(pairDelimiter), escapeForClass(keyDelimiter)];
  return `regexp_extract_all(${text}, ${quoteText(`[^${pair}${key}]+[${key}](?:"[^"]*"|[^${pair}]*)`)})`;
}

/**
 * Parsed once for all fields, of which a text may have a thousand. In reverse order, because the last pair
 * with a key counts and lists are searched from the start.
 */
function printKeysAndValues(pairs: string, keyDelimiter: string): string {
  const delimiter = quoteText(keyDelimiter);
  const key = `trim(split_part(pair, ${delimiter}, 1))`;
  const value = `trim(trim(substr(pair, instr(pair, ${delimiter}) + ${lengthOf(keyDelimiter)})), '"')`;
  const list = (item: string): string => `list_transform(pairs, lambda pair: ${item})`;
  return once(`list_reverse(${pairs})`, 'pairs', `{'keys': ${list(key)}, 'values': ${list(value)}}`);
}

/** Items such as `1` and `"a, b"`. The delimiter follows each item, also the last, so that an empty one is found. */
function printItems(text: string, { pairDelimiter, isStrict }: OperatorOf<'parse'>): string {
  const separator = pairDelimiter.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const quoted = isStrict ? '"(?:[^"]|"")*"' : '\\s*"(?:[^"\\\\]|""|\\\\.)*"\\s*';
  const pattern = `(?s)(${quoted}|.*?)${separator}`;
  return `regexp_extract_all(${text} || ${quoteText(pairDelimiter)}, ${quoteText(pattern)}, 1)`;
}

/** In code points, which the engine counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function escapeForClass(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character;
}
