import { commonKind, overlayColumns } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { once } from './once';
import { printConversion } from './printConversion';
import { selectList } from './step';
import type { Step } from './step';
import { columnAt, quoteText } from './sqlText';
import type { StoredRows } from './storedRows';

/** More fields than this in one text are noise. */
const maxFields = 1000;

/**
 * The step that takes a text apart into fields. Which fields there are only the rows can tell, so they are looked
 * through once before the step can be printed.
 */
export async function parseStep(
  operator: OperatorOf<'parse'>,
  rows: StoredRows,
  session: EngineSession,
): Promise<Step> {
  const place = rows.schema.findIndex(({ name }) => name === operator.field);
  const kind = rows.schema[place]?.kind ?? 'null';
  const text = place < 0 ? 'CAST(NULL AS VARCHAR)' : printConversion(columnAt(place), kind, 'string');
  const format = formats[operator.format](operator, text);
  const found = await session.read(
    format.discover(
      `SELECT ${format.parsed} AS parsed, rowid AS number FROM ${rows.table}
       WHERE rowid >= ${rows.start} AND rowid < ${rows.end}`,
    ),
  );
  const fields = found.slice(0, maxFields).map((row) => format.field(row.map(String)));
  const kept = operator.overlay ? rows.schema : rows.schema.filter(({ name }) => ownFields.has(name));
  return printStep(operator.command, rows.schema, kept, fields, format.parsed);
}

/** What the platform gives each row; it stays when the other fields give way to the parsed ones. */
const ownFields: ReadonlySet<string> = new Set(['_table', '_time', '_id']);

interface ParsedField {
  readonly name: string;
  readonly kind: Kind;
  readonly sql: string;
}

interface Format {
  /** The text, taken apart in whatever way the format's other expressions understand. */
  readonly parsed: string;
  /** A statement whose rows tell the fields. */
  discover(from: string): string;
  field(row: readonly string[]): ParsedField;
}

function printStep(
  command: number,
  schema: Schema,
  kept: Schema,
  fields: readonly ParsedField[],
  parsed: string,
): Step {
  const result = overlayColumns(
    kept,
    fields.map(({ name, kind }) => ({ name, kind })),
  );
  const expressions = result.map(({ name }) => {
    const field = fields.find((one) => one.name === name);
    return field?.sql ?? columnAt(schema.findIndex((column) => column.name === name));
  });
  // A row in which nothing was found keeps the value it had.
  const overlaid = expressions.map((sql, index) => {
    const column = result[index];
    const old = column && kept.find(({ name, kind }) => name === column.name && kind === column.kind);
    const oldColumn = old && columnAt(schema.indexOf(old));
    return oldColumn === undefined || oldColumn === sql ? sql : `coalesce(${sql}, ${oldColumn})`;
  });
  return {
    command,
    schema: result,
    keepsCount: true,
    reorders: false,
    print: (from, carried) =>
      `SELECT ${selectList(overlaid, carried)} FROM (SELECT *, ${parsed} AS parsed FROM (${from}))`,
  };
}

type FormatOf = (operator: OperatorOf<'parse'>, text: string) => Format;

