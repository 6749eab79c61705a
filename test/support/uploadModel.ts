import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startApp } from './startApp';
import type { RunningApp } from './startApp';
import { resultText, uploadText } from './uploadText';

/** Declares the tests that any JSON object and any CSV is read back equal, from files of either size. */
export function checkUploads(parameters: { readonly numRuns: number; readonly seed: number }): void {
  let app: RunningApp;
  let tables = 0;

  before(async () => {
    app = await startApp();
  });

  after(() => app[Symbol.asyncDispose]());

  for (const [size, minBytes] of [
    ['small', 0],
    // Such files are read by the engine itself.
    ['large', 70_000],
  ] as const) {
    it(`of JSON objects is read back equal if it is ${size}`, async () => {
      const property = fc.asyncProperty(objectsArbitrary, (objects) =>
        checkObjects(app, `json_${(tables += 1)}`, objects, minBytes),
      );
      await fc.assert(property, parameters);
    });

    it(`of JSON objects is read back equal if it is ${size} and its lines are written in any way`, async () => {
      const property = fc.asyncProperty(objectsArbitrary, lineStyle, (objects, style) =>
        checkObjects(app, `json_${(tables += 1)}`, objects, minBytes, style),
      );
      await fc.assert(property, { ...parameters, numRuns: Math.ceil(parameters.numRuns / 2) });
    });

    it(`of CSV is read back equal if it is ${size}`, async () => {
      const property = fc.asyncProperty(csvArbitrary, (file) =>
        checkCsv(app, `csv_${(tables += 1)}`, file, minBytes),
      );
      await fc.assert(property, parameters);
    });
  }

  it('of JSON objects is read back equal if rows far from the start have other values', async () => {
    const property = fc.asyncProperty(objectsArbitrary, (objects) =>
      checkLateObjects(app, `json_${(tables += 1)}`, objects),
    );
    await fc.assert(property, { ...parameters, numRuns: Math.ceil(parameters.numRuns / 4) });
  });
}

/** A JSON value with the digits of its numbers. */
type Json =
  | null
  | boolean
  | string
  | { readonly number: string }
  | { readonly list: readonly Json[] }
  | JsonMap;
interface JsonMap {
  readonly map: readonly (readonly [string, Json])[];
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii' }),
  fc.constantFrom(
    '',
    '1',
    '007',
    'true',
    'null',
    '10-11-12',
    '7:05:09',
    '1e5',
    '[1]',
    '{"a":1}',
    '2026-01-01T00:00:00Z',
  ),
);

const digits = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1, maxLength });

const integer = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(String),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
);

const decimal = fc.oneof(
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number) => (Object.is(number, -0) ? '-0.0' : String(number))),
  fc.tuple(integer, digits(25)).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.tuple(fc.integer(), fc.constantFrom('e', 'E', 'e+', 'E-'), fc.nat(400)).map((parts) => parts.join('')),
);

const plain = fc.oneof(
  text,
  fc.boolean(),
  fc.constant(null),
  fc.oneof(integer, decimal).map((number) => ({ number })),
);

const { value } = fc.letrec<{ value: Json; list: Json; map: JsonMap }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, plain, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }).map((list) => ({ list })),
  map: fc
    .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 4, selector: ([name]) => name })
    .map((map) => ({ map })),
}));

/** Names that keep themselves: neither empty, nor equal but for their case, nor those of the platform. */
const names = fc
  .uniqueArray(
    fc.oneof(text, fc.constantFrom('line', 'rowid', 'time', 'a b', '_partition', 'file_row_number')),
    {
      minLength: 1,
      maxLength: 6,
      selector: (name) => name.toLowerCase(),
    },
  )
  .map((list) =>
    list.filter((name) => name !== '' && !name.includes('\0') && !/^_(id|table|time)$/i.test(name)),
  )
  .filter((list) => list.length > 0);

/** Values of one type for most fields, of any type for others. */
const columnValue = fc.constantFrom(
  value,
  text,
  integer.map((number) => ({ number })),
  decimal.map((number) => ({ number })),
);

/** Objects that share their fields. */
const objectsArbitrary: fc.Arbitrary<readonly JsonMap[]> = names.chain((fields) =>
  fc.tuple(...fields.map(() => columnValue)).chain((values) =>
    fc.array(
      fc.tuple(...values.map((arbitrary) => fc.option(arbitrary, { nil: undefined }))).map((row) => ({
        map: row.flatMap((item, index) => (item === undefined ? [] : [[fields[index] ?? '', item] as const])),
      })),
      { minLength: 1, maxLength: 12 },
    ),
  ),
);

