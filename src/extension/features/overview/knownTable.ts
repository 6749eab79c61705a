import { storedSize } from '../../../core/interface/tableValues';
import type { Table } from '../../../core/interface/table';
import { parseWireTime, wireTimeOffset } from '../../../core/interface/time';

/** The parsed fields of a table that the overview uses; there may be a hundred thousand tables. */
export interface KnownTable {
  readonly name: string;
  readonly group: string | null;
  /** Days; 0 keeps everything. */
  readonly retention: number;
  /** Bytes of data and index. */
  readonly size: number;
  /** The times of the first and last log. */
  readonly first: number | null;
  readonly last: number | null;
  /** Minutes east of UTC with which the platform formatted the last one. */
  readonly offset: number | null;
}

export function knownTable(table: Table): KnownTable {
  const { name, group, retention, firstDay, lastDay } = table;
  return {
    name,
    group: group?.name ?? null,
    retention,
    size: storedSize(table),
    first: timestampOf(firstDay),
    last: timestampOf(lastDay),
    offset: lastDay === undefined ? null : (wireTimeOffset(lastDay) ?? null),
  };
}

export function timestampOf(text: string | undefined): number | null {
  return text === undefined ? null : (parseWireTime(text)?.getTime() ?? null);
}