const formats: Readonly<Record<OperatorOf<'parse'>['format'], FormatOf>> = {
  json: (_operator, text) => ({
    parsed: `CASE WHEN json_type(TRY_CAST(${text} AS JSON)) = 'OBJECT' THEN TRY_CAST(${text} AS JSON) END`,
    discover: (from) => {
      // Each is looked for in the text by itself, and those beyond are not kept.
      const first = `list_slice(json_keys(parsed), 1, ${maxFields})`;
      const keys = `SELECT parsed, number, unnest(${first}) AS name, generate_subscripts(${first}, 1) AS place FROM (${from})`;
      const pointer = `'/' || replace(replace(name, '~', '~0'), '/', '~1')`;
      return `SELECT name, string_agg(DISTINCT json_type(parsed, ${pointer}), ',') FROM (${keys})
 GROUP BY name ORDER BY min(number), min(place)`;
    },
    field: ([name = '', types = '']) =>
      jsonField(
        name,
        types.split(',').map((type) => jsonKinds[type] ?? 'any'),
      ),
  }),
  kv: ({ pairDelimiter, keyDelimiter }, text) => ({
    parsed: printKeysAndValues(printPairs(text, pairDelimiter, keyDelimiter), keyDelimiter),
    discover: (from) => {
      const place = 'len(parsed.keys) - generate_subscripts(parsed.keys, 1)';
      const keys = `SELECT number, unnest(parsed.keys) AS name, ${place} AS place FROM (${from})`;
      return `SELECT name FROM (${keys}) WHERE name <> '' GROUP BY name ORDER BY min(number), min(place)`;
    },
    field: ([name = '']) => ({
      name,
      kind: 'string',
      sql: `parsed.values[list_position(parsed.keys, ${quoteText(name)})]`,
    }),
  }),
  csv: ({ pairDelimiter, names }, text) => ({
    parsed: `regexp_extract_all(${text}, ${quoteText(csvPattern(pairDelimiter))}, 1)`,
    discover: (from) => `SELECT unnest(range(coalesce(max(len(parsed)), 0))) FROM (${from})`,
    field: ([place = '0']) => {
      const item = `parsed[${Number(place) + 1}]`;
      const inner = `replace(substr(${item}, 2, length(${item}) - 2), '""', '"')`;
      const sql = `CASE WHEN starts_with(${item}, '"') THEN ${inner} ELSE ${item} END`;
      return { name: names[Number(place)] ?? `column${place}`, kind: 'string', sql };
    },
  }),
};

const jsonKinds: Readonly<Record<string, Kind>> = {
  BIGINT: 'long',
  UBIGINT: 'long',
  DOUBLE: 'double',
  VARCHAR: 'string',
  BOOLEAN: 'bool',
  ARRAY: 'list',
  OBJECT: 'map',
  NULL: 'null',
};

function jsonField(name: string, kinds: readonly Kind[]): ParsedField {
  const kind = kinds.reduce(commonKind, 'null');
  const pointer = quoteText(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const text = `json_extract_string(parsed, ${pointer})`;
  const json = `CASE WHEN json_type(parsed, ${pointer}) <> 'NULL' THEN json_extract(parsed, ${pointer}) END`;
  const isJson = kind === 'any' || kind === 'list' || kind === 'map';
  return {
    name,
    kind,
    sql: isJson ? json : kind === 'string' ? text : printConversion(text, 'string', kind),
  };
}

/** Pairs such as `a=1` and `b="x y"`. A value in quotes may hold the delimiter, where that is one character. */
function printPairs(text: string, pairDelimiter: string, keyDelimiter: string): string {
  if (lengthOf(pairDelimiter) !== 1 || lengthOf(keyDelimiter) !== 1) {
    return `list_filter(string_split(${text}, ${quoteText(pairDelimiter)}), lambda pair: contains(pair, ${quoteText(keyDelimiter)}))`;
  }
  const [pair, key] = [escapeForClass(pairDelimiter), escapeForClass(keyDelimiter)];
  return `regexp_extract_all(${text}, ${quoteText(`[^${pair}${key}]+[${key}](?:"[^"]*"|[^${pair}]*)`)})`;
}

/**
 * Taken apart once for all fields: a text may have a thousand of them. The last pair comes first, since of two with
 * the same key the last one counts and a list is searched from its start.
 */
function printKeysAndValues(pairs: string, keyDelimiter: string): string {
  const delimiter = quoteText(keyDelimiter);
  const key = `trim(split_part(pair, ${delimiter}, 1))`;
  const value = `trim(trim(substr(pair, instr(pair, ${delimiter}) + ${lengthOf(keyDelimiter)})), '"')`;
  const list = (item: string): string => `list_transform(pairs, lambda pair: ${item})`;
  return once(`list_reverse(${pairs})`, 'pairs', `{'keys': ${list(key)}, 'values': ${list(value)}}`);
}

function csvPattern(delimiter: string): string {
  const separator = delimiter.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const plain = lengthOf(delimiter) === 1 ? `[^${escapeForClass(delimiter)}]*` : '.*?';
  const end = lengthOf(delimiter) === 1 ? '' : `(?:${separator}|$)`;
  return end === '' ? `(?:^|${separator})("(?:[^"]|"")*"|${plain})` : `("(?:[^"]|"")*"|${plain})${end}`;
}

/** In code points, which is what the engine counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function escapeForClass(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character;
}
