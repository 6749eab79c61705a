import assert from 'node:assert/strict';
import { addTable } from './tables';
import { parseLines, queryClient } from './queryClient';
import type { QueryClient, Row } from './queryClient';
import type { RunningApp } from './startApp';
import { convertCollection } from '../../src/core/sigma/convertCollection';
import type { ConvertedRule } from '../../src/core/sigma/convertCollection';
import type { ConversionOptions } from '../../src/core/sigma/convertRule';
import { emptyMapping } from '../../src/core/sigma/mappingFile';
import { printString } from '../../src/core/language/printExpression';

export type EventRecord = Readonly<Record<string, unknown>>;

/** A rule with the given text below `detection:`, indented as if it stood alone. */
export function ruleText(detection: string, title = 'A rule'): string {
  return `title: ${title}\nlogsource:\n  product: test\ndetection:\n${indented(detection, 2)}`;
}

function indented(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}

export function convertText(
  text: string,
  options: Partial<ConversionOptions> = {},
): readonly ConvertedRule[] {
  return convertCollection([{ name: 'rule.yml', text }], { mapping: emptyMapping, table: 'ev', ...options });
}

/** The query of the only rule, or of the last one. */
export function queryOf(text: string, options: Partial<ConversionOptions> = {}): string {
  const rule = convertText(text, options).at(-1);
  assert(rule && 'query' in rule, rule && 'rejection' in rule ? rule.rejection.message : 'no rule');
  return rule.query;
}

/** Why the only rule cannot be converted, with its line. */
export function rejectionOf(
  text: string,
  options: Partial<ConversionOptions> = {},
): readonly [string, number] {
  const rule = convertText(text, options).at(-1);
  assert(rule && 'rejection' in rule, rule && 'query' in rule ? rule.query : 'no rule');
  return [rule.rejection.message, rule.rejection.line];
}

/** Imports events into a table of the running platform, with their types. */
export async function importEvents(
  app: RunningApp,
  table: string,
  events: readonly EventRecord[],
): Promise<QueryClient> {
  const client = queryClient(app);
  await importTables(app, client, [{ table, events }]);
  return client;
}

export interface EventTable {
  readonly table: string;
  readonly events: readonly EventRecord[];
}

/** Imports the events of several tables by one query. */
export async function importTables(
  app: RunningApp,
  client: QueryClient,
  tables: readonly EventTable[],
): Promise<void> {
  for (const { table } of tables) await addTable(app, table);
  const imports = tables.map(
    ({ table, events }) => `json ${printString(JSON.stringify(events))} | import ${table} | limit 0`,
  );
  assert.deepEqual(await rowsOfAll(client, imports), []);
}

/**
 * By the index of a query, the values of a field in its rows, in ascending order; nothing for a query without
 * rows.
 */
export async function valuesFound(
  client: QueryClient,
  queries: readonly string[],
  field: string,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const numbered = queries.map(
    (query, index) => `${query} | eval _query = ${index} | fields _query, ${field}`,
  );
  const found = new Map<number, number[]>();
  for (const row of await rowsOfAll(client, numbered)) {
    const index = row['_query'] as number;
    found.set(index, [...(found.get(index) ?? []), row[field] as number]);
  }
  for (const values of found.values()) values.sort((one, other) => one - other);
  return found;
}

/**
 * The rows of several queries, which run as subqueries of one: a request each would take most of the time. By a
 * cursor, because an address holds no long query.
 */
export async function rowsOfAll(client: QueryClient, queries: readonly string[]): Promise<readonly Row[]> {
  const status = await client.finish(`json "[]"${queries.map((query) => ` | union [ ${query} ]`).join('')}`);
  assert.equal(status.is_cancelled, false, String(status['error_detail']));
  const response = await client.get(`/cursors/${status.id}?limit=100000`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  await client.drop(status.id);
  return parseLines(text);
}
