import { stat } from 'node:fs/promises';
import type { PlatformClient } from '../../api/client';
import type { ConvertedRule } from '../../sigma/convertCollection';
import { emptyMapping } from '../../sigma/mappingFile';
import { choiceOption, exitCodes, textOption, UsageError } from '../command';
import type { Command, CommandInput } from '../command';
import { MemoryPlatform } from '../memoryPlatform';
import { runQuery } from '../../api/runQuery';
import type { Terminal } from '../terminal';
import { convertNamed, mapOption, mappingOf, namedRuleFiles } from './conversionOptions';
import { ExpectedHits } from './expectedHits';
import { filterOption } from './filterRules';
import { lineField, loadEvents } from './loadEvents';

export const sigmaTest: Command = {
  name: 'sigma test',
  parameters: 'PATH… --events FILE.ndjson [OPTIONS]',
  summary: 'Runs Sigma rules over recorded events and prints the hits of each rule.',
  options: {
    events: { type: 'string', value: 'FILE', summary: 'the events, as JSON objects' },
    expect: {
      type: 'string',
      value: 'FILE',
      summary: 'expected hits as JSON: the number or the lines by ID, title or path of a rule',
    },
    map: { ...mapOption, summary: `${mapOption.summary}; without one, all names are kept` },
    filter: filterOption,
    format: { type: 'string', value: 'text|json', summary: 'output format; json prints one line per rule' },
  },
  async run(input, terminal) {
    const print = choiceOption(input, 'format', ['text', 'json']) === 'json' ? printJson : printText;
    const events = await eventFile(input);
    const mapping = (await mappingOf(input)) ?? emptyMapping;
    const expected = await ExpectedHits.read(textOption(input, 'expect'));
    const files = await namedRuleFiles(input.args);
    await using platform = await MemoryPlatform.start();
    const tables = await loadEvents(platform.client, events);
    const options = { mapping: { ...mapping, duration: undefined }, onlyTable: tables.join(', ') };
    const rules = convertNamed(input.args, files, options, input);
    let ran = 0;
    let rejected = 0;
    for await (const result of inOrder(rules, (rule) => runRule(rule, platform.client))) {
      print({ ...result, ...expected.compare(result.rule, result.hits, result.lines) }, terminal);
      if (result.error === undefined) ran += 1;
      else rejected += 1;
    }
    if (ran === 0) terminal.note('None of the rules could be run.');
    for (const problem of expected.problems()) terminal.note(problem);
    if (ran === 0 || expected.problems().length > 0) return exitCodes.failed;
    return rejected === 0 ? exitCodes.done : exitCodes.partly;
  },
};

async function eventFile(input: CommandInput): Promise<string> {
  const events = textOption(input, 'events');
  if (events === undefined) throw new UsageError('Specify the file with the events: --events FILE.');
  const found = await stat(events).catch(() => undefined);
  if (!found || found.isDirectory()) throw new UsageError(`There is no file ${events}.`);
  return events;
}

interface ShownResult extends RuleResult {
  readonly expected?: number | readonly number[];
  readonly isMet?: boolean;
}

interface RuleResult {
  readonly rule: ConvertedRule;
  /** The lines of the matching events; undefined for a correlation, which has no single events. */
  readonly lines?: readonly number[] | undefined;
  readonly hits?: number;
  readonly error?: string | undefined;
}

async function runRule(rule: ConvertedRule, client: PlatformClient): Promise<RuleResult> {
  if ('rejection' in rule) return { rule, error: rule.rejection.message };
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

function printJson({ rule, hits, lines, error, expected, isMet }: ShownResult, terminal: Terminal): void {
  const { id = null, title = null } = rule.information ?? {};
  const warnings = 'query' in rule ? rule.warnings : [];
  const result = error === undefined ? { hits, lines, ...(warnings.length > 0 && { warnings }) } : { error };
  const comparison = expected === undefined ? {} : { expected, is_expected: isMet };
  terminal.print(JSON.stringify({ file: rule.file, id, title, ...result, ...comparison }));
}

const hitsWidth = 8;

function printText(
  { rule, hits, lines = [], error, expected, isMet }: ShownResult,
  terminal: Terminal,
): void {
  const title = rule.information?.title ?? rule.file;
  if (error !== undefined) {
    terminal.note(`${rule.file}: ${terminal.paint('red', error)}`);
    return;
  }
  const wanted = isMet === false ? terminal.paint('red', `  expected ${shortList(expected)}`) : '';
  terminal.print(
    `${String(hits).padStart(hitsWidth)}  ${title}${lines.length === 0 ? '' : `  (${shortList(lines)})`}${wanted}`,
  );
}

function shortList(lines: number | readonly number[] | undefined): string {
  if (typeof lines !== 'object') return String(lines);
  return lines.slice(0, maxShown).join(', ') + (lines.length > maxShown ? ', …' : '');
}

const maxShown = 10;
