import assert from 'node:assert/strict';
import { addTable } from './tables';
import { queryClient } from './queryClient';
import type { QueryClient } from './queryClient';
import type { RunningApp } from './startApp';
import { convertCollection } from '../../src/sigma/convertCollection';
import type { ConvertedRule } from '../../src/sigma/convertCollection';
import type { ConversionOptions } from '../../src/sigma/convertRule';
import { emptyMapping } from '../../src/sigma/mapping';
import { printString } from '../../src/language/printExpression';

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
  assert(rule && 'query' in rule, rule && 'refusal' in rule ? rule.refusal.message : 'no rule');
  return rule.query;
}

/** Why the only rule cannot be converted, with its line. */
export function refusalOf(text: string, options: Partial<ConversionOptions> = {}): readonly [string, number] {
  const rule = convertText(text, options).at(-1);
  assert(rule && 'refusal' in rule, rule && 'query' in rule ? rule.query : 'no rule');
  return [rule.refusal.message, rule.refusal.line];
}

/** Imports events into a table of the running platform, with their types. */
export async function importEvents(
  app: RunningApp,
  table: string,
  events: readonly EventRecord[],
): Promise<QueryClient> {
  const client = queryClient(app);
  await addTable(app, table);
  const rows = printString(JSON.stringify(events));
  const id = await client.start(`json ${rows} | import ${table} | limit 0`);
  await client.waitFor(id, ({ is_finished }) => is_finished);
  await client.drop(id);
  return client;
}
