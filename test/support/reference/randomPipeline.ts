import type { SeededRandom } from '../../../src/platform/demo/seededRandom';
import { applyCommand, writeCommand } from './commands';
import type { Command, Source } from './commands';
import { kindOf } from './expressions';
import type { CompareOperator, Expression } from './expressions';
import type { AggregateCall } from './grouping';
import { mapping } from './mapping';
import { constantOf, pairTexts, parameter, randomInput, writeDefinitions } from './randomInputs';
import { writeInput } from './texts';
import { isNumber } from './values';
import type { Field, Kind, Table } from './values';

export interface RandomCase {
  readonly query: string;
  readonly expected: Table;
}

/** A random pipeline over a source, with its expected result. `other` has the key `k` and other fields. */
export function randomPipeline(seeded: SeededRandom, source: Source, other: Source): RandomCase {
  let expected = source.table;
  const args = [source.text];
  const length = 1 + seeded.below(4);
  for (let index = 0; index < length; index += 1) {
    const command = randomCommand(seeded, expected, other);
    if (!command) continue;
    args.push(writeCommand(command));
    expected = applyCommand(command, expected);
  }
  const text = args.join(' | ');
  return { query: `${writeDefinitions(text)}${text}`, expected };
}

type Pick = (seeded: SeededRandom, table: Table, other: Source) => Command | undefined;

const picks: Readonly<Record<Command['name'], Pick>> = {
  search: (seeded, { fields }) => ({ name: 'search', condition: condition(seeded, fields, 2) }),
  eval: (seeded, { fields }) => ({
    name: 'eval',
    field: seeded.pick(['x', 'y', 's', 'X']),
    value: expression(seeded, fields, 2),
  }),
  fields: (seeded, { fields }) => ({
    name: 'fields',
    fields: someNames(seeded, fields, 3),
    exclude: seeded.below(2) === 0,
  }),
  rename: (seeded, { fields }) => ({
    name: 'rename',
    from: fieldName(seeded, fields),
    to: seeded.pick(['r', 's', 'S', 'other']),
  }),
  limit: (seeded, { ordered }) =>
    ordered ? { name: 'limit', offset: seeded.below(4), maximum: seeded.below(30) } : undefined,
  sort: randomSort,
  explode: (seeded, { fields }) => ({
    name: 'explode',
    field: seeded.pick(['l', 'mix', fieldName(seeded, fields)]),
  }),
  prev: (seeded, { fields, ordered }) =>
    ordered ? { name: 'prev', field: fieldName(seeded, fields) } : undefined,
  order: (seeded, { fields }) => ({ name: 'order', fields: someNames(seeded, fields, 2) }),
  repeat: (seeded, { rows }) =>
    rows.length < 100 ? { name: 'repeat', count: 1 + seeded.below(3) } : undefined,
  bypass: () => ({ name: 'bypass' }),
  stats: (seeded, table) => {
    const by = seeded.below(4) === 0 ? [] : someNames(seeded, groupable(table), 2);
    return { name: 'stats', aggregation: { calls: randomCalls(seeded, table, by), by } };
  },
  timechart: (seeded, table) => {
    const hasTime = table.fields.some((field) => field.name === '_time' && field.kind === 'date');
    const by = seeded.below(3) === 0 ? undefined : fieldName(seeded, groupable(table));
    const as = seeded.below(3) === 0 && by !== undefined ? by : 'count';
    return hasTime ? { name: 'timechart', minutes: seeded.pick([30, 60, 1440]), as, by } : undefined;
  },
  rollup: (seeded, table) => {
    const by = someNames(seeded, groupable(table), 2);
    return { name: 'rollup', aggregation: { calls: randomCalls(seeded, table, []), by } };
  },
  cube: (seeded, table) => {
    const by = someNames(seeded, groupable(table), 2);
    return { name: 'cube', aggregation: { calls: randomCalls(seeded, table, []), by } };
  },
  pivot: (seeded, table) => {
    const fields = groupable(table);
    const [row, column] = [fieldName(seeded, fields), fieldName(seeded, fields)];
    return row === column ? undefined : { name: 'pivot', row, column };
  },
  tojson: (seeded, { fields }) => {
    // Large decimals have several forms in JSON.
    const exact = fields.filter(({ kind }) => kind !== 'double');
    return { name: 'tojson', fields: someNames(seeded, exact, 3), output: 'j' };
  },
  rex: (seeded, { fields }) => ({ name: 'rex', field: fieldName(seeded, fields) }),
  parsecsv: (seeded, { fields }) => ({
    name: 'parsecsv',
    field: fieldName(seeded, fields),
    delimiter: seeded.pick(['i', '.', '0']),
  }),
  parsejson: (seeded, { fields }) => {
    const inputs = [randomInput(seeded), randomInput(seeded)];
    const [yes = '', no = ''] = inputs.map(writeInput);
    const text = oneOf(seeded, fields, yes, no);
    return { name: 'parsejson', text, inputs, overlay: seeded.below(3) > 0 };
  },
  parsekv: (seeded, { fields }) => ({
    name: 'parsekv',
    text: oneOf(seeded, fields, seeded.pick(pairTexts), seeded.pick(pairTexts)),
    overlay: seeded.below(3) > 0,
  }),
  lookup: (seeded, { fields }) => {
    const inputs = fields.filter(({ name }) => joinable.has(name));
    const as = seeded.pick(['v', 's', 'looked']);
    return inputs.length === 0
      ? undefined
      : { name: 'lookup', input: fieldName(seeded, inputs), as, source: mapping };
  },
  union: (_seeded, _table, other) => ({ name: 'union', source: other }),
  join: (seeded, { fields }, other) => randomJoin(seeded, fields, other),
};

