import type { PlatformClient } from './client';
import { runOwnQuery } from './operations/queries';

/** Enough rows to find the common fields. */
const sampledRows = 20;

export interface TableField {
  readonly name: string;
  /** Taken from the first row that has a value. */
  readonly example: unknown;
}

/** The fields of a table's newest rows, in order of appearance. Empty if `table` is not a valid name. */
export async function tableFields(
  client: Pick<PlatformClient, 'send'>,
  table: string,
  signal?: AbortSignal,
): Promise<readonly TableField[]> {
  // The name is inserted into a query.
  if (!/^[\p{L}\p{N}_.:*?-]+$/u.test(table)) return [];
  const text = `table limit=${sampledRows} ${table}`;
  const rows = await client.send(runOwnQuery(text, { limit: sampledRows }), signal);
  const examples = new Map<string, unknown>();
  for (const [name, value] of rows.flatMap((row) => Object.entries(row))) {
    examples.set(name, examples.get(name) ?? value);
  }
  return [...examples].map(([name, example]) => ({ name, example }));
}
