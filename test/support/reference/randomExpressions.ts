import type { SeededRandom } from '../../../src/platform/demo/seededRandom';
import { isList, kindOf } from './values';
import type { Kind, Row, Value } from './values';

export type FieldKind = Kind | 'mixed';

/** The fields of rows, each with the kind of its values. */
export function fieldKinds(rows: readonly Row[]): ReadonlyMap<string, FieldKind> {
  const kinds = new Map<string, FieldKind>();
  for (const [name, value] of rows.flatMap((row) => [...row])) {
    const [kind, known = 'null'] = [kindOf(value), kinds.get(name)];
    kinds.set(name, known === 'null' || known === kind ? kind : kind === 'null' ? known : 'mixed');
  }
  return kinds;
}

/** Numbers whose text does not depend on how they were calculated. */
function isExact(value: Value): boolean {
  if (isList(value)) return value.every(isExact);
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value;
  return (
    typeof value !== 'number' ||
    (Number.isInteger(value * 1000) && !Number.isInteger(value) && Math.abs(value) < 1e6)
  );
}

/** A name that can be written as it is. */
const plainName = /^(?!(?:true|false|null|nan|and|or|not|by|as)$)[A-Za-z_]\w*$/;

type Template = (pick: Picker) => string;

/** Writes random expressions over the fields of rows. `depth`: how many calls within each other. */
export class Picker {
  readonly kinds: ReadonlyMap<string, FieldKind>;

  constructor(
    readonly seeded: SeededRandom,
    readonly rows: readonly Row[],
    readonly parameters: readonly string[],
    readonly depth = 2,
  ) {
    this.kinds = fieldKinds(rows);
  }

  one<T>(items: readonly [T, ...T[]]): T {
    return this.seeded.pick(items);
  }

  chance(of: number): boolean {
    return this.seeded.below(of) === 0;
  }

  /** The name of a field of one of the kinds, undefined if there is none. */
  name(...kinds: readonly FieldKind[]): string | undefined {
    const fitting = [...this.kinds].filter(([name, kind]) => plainName.test(name) && kinds.includes(kind));
    return fitting[this.seeded.below(fitting.length)]?.[0];
  }

  /** The name of a field whose values have the same text everywhere. */
  exactName(...kinds: readonly FieldKind[]): string | undefined {
    const name = this.name(...kinds);
    return name !== undefined && this.rows.every((row) => isExact(row.get(name) ?? null)) ? name : undefined;
  }

  /** A field that is absent, now and then. */
  anyName(): string {
    return this.name('string', 'number', 'bool', 'date', 'mixed', 'null', 'list') ?? 'missing';
  }

  any(): string {
    const exact = this.exactName('string', 'number', 'bool', 'date', 'mixed', 'list') ?? 'missing';
    return this.one([() => exact, () => exact, () => this.text(), () => this.whole(), () => this.bool()])();
  }

  text(): string {
    const plain = this.chance(3)
      ? this.#parameter()
      : this.one(['"kim"', '"Kim"', '"1"', '"01"', '""', '"한글 x"', '"a.b"']);
    if (this.depth === 0 || this.chance(2)) return this.exactName('string', 'mixed') ?? plain;
    return this.#call(texts);
  }

  /** Numbers whose text is known, if their fields are exact. */
  whole(): string {
    const constant = this.one(['0', '1', '2', '-3', '7', '0.5', '2.25', '1000']);
    if (this.depth === 0 || this.chance(2)) return this.exactName('number', 'mixed') ?? constant;
    return this.#call(wholes);
  }

  number(): string {
    return this.depth === 0 || this.chance(2) ? (this.name('number', 'mixed') ?? '4') : this.#call(numbers);
  }

  bool(): string {
    return this.depth === 0 || this.chance(4) ? (this.name('bool') ?? 'true') : this.#call(bools);
  }

  date(): string {
    if (this.depth === 0 || this.chance(2)) return this.name('date') ?? 'date("20260329", "yyyyMMdd")';
    return this.#call(dates);
  }

  list(): string {
    if (this.depth === 0 || this.chance(3)) return this.exactName('list') ?? 'array(1, "b", null)';
    return this.#call(lists);
  }