/** One of two texts, depending on the row. */
function oneOf(seeded: SeededRandom, fields: readonly Field[], yes: string, no: string): Expression {
  return { node: 'call', name: 'if', args: [condition(seeded, fields, 1), constantOf(yes), constantOf(no)] };
}

/** Conditions and assignments twice as often as the others. */
const commandNames = [...Object.keys(picks), 'search', 'eval'] as readonly Command['name'][];

function randomCommand(seeded: SeededRandom, table: Table, other: Source): Command | undefined {
  const name = commandNames[seeded.below(commandNames.length)] ?? 'bypass';
  return picks[name](seeded, table, other);
}

function randomSort(seeded: SeededRandom, { fields, ordered }: Table): Command | undefined {
  if (fields.length === 0) return undefined;
  const keys = someNames(seeded, fields, 2).map((field) => ({ field, descending: seeded.below(2) === 0 }));
  return { name: 'sort', keys, limit: ordered && seeded.below(3) === 0 ? seeded.below(20) : undefined };
}

/** Only by keys whose values are numbers or texts. */
function randomJoin(seeded: SeededRandom, fields: readonly Field[], source: Source): Command | undefined {
  const [key] = source.table.fields;
  const isUsable = fields.some(({ name }) => name === key?.name && joinable.has(name));
  if (!key || !isUsable) return undefined;
  return {
    name: 'join',
    type: seeded.pick(['inner', 'left', 'leftonly', 'right', 'full']),
    key: key.name,
    source,
  };
}

const joinable: ReadonlySet<string> = new Set(['g', 's', 'n']);

/** Some have the name of a field of `by` or of each other. */
function randomCalls(
  seeded: SeededRandom,
  { fields, ordered: isOrdered }: Table,
  by: readonly string[],
): AggregateCall[] {
  const calls: AggregateCall[] = [{ function: 'count', as: 'c' }];
  const numbers = fields.filter(({ kind }) => isNumber(kind) || kind === 'any' || kind === 'string');
  const plain = fields.filter(({ kind }) => kind !== 'null' && kind !== 'list');
  if (numbers.length > 0) {
    calls.push({ function: seeded.pick(['sum', 'avg']), field: fieldName(seeded, numbers), as: 'total' });
  }
  if (plain.length > 0) {
    calls.push({ function: seeded.pick(['min', 'max']), field: fieldName(seeded, plain), as: 'extreme' });
    calls.push({ function: seeded.pick(['count', 'dc']), field: fieldName(seeded, plain), as: 'd' });
    calls.push({ function: 'values', field: fieldName(seeded, plain), as: 'v' });
    if (isOrdered) {
      const name = seeded.pick(['first', 'last', 'array'] as const);
      calls.push({ function: name, field: fieldName(seeded, plain), as: 'f' });
    }
  }
  const taken = ['total', 'rows', ...by] as const;
  const named = calls.map((call) => (seeded.below(6) === 0 ? { ...call, as: seeded.pick(taken) } : call));
  return named.filter(() => seeded.below(3) > 0).concat({ function: 'count', as: 'rows' });
}

/** Sums of decimals depend on the order of addition, so equal ones may differ in the last digit. */
function groupable({ fields }: Table): readonly Field[] {
  return fields.filter(({ isRounded }) => !isRounded);
}

function fieldName(seeded: SeededRandom, fields: readonly Field[]): string {
  const writable = fields.filter(({ name }) => plainName.test(name));
  return writable[seeded.below(writable.length)]?.name ?? 'missing';
}

