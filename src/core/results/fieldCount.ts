import type { Cell, FieldStatistics } from '../pages/queryResults';
import { exactInteger } from '../base/integers';
import type { Integer64 } from '../base/integers';

/** Further distinct values are not counted separately, to limit memory. */
const maxDistinct = 100_000;
const shownValues = 20;

export type Counted = Omit<FieldStatistics, 'column' | 'total' | 'done' | 'failure'>;

/** Counts the values of a field row by row. */
export class FieldCount {
  #read = 0;
  #filled = 0;
  #cut = false;
  #least: Extreme | null = null;
  #greatest: Extreme | null = null;
  readonly #values = new Map<string, { readonly shown: Cell; count: number }>();

  /** @param shown returns the displayed value; called only if needed, which is rare. */
  add(value: Cell, shown: () => Cell = () => value): void {
    this.#read += 1;
    if (value === null) return;
    this.#filled += 1;
    if (this.#least === null || isBefore(value, this.#least.value)) this.#least = { value, shown: shown() };
    if (this.#greatest === null || isBefore(this.#greatest.value, value))
      this.#greatest = { value, shown: shown() };
    const key = typeof value === 'string' ? value : `\0${JSON.stringify(value)}`;
    const counted = this.#values.get(key);
    if (counted) counted.count += 1;
    else if (this.#values.size < maxDistinct) this.#values.set(key, { shown: shown(), count: 1 });
    else this.#cut = true;
  }

  get result(): Counted {
    const top = [...this.#values.values()].sort((one, other) => other.count - one.count);
    return {
      read: this.#read,
      filled: this.#filled,
      distinct: this.#values.size,
      distinctCut: this.#cut,
      least: this.#least?.shown ?? null,
      greatest: this.#greatest?.shown ?? null,
      top: top.slice(0, shownValues).map(({ shown, count }) => ({ value: shown, count })),
    };
  }
}

interface Extreme {
  readonly value: Cell;
  readonly shown: Cell;
}

/** Numbers by value, times with different offsets by the instant, everything else as text. */
function isBefore(one: Cell, other: Cell): boolean {
  const [left, right] = [amountOf(one), amountOf(other)];
  if (left !== undefined && right !== undefined) return left < right;
  const [first, second] = [cellText(one), cellText(other)];
  const areTimes = first.slice(-5) !== second.slice(-5) && time.test(first) && time.test(second);
  return areTimes ? Date.parse(first) < Date.parse(second) : first < second;
}

const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d{4}$/;
/** An integer that a number would round. */
const longInteger = /^-?\d{16,20}$/;

function amountOf(value: Cell): Integer64 | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && longInteger.test(value) ? exactInteger(value) : undefined;
}

function cellText(value: Cell): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