  #call(templates: readonly [Template, ...Template[]]): string {
    return this.one(templates)(new Picker(this.seeded, this.rows, this.parameters, this.depth - 1));
  }

  #parameter(): string {
    const name = this.parameters[this.seeded.below(this.parameters.length)];
    return name === undefined ? '$("unset", "k")' : `$("${name}")`;
  }
}

const operators = ['==', '!=', '<', '<=', '>', '>='] as const;
const spans = ['1h', '30m', '1d', '1w', '1mon', '1y'] as const;
const places = ['0', '1', '2', '-1', '-2', '5'] as const;

const texts: readonly [Template, ...Template[]] = [
  (pick) => `concat(${pick.any()}, ${pick.text()})`,
  (pick) => `${pick.one(['lower', 'upper', 'trim', 'string', 'str'])}(${pick.any()})`,
  (pick) => `${pick.one(['left', 'right'])}(${pick.any()}, ${pick.one(['0', '1', '3', '20'])})`,
  (pick) => `substr(${pick.any()}, ${pick.one(places)})`,
  (pick) => `substr(${pick.any()}, ${pick.one(places)}, ${pick.one(['0', '1', '3', '9', '-1'])})`,
  (pick) =>
    `${pick.one(['lpad', 'rpad'])}(${pick.any()}, ${pick.one(['0', '2', '6'])}, ${pick.one(['"0"', '"ab"', 'null'])})`,
  (pick) =>
    `replace(${pick.text()}, ${pick.one(['"i"', '"1"', '"."'])}, ${pick.one(['""', '"$1"', '"xy"'])})`,
  (pick) =>
    `replace(${pick.text()}, "${pick.one(['([a-z])(.)', '\\\\d+', '^'])}", "${pick.one(['<$0>', '\\\\$', ''])}", "re")`,
  (pick) => `strjoin("${pick.one([',', '', ' - '])}", ${pick.list()})`,
  (pick) => `typeof(${pick.bool()})`,
  (pick) => `nvl(${pick.text()}, ${pick.text()})`,
  (pick) => `if(${pick.any()}, ${pick.text()}, ${pick.text()})`,
  (pick) => `case(${pick.bool()}, ${pick.text()}, ${pick.any()}, ${pick.text()}, ${pick.text()})`,
  (pick) => `format("%s|%5s|%-4s|%2$s", ${pick.any()}, ${pick.text()}, ${pick.any()})`,
  (pick) =>
    `string(${pick.date()}, "${pick.one(['yyyy-MM-dd HH:mm:ss', 'yyyyMMddHHmmssSSS', "d 'of' MMM", 'HH'])}")`,
  (pick) => `tohex(hash("${pick.one(['md5', 'sha1', 'sha256'])}", binary(${pick.text()})))`,
  (pick) => `valueof(split(${pick.text()}, "${pick.one(['.', ' ', 'i'])}"), ${pick.one(['0', '1', '7'])})`,
];

const wholes: readonly [Template, ...Template[]] = [
  (pick) => `(${pick.whole()} ${pick.one(['+', '-'])} ${pick.whole()})`,
  (pick) => `(${pick.one(['2', '-3'])} * ${pick.whole()})`,
  (pick) => `len(${pick.any()})`,
  (pick) => `len(${pick.one(['', 'unique'])}(${pick.list()}))`,
  (pick) => `${pick.one(['abs', 'floor', 'ceil', 'round'])}(${pick.one([pick.whole(), pick.anyName()])})`,
  (pick) => `mod(${pick.whole()}, ${pick.one(['0', '2', '3', pick.whole()])})`,
  (pick) => `${pick.one(['int', 'long'])}(${pick.one([pick.text(), pick.whole()])})`,
  (pick) =>
    `${pick.one(['indexof', 'lastindexof'])}(${pick.text()}, ${pick.one(['"i"', '"1"', '"zz"', 'null'])})`,
  (pick) =>
    `datediff(${pick.date()}, ${pick.date()}, "${pick.one(['day', 'hour', 'min', 'mon', 'year', 'msec'])}")`,
  (pick) =>
    `datepart(${pick.date()}, "${pick.one(['year', 'mon', 'day', 'hour', 'dow', 'isodow', 'week', 'doy', 'quarter', 'epoch', 'msec'])}")`,
  (pick) => `sumarray(${pick.list()})`,
  (pick) => `-(${pick.whole()})`,
];

