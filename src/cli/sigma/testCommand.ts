import { stat } from 'node:fs/promises';
import type { PlatformClient } from '../../api/client';
import { convertCollection } from '../../sigma/convertCollection';
import type { ConvertedRule } from '../../sigma/convertCollection';
import { emptyMapping } from '../../sigma/mapping';
import { choiceOption, exitCodes, textOption, UsageError } from '../command';
import type { Command } from '../command';
import { MemoryPlatform } from '../memoryPlatform';
import { runQuery } from '../../api/runQuery';
import type { Terminal } from '../terminal';
import { namedRuleFiles, readMappingFile } from './conversionOptions';
import { lineField, loadEvents } from './loadEvents';

export const sigmaTest: Command = {
  name: 'sigma test',
  parameters: 'PATH… --events FILE.ndjson [OPTIONS]',
  summary: 'Runs Sigma rules over recorded events and prints the hits of each rule.',
  options: {
    events: { type: 'string', value: 'FILE', summary: 'the events, as JSON objects' },
    map: { type: 'string', value: 'FILE', summary: 'the mapping; without one, all names are kept' },
    format: { type: 'string', value: 'text|json', summary: 'output format; json prints one line per rule' },
  },
  async run(input, terminal) {
    const print = choiceOption(input, 'format', ['text', 'json']) === 'json' ? printJson : printText;
    const events = textOption(input, 'events');
    if (events === undefined) throw new UsageError('Specify the file with the events: --events FILE.');
    const found = await stat(events).catch(() => undefined);
    if (!found || found.isDirectory()) throw new UsageError(`There is no file ${events}.`);
    const map = textOption(input, 'map');
    const mapping = map === undefined ? emptyMapping : await readMappingFile(map);
    const files = await namedRuleFiles(input.words);
    await using platform = await MemoryPlatform.start();
    const tables = await loadEvents(platform.client, events);
    const options = { mapping: { ...mapping, duration: undefined }, onlyTable: tables.join(', ') };
    const rules = convertCollection(files, options);
    const results = inOrder(rules, (rule) => runRule(rule, platform.client));
    for await (const result of results) print(result, terminal);
    return exitCodes.done;
  },
};

interface RuleResult {
  readonly rule: ConvertedRule;
  /** The lines of the matching events; undefined for a correlation, which has no single events. */
  readonly lines?: readonly number[] | undefined;
  readonly hits?: number;
  readonly error?: string;
}

async function runRule(rule: ConvertedRule, client: PlatformClient): Promise<RuleResult> {
  if ('refusal' in rule) return { rule, error: rule.refusal.message };
  try {
    if (rule.isCorrelation) return { rule, hits: (await runQuery(client, rule.query)).length };
    const rows = await runQuery(client, `${rule.query}\n| fields ${lineField}`);
    const lines = rows.map((row) => Number(row[lineField])).sort((one, other) => one - other);
    return { rule, hits: lines.length, lines };
  } catch (error) {
    return { rule, error: error instanceof Error ? error.message : String(error) };
  }
}

const runningAtOnce = 4;

/** Processes items concurrently and yields their results in order. */
async function* inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    running.push(work(item));
    const first = running.length >= runningAtOnce ? running.shift() : undefined;
    if (first) yield await first;
  }
  yield* running;
}

function printJson({ rule, hits, lines, error }: RuleResult, terminal: Terminal): void {
  const { id = null, title = null } = rule.information ?? {};
  terminal.print(
    JSON.stringify({ file: rule.file, id, title, ...(error === undefined ? { hits, lines } : { error }) }),
  );
}

const hitsWidth = 8;

function printText({ rule, hits, lines = [], error }: RuleResult, terminal: Terminal): void {
  const title = rule.information?.title ?? rule.file;
  if (error !== undefined) {
    terminal.note(`${rule.file}: ${terminal.paint('red', error)}`);
    return;
  }
  const places =
    lines.length === 0
      ? ''
      : `  (${lines.slice(0, maxShown).join(', ')}${lines.length > maxShown ? ', …' : ''})`;
  terminal.print(`${String(hits).padStart(hitsWidth)}  ${title}${places}`);
}

const maxShown = 10;
