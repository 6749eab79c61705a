import type { Row } from '../../ui/explorer/explorerSection';
import { storedSize } from '../../../core/interface/tableValues';
import type { Table } from '../../../core/interface/table';

/** The value of a table row. */
export class TableItem {
  constructor(readonly table: Table) {}
}

export function tableOf(value: unknown): Table | undefined {
  return value instanceof TableItem ? value.table : undefined;
}

export function tableNameOf(value: unknown): string | undefined {
  return tableOf(value)?.name;
}

/** Sorts rows: groups and invalid records first, then the largest tables. */
export function bySize(one: Row, other: Row): number {
  return sizeOf(other) - sizeOf(one) || 0;
}

/** Sorts rows: groups and invalid records first, then the tables with the newest logs; those without any last. */
export function byLastDay(one: Row, other: Row): number {
  return lastDayOf(other).localeCompare(lastDayOf(one));
}

function sizeOf({ value }: Row): number {
  const table = tableOf(value);
  return table === undefined ? Infinity : storedSize(table);
}

function lastDayOf({ value }: Row): string {
  const table = tableOf(value);
  return table ? (table.lastDay ?? '') : '9999';
}
