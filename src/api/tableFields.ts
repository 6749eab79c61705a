import type { PlatformClient } from './client';

/** Enough rows to see the fields that matter; sparse ones are seen when they are used. */
const sampledRows = 20;

export interface TableField {
  readonly name: string;
  /** Of the first row that has one. */
  readonly example: unknown;
}

/** The fields of a table's newest rows, in their order. None for what cannot be a table's name. */
export async function tableFields(
  client: Pick<PlatformClient, 'queryRows'>,
  table: string,
  signal?: AbortSignal,
): Promise<readonly TableField[]> {
  // The name becomes part of a query.
  if (!/^[\p{L}\p{N}_.:*?-]+$/u.test(table)) return [];
  const text = `table limit=${sampledRows} ${table}`;
  const rows = await client.queryRows(text, { limit: sampledRows }, signal);
  const examples = new Map<string, unknown>();
  for (const [name, value] of rows.flatMap((row) => Object.entries(row))) {
    examples.set(name, examples.get(name) ?? value);
  }
  return [...examples].map(([name, example]) => ({ name, example }));
}
