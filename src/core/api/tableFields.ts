import type { RawRecord } from '../interface/optional';
import type { PlatformClient } from './client';
import { runOwnQuery } from './operations/queries';

/** Enough rows to find all but rare fields. */
const sampledRows = 200;

export interface TableField {
  readonly name: string;
  /** Taken from the first row that has a value. */
  readonly example: unknown;
}

/** A table's newest rows. Empty if `table` is not a valid name. */
export async function sampleRows(
  client: Pick<PlatformClient, 'send'>,
  table: string,
  signal?: AbortSignal,
): Promise<readonly RawRecord[]> {
  // The name is inserted into a query.
  if (!/^[\p{L}\p{N}_.:*?-]+$/u.test(table)) return [];
  const text = `table limit=${sampledRows} ${table}`;
  return client.send(runOwnQuery(text, { limit: sampledRows }), signal);
}

/** The function that converts the numbers of a field that are stored as texts; undefined if they are not. */
export function converterOf({ example }: TableField): 'long' | 'double' | undefined {
  if (typeof example !== 'string' || !/^[+-]?\d+(?:\.\d+)?$/.test(example)) return undefined;
  return example.includes('.') ? 'double' : 'long';
}

/** The fields of rows, in order of appearance. */
export function fieldsIn(rows: readonly RawRecord[]): readonly TableField[] {
  const examples = new Map<string, unknown>();
  for (const [name, value] of rows.flatMap((row) => Object.entries(row))) {
    examples.set(name, examples.get(name) ?? value);
  }
  return [...examples].map(([name, example]) => ({ name, example }));
}
