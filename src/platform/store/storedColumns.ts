import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName } from './sqlText';
import { readNumbers } from './sqlValue';
import type { Column, ColumnType } from './tableScan';

/** A column of staged rows, with a type of the engine. */
export interface EngineColumn {
  readonly name: string;
  readonly engineType: string;
}

/** A column of a segment, and how its values are computed from the staged rows. */
export interface StoredColumn extends Column {
  readonly expression: string;
  /** Whether the engine may have rewritten a number of its JSON: it is exact only for integers of 64 bits. */
  readonly isRewritable?: boolean;
}

/**
 * Finds a stored type for each column that changes no value. JSON columns get the type of their values, or stay JSON
 * as `LIST`, `MAP` or `JSON`. Texts stay texts, unless numbers are wanted: then a column is a number if all of its
 * values, printed again, are the same texts.
 */
export async function storedColumns(
  connection: DuckDBConnection,
  relation: string,
  columns: readonly EngineColumn[],
  readsNumbers: boolean,
): Promise<StoredColumn[]> {
  const texts = readsNumbers ? await textColumns(connection, relation, columns) : undefined;
  const classifiers = columns.map(({ name, engineType }) => {
    if (isJsonLike(engineType)) return jsonClass(asVarchar(name));
    const isText = engineType !== 'VARCHAR' || !texts || texts.has(name);
    return isText ? undefined : textClass(quoteName(name));
  });
  const measured = classifiers.filter((classifier) => classifier !== undefined);
  const found = await readClasses(connection, relation, measured);
  return columns.map((column, index) => {
    const classes = classifiers[index] === undefined ? undefined : (found.shift() ?? 0);
    return storedColumn(column, classes);
  });
}

/** Columns that need not be read as numbers, because one of the first rows has a text: most of them do. */
async function textColumns(
  connection: DuckDBConnection,
  relation: string,
  columns: readonly EngineColumn[],
): Promise<ReadonlySet<string>> {
  const classifiers = columns.map(({ name, engineType }) =>
    engineType === 'VARCHAR' ? textClass(quoteName(name)) : 'NULL',
  );
  const found = await readClasses(connection, `(FROM ${relation} LIMIT ${sampledRows})`, classifiers);
  // The original text of a log is stored as text, even if all lines are numbers.
  const isText = ({ name }: EngineColumn, index: number): boolean =>
    name === 'line' || ((found[index] ?? 0) & text) > 0;
  return new Set(columns.filter(isText).map(({ name }) => name));
}

const sampledRows = 2048;

/** The classes of values of each column, as a sum of powers of two. */
async function readClasses(
  connection: DuckDBConnection,
  relation: string,
  classifiers: readonly string[],
): Promise<number[]> {
  if (classifiers.length === 0) return [];
  const lists = classifiers.map((classifier) => `bit_or(${classifier})`);
  return [...(await readNumbers(connection, `SELECT unnest([${lists.join(', ')}]) FROM ${relation}`))];
}

/** Large integers of a query are stored like those of JSON. */
function isJsonLike(engineType: string): boolean {
  return engineType === 'JSON' || engineType === 'HUGEINT' || engineType === 'UBIGINT';
}

/** A JSON value as text; the engine's JSON functions would print numbers in another way. */
function asVarchar(name: string): string {
  return `CAST(${quoteName(name)} AS VARCHAR)`;
}

const text = 1;
const list = 2;
const map = 4;
const truth = 8;
const integer = 16;
const decimal = 32;
const unsigned = 64;
/** A number that no type can represent, which is stored as a text. */
const otherNumber = 128;
const negative = 256;

/** By the first character, because values are JSON, in which the engine accepts `nan` and `inf` as numbers. */
function jsonClass(value: string): string {
  return `CASE WHEN ${value} IS NULL THEN NULL ELSE CASE ascii(${value}) WHEN 34 THEN ${text} WHEN 91 THEN ${list} WHEN 123 THEN ${map}
    WHEN 116 THEN ${truth} WHEN 102 THEN ${truth} WHEN 110 THEN CASE ${value} WHEN 'null' THEN NULL ELSE ${otherNumber} END ELSE ${numberClass(value)} END END`;
}

function numberClass(value: string): string {
  return `CASE ${integerClasses(value)}
    WHEN regexp_matches(${value}, '[.eE]') AND isfinite(TRY_CAST(${value} AS DOUBLE)) THEN ${decimal}
    ELSE ${otherNumber} END`;
}

