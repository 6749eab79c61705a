import type { SeededRandom } from '../../../src/platform/demo/seededRandom';
import { asText, jsonText } from './values';
import type { Row, Value } from './values';

/** The rows of one append, as a SELECT for the store and as values of the language. */
export interface RandomAppend {
  readonly select: string;
  readonly rows: readonly Row[];
}

interface ShapeColumn {
  readonly name: string;
  readonly type: 'BIGINT' | 'HUGEINT' | 'DOUBLE' | 'BOOLEAN' | 'VARCHAR' | 'TIMESTAMP' | 'JSON';
  value(seeded: SeededRandom): Exclude<Value, null>;
}

const texts = [
  'a',
  'A',
  'kim',
  'Kim',
  '1',
  '01',
  '2.5',
  '9007199254740993',
  '',
  'null',
  'nan',
  '한글',
  'it"s',
] as const;
const text = (seeded: SeededRandom): string => seeded.pick(texts);
const small = (seeded: SeededRandom): bigint => BigInt(seeded.below(9) - 2);
const broken = (seeded: SeededRandom): number => (seeded.below(40) - 10) / 4;
const big = (seeded: SeededRandom): bigint =>
  seeded.pick([9007199254740992n, 9007199254740993n, 9223372036854775807n, -9223372036854775808n, 5n]);
const timestamp = (seeded: SeededRandom): Date =>
  new Date(Date.UTC(2026, 2, 29, seeded.below(24), 0, 0, seeded.below(2) * 250));

const unsigned = (seeded: SeededRandom): bigint =>
  seeded.pick([0n, 7n, 18446744073709551615n, 9223372036854775808n]);
const list = (seeded: SeededRandom): readonly Value[] =>
  Array.from({ length: seeded.below(4) }, () => mixedValue(seeded));
const mixedValue = (seeded: SeededRandom): Exclude<Value, null> =>
  seeded.pick<(input: SeededRandom) => Exclude<Value, null>>([small, broken, text, unsigned, truth])(seeded);
const truth = (seeded: SeededRandom): boolean => seeded.below(2) === 0;

/** Fields with one name and several types, names that differ only in case, and fields that some rows lack. */
const shapes: readonly (readonly ShapeColumn[])[] = [
  [
    { name: 'n', type: 'BIGINT', value: small },
    { name: 's', type: 'VARCHAR', value: text },
    { name: 'big', type: 'BIGINT', value: big },
    { name: 'flag', type: 'BOOLEAN', value: (seeded) => seeded.below(2) === 0 },
    { name: 'g', type: 'BIGINT', value: small },
  ],
  [
    { name: 'n', type: 'DOUBLE', value: broken },
    { name: 'S', type: 'VARCHAR', value: text },
    { name: 'big', type: 'BIGINT', value: big },
    { name: 'flag', type: 'BIGINT', value: small },
    { name: 'g', type: 'BIGINT', value: small },
  ],
  [
    { name: 's', type: 'VARCHAR', value: text },
    { name: 'moment', type: 'TIMESTAMP', value: timestamp },
    { name: 'on', type: 'BOOLEAN', value: truth },
  ],
  [
    { name: 'u', type: 'HUGEINT', value: unsigned },
    { name: 'mix', type: 'JSON', value: mixedValue },
    { name: 'l', type: 'JSON', value: list },
    { name: 'g', type: 'VARCHAR', value: text },
  ],
];

export const shapeCount = shapes.length;

/** A few rows of a shape, all of one day in UTC, in several time zones. */
export function randomAppend(seeded: SeededRandom, shape: number): RandomAppend {
  const columns = shapes[shape] ?? [];
  const lines: string[] = [];
  const rows: Row[] = [];
  for (let left = 1 + seeded.below(4); left > 0; left -= 1) {
    const time = new Date(
      Date.UTC(2026, 2, 29, seeded.below(24), seeded.below(60), 0, seeded.below(3) * 125),
    );
    const values = columns.map((column) => (seeded.below(5) === 0 ? null : column.value(seeded)));
    const cells = columns.map((column, index) => cellOf(values[index] ?? null, column));
    lines.push(`SELECT ${[`'${zoned(time, seeded)}' AS _time`, ...cells].join(', ')}`);
    rows.push(
      new Map<string, Value>([
        ...columns.map(({ name }, index): [string, Value] => [name, values[index] ?? null]),
        ['_time', time],
      ]),
    );
  }
  return { select: lines.join(' UNION ALL '), rows };
}

function cellOf(value: Value, { name, type }: ShapeColumn): string {
  const written =
    type === 'JSON'
      ? jsonText(value)
      : value instanceof Date
        ? value.toISOString().slice(0, -1)
        : (asText(value) ?? '');
  const cell = value === null ? 'NULL' : `'${written.replaceAll("'", "''")}'`;
  return `${cell}::${type} AS "${name}"`;
}

/** The time in some time zone. */
function zoned(time: Date, seeded: SeededRandom): string {
  const minutes = seeded.pick([0, 540, -480, 330]);
  const shown = new Date(time.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(minutes);
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${shown}${minutes < 0 ? '-' : '+'}${digits.join(':')}`;
}

/** The table as `table` returns it: newest first, rows numbered in order of arrival. */
export function readTable(name: string, appends: readonly RandomAppend[]): readonly Row[] {
  const rows = appends
    .flatMap((append) => append.rows)
    .map((row, index): Row => new Map<string, Value>([['_table', name], ['_id', BigInt(index + 1)], ...row]));
  const timeOf = (row: Row): number => Number(row.get('_time'));
  return rows.toSorted(
    (one, other) => timeOf(other) - timeOf(one) || Number(other.get('_id')) - Number(one.get('_id')),
  );
}