function print(json: Json): string {
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  if ('number' in json) return json.number;
  if ('list' in json) return `[ ${json.list.map(print).join(' ,')}]`;
  return `{${json.map.map(([name, item]) => `${JSON.stringify(name)} : ${print(item)}`).join(', ')} }`;
}

/** Ways to write lines of JSON. */
interface LineStyle {
  readonly start: string;
  readonly lineEnd: string;
  /** Whether the last line has a line end. */
  readonly ends: boolean;
  /** Whether letters of texts and names are escapes. */
  readonly escapes: boolean;
}

const lineStyle: fc.Arbitrary<LineStyle> = fc.record({
  start: fc.constantFrom('', '\u{feff}', '\n', '\r\n\n', '  '),
  lineEnd: fc.constantFrom('\n', '\r\n', '\n\n', ' \t\n', '\r\n\r\n', '\n  '),
  ends: fc.boolean(),
  escapes: fc.boolean(),
});

function withEscapes(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, (token) =>
    token.replaceAll(
      /(\\u....|\\.)|[a-z\u0080-\uffff]/g,
      (unit, escaped: string | undefined) =>
        escaped ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/** The value as plain data in which each number has one way to be written, or is a text if no type has it. */
function expected(json: Json): unknown {
  if (json === null || typeof json !== 'object') return json;
  if ('number' in json)
    return isRepresentable(json.number) ? { number: plainDecimal(json.number) } : json.number;
  if ('list' in json) return json.list.map(expected);
  return Object.fromEntries(json.map.map(([name, item]) => [`.${name}`, expected(item)]));
}

function isRepresentable(number: string): boolean {
  if (/^-?\d+$/.test(number)) return BigInt(number) >= -(2n ** 63n) && BigInt(number) < 2n ** 64n;
  return Number.isFinite(Number(number)) && plainDecimal(String(Number(number))) === plainDecimal(number);
}

/** For example `-125e-2` for -1.25. */
function plainDecimal(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  let digitsLeft = BigInt(whole + fraction);
  let power = BigInt(exponent) - BigInt(fraction.length);
  if (digitsLeft === 0n) return '0';
  for (; digitsLeft % 10n === 0n; digitsLeft /= 10n) power += 1n;
  return `${whole.startsWith('-') && digitsLeft > 0n ? '-' : ''}${digitsLeft}e${power}`;
}

/** Parses JSON to the form of `expected`. */
function parseExact(json: string): unknown {
  const tagged = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `{"number":"${token}"}`,
  );
  return JSON.parse(tagged, (_name, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    if ('number' in item && Object.keys(item).length === 1 && typeof item.number === 'string') {
      return { number: plainDecimal(item.number) };
    }
    return Object.fromEntries(Object.entries(item).map(([name, inner]) => [`.${name}`, inner]));
  });
}

/** Nulls and absent fields are alike. */
function withoutNulls(row: object): unknown {
  return Object.fromEntries(Object.entries(row).filter(([, item]) => item !== null));
}

/** Uploads the objects, several times over if the file has to be large, and reads them again. */
async function checkObjects(
  app: RunningApp,
  table: string,
  objects: readonly JsonMap[],
  minBytes: number,
  { start, lineEnd, ends, escapes }: LineStyle = { start: '', lineEnd: '\n', ends: true, escapes: false },
): Promise<void> {
  const lines = objects.map((object) => `${escapes ? withEscapes(print(object)) : print(object)}${lineEnd}`);
  const times = Math.max(1, Math.ceil(minBytes / lines.join('').length));
  const file = `${start}${lines.join('').repeat(times)}`;
  const { status, body } = await uploadText(app, table, 'ndjson', ends ? file : file.trimEnd());
  assert.equal(status, 200, JSON.stringify(body));
  const found = (await storedRows(app, table)).map((row) => withoutNulls(row));
  const wanted = objects.map((object) => withoutNulls(expected(object) as object));
  assert.equal(found.length, objects.length * times);
  assert.deepEqual(found.slice(0, objects.length), wanted);
  assert.deepEqual(found.slice(-objects.length), wanted);
}

/** Uploads the objects after more rows than the platform looks at in advance, all of whose values are texts. */
async function checkLateObjects(app: RunningApp, table: string, objects: readonly JsonMap[]): Promise<void> {
  const fields = new Set(objects.flatMap(({ map }) => map.map(([name]) => name)));
  const early = `{${[...fields].map((name) => `${JSON.stringify(name)}:"x"`).join()}}\n`;
  const file = `${early.repeat(earlyRows)}${objects.map(print).join('\n')}`;
  const { status, body } = await uploadText(app, table, 'ndjson', file);
  assert.equal(status, 200, JSON.stringify(body));
  const found = (await storedRows(app, table, ` | search _id > ${earlyRows}`)).map((row) =>
    withoutNulls(row),
  );
  assert.deepEqual(
    found,
    objects.map((object) => withoutNulls(expected(object) as object)),
  );
}

const earlyRows = 21_000;

/** The rows of a table in order, without the fields that the platform adds. */
async function storedRows(app: RunningApp, table: string, filter = ''): Promise<object[]> {
  const result = await resultText(app, `table ${table}${filter} | sort _id | fields - _id, _table, _time`);
  return result.split('\n').map((line) => parseExact(line) as object);
}

const cell = fc.oneof(
  text.map((content) => content.replaceAll('\0', '')),
  integer,
  decimal,
  fc.constantFrom(
    '',
    '',
    't',
    'f',
    '-0',
    '1.50',
    '+1',
    ' 1',
    'NaN',
    'inf',
    '1_000',
    'a"b',
    'x\ny',
    '\r\n',
    ';',
    '\t',
  ),
);

interface CsvFile {
  readonly fields: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quotesAll: boolean;
  readonly hasMark: boolean;
}

const headings = fc
  .uniqueArray(
    fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ0_ "é')), minLength: 1, maxLength: 8 }),
    {
      minLength: 1,
      maxLength: 5,
      selector: (name) => name.toLowerCase(),
    },
  )
  .filter((fields) => !fields.some((name) => /^_(id|table|time)$/i.test(name)));

const csvArbitrary: fc.Arbitrary<CsvFile> = headings.chain((fields) => {
  const column = fc.constantFrom(cell, cell, integer, decimal);
  const rows = fc
    .tuple(...fields.map(() => column))
    .chain((columns) => fc.array(fc.tuple(...columns), { minLength: 1, maxLength: 12 }));
  return fc.record({
    fields: fc.constant(fields),
    rows,
    // A header of one field has no delimiter by which to tell it.
    delimiter: fields.length === 1 ? fc.constant(',') : fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    quotesAll: fc.boolean(),
    hasMark: fc.boolean(),
  });
});

function printCsv({ fields, rows, delimiter, lineEnd, quotesAll, hasMark }: CsvFile, times: number): string {
  const quoted = (content: string, isAlone: boolean): string =>
    quotesAll || (isAlone && content === '') || /["\r\n,;\t|]/.test(content)
      ? `"${content.replaceAll('"', '""')}"`
      : content;
  const line = (cells: readonly string[]): string =>
    `${cells.map((content) => quoted(content, cells.length === 1)).join(delimiter)}${lineEnd}`;
  return `${hasMark ? '\u{feff}' : ''}${line(fields)}${rows.map(line).join('').repeat(times)}`;
}

/** Like `checkObjects`. A number must be printed as its cell was written. */
async function checkCsv(app: RunningApp, table: string, file: CsvFile, minBytes: number): Promise<void> {
  const times = Math.max(1, Math.ceil(minBytes / printCsv(file, 1).length));
  const { status, body } = await uploadText(app, table, 'csv', printCsv(file, times));
  assert.equal(status, 200, JSON.stringify(body));
  const result = await resultText(app, `table ${table} | sort _id | fields - _id, _table, _time`);
  const found = result.split('\n').map(cellsOf);
  const wanted = file.rows.map((cells) =>
    Object.fromEntries(
      cells.flatMap((content, index) => (content === '' ? [] : [[file.fields[index] ?? '', content]])),
    ),
  );
  assert.equal(found.length, file.rows.length * times);
  assert.deepEqual(found.slice(0, wanted.length), wanted);
  assert.deepEqual(found.slice(-wanted.length), wanted);
}

/** The values of a row as texts: of numbers their digits, of texts the texts. Nothing else is expected. */
function cellsOf(row: string): Record<string, unknown> {
  const tagged = row.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return withoutNulls(JSON.parse(tagged) as object) as Record<string, unknown>;
}