function integerClasses(value: string): string {
  const sign = `CASE WHEN starts_with(${value}, '-') THEN ${negative} ELSE ${integer} END`;
  // A conversion that fails takes long, so it is tried only for as many digits as these integers have.
  return `WHEN ${printsAs(value, 'BIGINT')} THEN ${sign}
    WHEN strlen(${value}) BETWEEN 19 AND 20 AND ${printsAs(value, 'UBIGINT')} THEN ${unsigned}`;
}

function textClass(value: string): string {
  return `CASE WHEN ${value} IS NULL THEN NULL ${integerClasses(value)}
    WHEN ${printsAs(value, 'DOUBLE')} AND isfinite(TRY_CAST(${value} AS DOUBLE)) THEN ${decimal}
    ELSE ${text} END`;
}

function printsAs(value: string, type: string): string {
  return `CAST(TRY_CAST(${value} AS ${type}) AS VARCHAR) = ${value}`;
}

function storedColumn(column: EngineColumn, classes: number | undefined): StoredColumn {
  if (classes === undefined) return convertedColumn(column.name, column.engineType);
  return isJsonLike(column.engineType) ? jsonColumn(column, classes) : textColumn(column, classes);
}

function jsonColumn({ name, engineType }: EngineColumn, classes: number): StoredColumn {
  // The engine has integers beyond those of the store, which JSON keeps.
  const isHuge = engineType === 'HUGEINT' && (classes & otherNumber) > 0;
  const type = isHuge ? 'JSON' : (typesByClasses.get(classes) ?? 'JSON');
  const isRewritable = (classes & (decimal | otherNumber | list | map)) > 0;
  return {
    name,
    type,
    expression: jsonExpression(quoteName(name), type, isHuge ? 0 : classes),
    isRewritable,
  };
}

function textColumn({ name }: EngineColumn, classes: number): StoredColumn {
  const quoted = quoteName(name);
  if (classes === 0) return { name, type: 'NULL', expression: quoted };
  if (classes & text) return { name, type: 'VARCHAR', expression: quoted };
  // As JSON, integers next to decimals are not rewritten.
  const type = typesByClasses.get(classes) ?? 'JSON';
  return { name, type, expression: `CAST(${quoted} AS ${type})` };
}

const typesByClasses: ReadonlyMap<number, ColumnType> = new Map([
  [0, 'NULL'],
  [text, 'VARCHAR'],
  [otherNumber, 'VARCHAR'],
  [text + otherNumber, 'VARCHAR'],
  [list, 'LIST'],
  [map, 'MAP'],
  [truth, 'BOOLEAN'],
  [integer, 'BIGINT'],
  [negative, 'BIGINT'],
  [integer + negative, 'BIGINT'],
  [unsigned, 'UBIGINT'],
  [integer + unsigned, 'UBIGINT'],
  [decimal, 'DOUBLE'],
]);

function jsonExpression(quoted: string, type: ColumnType, classes: number): string {
  const printed = `CAST(${quoted} AS VARCHAR)`;
  switch (type) {
    case 'VARCHAR':
    case 'NULL':
      return `(CAST(${quoted} AS JSON) ->> '$')`;
    case 'LIST':
    case 'MAP':
    case 'JSON': {
      const other =
        classes & otherNumber ? `WHEN ${jsonClass(printed)} = ${otherNumber} THEN to_json(${printed}) ` : '';
      // A null inside JSON is one outside of it.
      return `CASE ${other}WHEN ${printed} <> 'null' THEN CAST(${quoted} AS JSON) END`;
    }
    default:
      return `TRY_CAST(${printed} AS ${type})`;
  }
}

/** For columns with a type of the engine, such as those of a query. */
function convertedColumn(name: string, engineType: string): StoredColumn {
  const quoted = quoteName(name);
  const type = storedType(engineType);
  const isNested = type === 'LIST' || type === 'MAP';
  return { name, type, expression: isNested ? `to_json(${quoted})` : `CAST(${quoted} AS ${type})` };
}

/** The stored type for an engine type. */
export function storedType(engineType: string): ColumnType {
  const name = engineType.toUpperCase();
  if (name === 'BOOLEAN') return 'BOOLEAN';
  if (/^U?(TINYINT|SMALLINT|INTEGER)$|^BIGINT$/.test(name)) return 'BIGINT';
  if (/^(FLOAT|DOUBLE|DECIMAL\(\d+,\s?\d+\))$/.test(name)) return 'DOUBLE';
  if (/^(DATE|TIMESTAMP(_S|_MS|_NS)?|TIMESTAMP WITH TIME ZONE)$/.test(name)) return 'TIMESTAMP';
  if (/\[\d*\]$/.test(name)) return 'LIST';
  return /^(STRUCT|MAP)\(/.test(name) ? 'MAP' : 'VARCHAR';
}