/** Columns of a time chart are named after values, which may not look like fields. */
const plainName = /^(?!(true|false|null|nan)$)[A-Za-z_]\w*$/;

function someNames(seeded: SeededRandom, fields: readonly Field[], max: number): string[] {
  const count = 1 + seeded.below(max);
  return [...new Set(Array.from({ length: count }, () => fieldName(seeded, fields)))];
}

const operators: readonly [CompareOperator, ...CompareOperator[]] = ['==', '!=', '<', '<=', '>', '>='];

function condition(seeded: SeededRandom, fields: readonly Field[], depth: number): Expression {
  const inner = (): Expression => condition(seeded, fields, depth - 1);
  switch (depth === 0 ? 0 : seeded.below(6)) {
    case 1:
      return { node: 'logic', operator: seeded.pick(['and', 'or']), left: inner(), right: inner() };
    case 2:
      return { node: 'call', name: 'not', args: [inner()] };
    case 3:
      return {
        node: 'call',
        name: seeded.pick(['isnull', 'isnotnull', 'isnum', 'isstr']),
        args: [field(seeded, fields)],
      };
    default:
      return comparison(seeded, fields, depth);
  }
}

/** Kinds whose comparison the language defines: numbers, texts and both with each other, otherwise the same kind. */
function comparison(seeded: SeededRandom, fields: readonly Field[], depth: number): Expression {
  const left =
    depth > 0 && seeded.below(3) === 0 ? expression(seeded, fields, depth - 1) : field(seeded, fields);
  const kind = kindOf(left, fields);
  const operator = seeded.pick(operators);
  const comparable = fields.filter((one) => areComparable(kind, one.kind));
  const right =
    comparable.length > 0 && seeded.below(3) === 0 ? field(seeded, comparable) : constantFor(kind, seeded);
  return { node: 'compare', operator, left, right };
}

function areComparable(left: Kind, right: Kind): boolean {
  const isLoose = (kind: Kind): boolean => isNumber(kind) || kind === 'string';
  return (
    left === right ||
    (isLoose(left) && isLoose(right)) ||
    (left === 'any' && isLoose(right)) ||
    (right === 'any' && isLoose(left))
  );
}

function constantFor(kind: Kind, seeded: SeededRandom): Expression {
  if (kind === 'bool') return { node: 'constant', value: seeded.below(2) === 0 };
  if (kind === 'date' || kind === 'null') return { node: 'constant', value: null };
  return seeded.below(4) === 0 ? parameter(seeded) : constant(seeded);
}

function constant(seeded: SeededRandom): Expression {
  const value = seeded.pick<bigint | number | string>([
    0n,
    1n,
    2n,
    7n,
    9007199254740993n,
    0.5,
    2.25,
    'a',
    'A',
    'kim',
    'Kim',
    '1',
    '01',
    '9007199254740992',
    '*i*',
    'k*',
    '*',
    '',
    'nan',
    'true',
    '한글',
  ]);
  return { node: 'constant', value };
}

function field(seeded: SeededRandom, fields: readonly Field[]): Expression {
  return { node: 'field', name: fieldName(seeded, fields) };
}

function expression(seeded: SeededRandom, fields: readonly Field[], depth: number): Expression {
  const inner = (): Expression => expression(seeded, fields, depth - 1);
  switch (depth === 0 ? seeded.below(2) : seeded.below(8)) {
    case 0:
      return seeded.below(4) === 0 ? parameter(seeded) : constant(seeded);
    case 1:
      return field(seeded, fields);
    case 2:
      return condition(seeded, fields, depth - 1);
    case 3:
      return { node: 'call', name: 'if', args: [condition(seeded, fields, depth - 1), inner(), inner()] };
    case 4:
      return { node: 'call', name: 'nvl', args: [inner(), inner()] };
    case 5:
      return { node: 'call', name: 'concat', args: [inner(), inner()] };
    case 6:
      return { node: 'call', name: seeded.pick(['lower', 'upper', 'len', 'string']), args: [inner()] };
    default:
      return arithmetic(seeded, fields);
  }
}

/** Small constants, because products of large decimals have too many digits. */
function arithmetic(seeded: SeededRandom, fields: readonly Field[]): Expression {
  const counted = fields.filter(({ kind }) => kind !== 'list' && kind !== 'date');
  const part = (): Expression =>
    counted.length > 0 && seeded.below(2) === 0
      ? field(seeded, counted)
      : { node: 'constant', value: seeded.pick([1n, 2n, -3n, 1000n]) };
  return { node: 'arithmetic', operator: seeded.pick(['+', '-', '*']), left: part(), right: part() };
}
