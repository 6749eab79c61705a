import { csvLine } from '../../core/base/csvLine';
import { ownTurn } from '../ownTurn';
import type { Schema } from '../engine/plan/kind';
import type { ResultRow, ResultRows, RowRange } from '../engine/run/resultRows';

export const resultFormats = ['json', 'json-single', 'csv', 'txt'] as const;
export type ResultFormat = (typeof resultFormats)[number];

export const contentTypes: Readonly<Record<ResultFormat, string>> = {
  json: 'application/x-ndjson; charset=utf-8',
  'json-single': 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** Rows and columns of a result, and how they are written. */
export interface ResultSelection extends RowRange {
  readonly format: ResultFormat;
  /** The columns in order; all if undefined. */
  readonly fields: readonly string[] | undefined;
}

/** Formats rows in chunks; `admit` as for reading rows. */
export async function* writeResult(
  result: ResultRows,
  { format, fields, ...range }: ResultSelection,
  admit?: (bytes: number) => Promise<void>,
): AsyncGenerator<string> {
  const positions = fields
    ? fields.map((field) => result.schema.findIndex(({ name }) => name === field))
    : [...result.schema.keys()];
  const schema = positions.map(
    (position, index): Schema[number] =>
      result.schema[position] ?? { name: fields?.[index] ?? '', kind: 'null' },
  );
  const writer = writers[format](schema, result);
  if (writer.head !== undefined) yield writer.head;
  const { separator = '' } = writer;
  let text = '';
  let next = '';
  for await (const rows of result.read(range, writer.cells, admit)) {
    for (const row of rows) {
      text += next + writer.row(positions.map((index) => row[index] ?? null));
      next = separator;
      if (text.length < maxChunk) continue;
      yield text;
      text = '';
      await ownTurn();
    }
    if (text !== '') yield text;
    text = '';
  }
  if (writer.tail !== undefined) yield writer.tail;
}

/** Characters; the columns may be many times those of the rows. */
const maxChunk = 256 * 1024;

interface Writer {
  readonly cells: 'json' | 'text';
  readonly head?: string;
  readonly tail?: string;
  /** Between rows, if they do not end with a line break. */
  readonly separator?: string;
  row(cells: ResultRow): string;
}

const writers: Readonly<Record<ResultFormat, (schema: Schema, result: ResultRows) => Writer>> = {
  json: (schema) => {
    const write = jsonObject(schema);
    return { cells: 'json', row: (cells) => `${write(cells)}\n` };
  },
  'json-single': (schema, result) => ({
    cells: 'json',
    head: '{"rows":[',
    tail: `],${JSON.stringify(jsonTrailer(schema, result)).slice(1)}`,
    separator: ',',
    row: jsonObject(schema),
  }),
  csv: (schema) => separated(schema, csvLine),
  txt: (schema) =>
    separated(schema, (cells) => cells.map((text) => text.replaceAll(/[\t\r\n]/g, ' ')).join('\t')),
};

function jsonObject(schema: Schema): (cells: ResultRow) => string {
  const names = schema.map(({ name }) => JSON.stringify(name));
  return (cells) => `{${names.map((name, index) => `${name}:${cells[index] ?? 'null'}`).join(',')}}`;
}

/** The names of kinds that clients do not know. */
const shownTypes: Readonly<Partial<Record<Schema[number]['kind'], string>>> = {
  any: 'object',
  hugeint: 'long',
  ip: 'string',
  bytes: 'string',
};

function jsonTrailer(schema: Schema, result: ResultRows): Record<string, unknown> {
  return {
    total: result.count,
    field_order: schema.map(({ name }) => name),
    field_types: Object.fromEntries(schema.map(({ name, kind }) => [name, shownTypes[kind] ?? kind])),
  };
}

function separated(schema: Schema, write: (cells: readonly string[]) => string): Writer {
  const line = (cells: readonly (string | null)[]): string => `${write(cells.map((cell) => cell ?? ''))}\n`;
  return { cells: 'text', head: line(schema.map(({ name }) => name)), row: line };
}
