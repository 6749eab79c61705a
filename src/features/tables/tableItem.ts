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
