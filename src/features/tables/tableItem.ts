import type { Row } from '../../ui/explorer/explorerSection';
import type { Table } from '../../shared/wire/table';

/** The value of a table row. */
export class TableItem {
  constructor(readonly table: Table) {}
}

export function isTableItem(value: unknown): value is TableItem {
  return value instanceof TableItem;
}

export function tableNameOf(value: unknown): string | undefined {
  return isTableItem(value) ? value.table.name : undefined;
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
  return isTableItem(value) ? Number(value.table.tableSize) : Infinity;
}

function lastDayOf({ value }: Row): string {
  return isTableItem(value) ? (value.table.lastDay ?? '') : '9999';
}
