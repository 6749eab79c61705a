import { commonKind, findColumn, overlayColumns } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { once } from './once';
import { isJson, printConversion } from './printConversion';
import { printField } from './sqlExpression';
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
  const text = printField(operator.field, 'string', rows.schema);
  const from = `FROM ${rows.table} WHERE rowid >= ${rows.start} AND rowid < ${rows.end}`;
  const found = await formats[operator.format](operator, text, from, session);
  const kept = operator.overlay ? rows.schema : rows.schema.filter(({ name }) => ownFields.has(name));
  return printStep(operator.command, rows.schema, kept, found);
}

/** Fields that the platform adds to each row; they are kept when parsed fields replace the others. */
const ownFields: ReadonlySet<string> = new Set(['_table', '_time', '_id']);

interface ParsedText {
  /** The text, parsed once for all fields, whose expressions refer to it as `parsed`. */
  readonly parsed: string;
  readonly fields: readonly PrintedColumn[];
}

function printStep(command: number, schema: Schema, kept: Schema, { parsed, fields }: ParsedText): Step {
  const added = fields.map(({ name, kind }) => ({
    name,
    kind: commonKind(kind, findColumn(kept, name)?.kind ?? 'null'),
  }));
  const result = overlayColumns(kept, added);
  const expressions = result.map(({ name, kind }) => {
    const field = fields.find((one) => one.name === name);
    const old = findColumn(kept, name);
    const oldColumn = old && printConversion(columnAt(schema.indexOf(old)), old.kind, kind);
    if (!field) return oldColumn ?? 'NULL';
    // A row in which the field was not found keeps its value.
    const read = printConversion(`(${field.sql})`, field.kind, kind);
    return oldColumn === undefined ? read : `coalesce(${read}, ${oldColumn})`;
  });
  const step = mapStep(command, result, expressions);
  return {
    ...step,
    print: (from, carried) => step.print(`SELECT *, ${parsed} AS parsed FROM (${from})`, carried),
  };
}

/** Scans the texts of the rows in `FROM`. */
type FormatOf = (
  operator: OperatorOf<'parse'>,
  text: string,
  from: string,
  session: EngineSession,
) => Promise<ParsedText>;

const formats: Readonly<Record<OperatorOf<'parse'>['format'], FormatOf>> = {
  json: async (_operator, text, from, session) => {
    const object = `CASE WHEN json_type(TRY_CAST(${text} AS JSON)) = 'OBJECT' THEN TRY_CAST(${text} AS JSON) END`;
    const names = await jsonNames(object, from, session);
    if (names.length === 0) return { parsed: 'NULL', fields: [] };
    // The engine parses a text once for a list of pointers, but once for each single pointer.
    const pointers = `[${names.map((name) => quoteText(jsonPointer(name))).join(', ')}]`;
    const types = `SELECT unnest(json_type(${object}, ${pointers})) AS type, unnest(range(${names.length})) AS position ${from}`;
    const found = await session.read(
      `SELECT string_agg(DISTINCT type, ',') FROM (${types}) GROUP BY position ORDER BY position`,
    );
    const fields = names.map((name, index) => jsonField(name, index, String(found[index]?.[0] ?? '')));
    // A null is as if its key were absent.
    return {
      parsed: `json_extract(${object}, ${pointers})`,
      fields: fields.filter(({ kind }) => kind !== 'null'),
    };
  },
  kv: async ({ pairDelimiter, keyDelimiter }, text, from, session) => {
    const parsed = printKeysAndValues(printPairs(text, pairDelimiter, keyDelimiter), keyDelimiter);
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
  csv: async ({ pairDelimiter, names }, text, from, session) => {
    const parsed = printItems(text, pairDelimiter);
    const [largest] = await session.read(`SELECT coalesce(max(len(${parsed})), 0) ${from}`);
    return {
      parsed,
      fields: Array.from(
        { length: Math.max(names.length, Math.min(Number(largest?.[0] ?? 0), maxFields)) },
        (_, index) => {
          const item = `parsed[${index + 1}]`;
          const inner = `replace(substr(${item}, 2, length(${item}) - 2), '""', '"')`;
          // One function, because the engine takes minutes to plan a thousand conditions with AND.
          const isQuoted = `regexp_full_match(${item}, '(?s)".*"')`;
          const sql = `CASE WHEN ${isQuoted} THEN ${inner} ELSE ${item} END`;
          return { name: names[index] ?? `column${index}`, kind: 'string', sql };
        },
      ),
    };
  },
};

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
function printItems(text: string, delimiter: string): string {
  const separator = delimiter.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = `(?s)("(?:[^"]|"")*"|.*?)${separator}`;
  return `regexp_extract_all(${text} || ${quoteText(delimiter)}, ${quoteText(pattern)}, 1)`;
}

/** In code points, which the engine counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function escapeForClass(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character;
}