const numbers: readonly [Template, ...Template[]] = [
  (pick) => `(${pick.number()} / ${pick.one(['0', '2', '3', pick.number()])})`,
  (pick) => `${pick.one(['sqrt', 'log', 'log10', 'sin', 'cos', 'tan', 'atan'])}(${pick.whole()})`,
  (pick) => `pow(${pick.whole()}, ${pick.one(['2', '0.5'])})`,
  (pick) => `${pick.one(['floor', 'ceil', 'round'])}(${pick.whole()}, ${pick.one(['1', '0', '-1', '1.5'])})`,
  (pick) => `double(${pick.text()})`,
  (pick) => pick.whole(),
];

const bools: readonly [Template, ...Template[]] = [
  (pick) => `${pick.text()} ${pick.one(operators)} ${pick.text()}`,
  (pick) => `${pick.whole()} ${pick.one(operators)} ${pick.whole()}`,
  (pick) => `${pick.whole()} ${pick.one(operators)} ${pick.text()}`,
  (pick) => `${pick.date()} ${pick.one(operators)} ${pick.date()}`,
  (pick) =>
    `${pick.name('string', 'number', 'date') ?? 'missing'} ${pick.one(operators)} ${pick.one(['0', '2', '"a"', '"1"', 'null', 'true', '"true"'])}`,
  (pick) => `${pick.text()} ${pick.one(['==', '!='])} ${pick.one(['"k*"', '"*i*"', '"*m"', '"*"'])}`,
  (pick) => `(${pick.bool()} ${pick.one(['and', 'or'])} ${pick.bool()})`,
  (pick) => `(${pick.bool()} or ${pick.bool()} and ${pick.bool()})`,
  (pick) => `not(${pick.bool()})`,
  (pick) => `${pick.one(['isnull', 'isnotnull', 'isnum', 'isstr'])}(${pick.anyName()})`,
  (pick) =>
    `in(${pick.name('string', 'number', 'date') ?? 'missing'}, ${pick.one(['1', '"kim"', '"k*"', '"*"'])}, "1", 2)`,
  (pick) => `match(${pick.any()}, "${pick.one(['^k', '[0-9]{2}', 'i.$', '(?i)KIM', '^$'])}")`,
  (pick) => `contains(${pick.text()}, ${pick.one(['"i"', '""', 'null', pick.text()])})`,
];

const dates: readonly [Template, ...Template[]] = [
  (pick) =>
    `dateadd(${pick.date()}, "${pick.one(['year', 'mon', 'day', 'hour', 'min', 'sec', 'msec'])}", ${pick.one(['1', '-5', '13'])})`,
  (pick) => `datetrunc(${pick.date()}, "${pick.one(spans)}")`,
  (pick) => `datetrunc(${pick.date()}, "1d", "6h")`,
  (pick) => `date(concat("2026", ${pick.one(['"0229"', '"1231"', '"13"'])}), "yyyyMMdd")`,
  (pick) => `epoch(${pick.one(['0', '1774742400', '1774742400123'])})`,
  (pick) => `nvl(${pick.date()}, ${pick.date()})`,
];

const lists: readonly [Template, ...Template[]] = [
  (pick) => `array(${pick.any()}, ${pick.whole()}, ${pick.text()})`,
  (pick) => `split(${pick.text()}, "${pick.one(['i', '.', ' '])}")`,
  (pick) => `subarray(${pick.list()}, ${pick.one(['0', '1', '-2'])}, ${pick.one(['1', '2', '9', '-1'])})`,
  (pick) =>
    `foreach(concat(_1, "-", _2), array(${pick.any()}, ${pick.text()}), ${pick.one([pick.list(), '"z"'])})`,
  (pick) => `flatten(array(${pick.list()}, array(${pick.list()}, 1)))`,
];
