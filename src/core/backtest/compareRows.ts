import { getOrAdd } from '../base/getOrAdd';
import type { RawRecord } from '../interface/optional';
import type { RunResult } from './runBacktest';

/** What one query finds that the other does not. */
export interface RowComparison {
  readonly more: readonly RawRecord[];
  readonly less: readonly RawRecord[];
  readonly same: number;
}

/**
 * Compares the rows of a draft with those of the published query, event by event. Logs are the same if the platform
 * gave them the same ID; other rows if the run and all of their values are the same. A row that occurs several times
 * counts as often.
 */
export function compareRows(published: readonly RunResult[], draft: readonly RunResult[]): RowComparison {
  const all = [...published, ...draft];
  const haveIds = all.every(({ rows }) => rows.every((row) => idOf(row) !== undefined));
  const keyOf = (row: RawRecord, { run }: RunResult): string =>
    exactJson([run.due, (haveIds ? idOf(row) : undefined) ?? fieldsOf(row)]);
  const waiting = new Map<string, RawRecord[]>();
  for (const result of published) {
    for (const row of result.rows) {
      getOrAdd(waiting, keyOf(row, result), () => []).push(row);
    }
  }
  const more: RawRecord[] = [];
  let same = 0;
  for (const result of draft) {
    for (const row of result.rows) {
      const found = waiting.get(keyOf(row, result))?.pop();
      if (found === undefined) more.push(row);
      else same += 1;
    }
  }
  return { more, less: [...waiting.values()].flat(), same };
}

/** A log keeps its ID in the same table; `_time` too, because IDs may start again on another day. */
function idOf({ _table: table, _id: id, _time: time }: RawRecord): readonly unknown[] | undefined {
  return table === undefined || id === undefined ? undefined : [table, id, time];
}

/** The order of fields has no meaning, and null means that there is no value. */
function fieldsOf(row: RawRecord): readonly (readonly [string, unknown])[] {
  return Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** 64-bit integers cannot be written as JSON numbers. */
function exactJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}
