import { stat } from 'node:fs/promises';
import { tryParseJson } from '../../core/base/json';
import { PlatformClient } from '../../core/api/client';
import { PlatformProcess } from '../../core/api/platformProcess';
import type { ConvertedRule } from '../../core/sigma/convertCollection';
import { emptyMapping } from '../../core/sigma/mappingFile';
import { choiceOption, exitCodes, readTextFile, textOption, UsageError } from '../command';
import type { Command, CommandInput } from '../command';
import { runQuery } from '../../core/api/runQuery';
import { counted } from '../terminal';
import type { Terminal } from '../terminal';
import { convertNamed, filterOption, mapOption, mappingOf, namedRuleFiles } from './conversionOptions';
import { lineField, loadEvents } from './loadEvents';
import * as z from 'zod/mini';
import { existsSync } from 'node:fs';
import path from 'node:path';

export const sigmaTest: Command = {
  name: 'sigma test',
  parameters: 'PATH… --events FILE.ndjson [OPTIONS]',
  summary: 'Runs Sigma rules over recorded events and prints the hits of each rule.',
  options: {
    events: { value: 'FILE', summary: 'the events, as JSON objects' },
    expect: {
      value: 'FILE',
      summary: 'expected hits as JSON: the number or the lines by ID, title or path of a rule',
    },
    map: { ...mapOption, summary: `${mapOption.summary}; without one, all names are kept` },
    filter: filterOption,
    format: { value: 'text|json', summary: 'output format; json prints one line per rule' },
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
      print({ ...result, ...expected.compare(result) }, terminal);
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
  readonly expected?: Expected;
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
    if (rule.isCorrelation) return { rule, hits: (await runQuery(client, rule.query)).rows.length };
    const { rows } = await runQuery(client, `${rule.query}\n| fields ${lineField}`);
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
  terminal.printJson({ file: rule.file, id, title, ...result, ...comparison });
}

const hitsWidth = 8;

function printText(
  { rule, hits, lines = [], error, expected, isMet }: ShownResult,
  terminal: Terminal,
): void {
  const title = rule.information?.title ?? rule.file;
  if (error !== undefined) {
    terminal.note(`${rule.file}: ${error}`, 'red');
    return;
  }
  const wanted = isMet === false ? `  expected ${shortList(expected)}` : '';
  terminal.print(
    `${String(hits).padStart(hitsWidth)}  ${title}${lines.length === 0 ? '' : `  (${shortList(lines)})`}${wanted}`,
    isMet === false ? 'red' : undefined,
  );
}

function shortList(lines: Expected | undefined): string {
  if (typeof lines !== 'object') return String(lines);
  return lines.slice(0, maxShown).join(', ') + (lines.length > maxShown ? ', …' : '');
}

const maxShown = 10;

const expectations = z.record(z.string(), z.union([z.number(), z.array(z.number())]));

/** The expected hits of a rule: their number, or the lines of the events. */
type Expected = number | readonly number[];

/** The expected hits by ID, title or the end of the path of a rule. */
class ExpectedHits {
  readonly #unused: Set<string>;
  #unmet = 0;

  private constructor(private readonly hits: Readonly<Record<string, Expected>>) {
    this.#unused = new Set(Object.keys(hits));
  }

  /** Without a file, nothing is expected. */
  static async read(file: string | undefined): Promise<ExpectedHits> {
    if (file === undefined) return new ExpectedHits({});
    const text = await readTextFile(file, `There is no file ${file}.`);
    const parsed = expectations.safeParse(tryParseJson(text));
    if (parsed.success) return new ExpectedHits(parsed.data);
    throw new UsageError(
      `${file} must be a JSON object: for the ID, title or path of each rule, the number of hits or the lines of the events.`,
    );
  }

  /** What is expected of a rule, and whether that was found. Undefined if nothing is expected. */
  compare(result: RuleResult) {
    const key = Object.keys(this.hits).find((name) => isOf(result.rule, name));
    const expected = key === undefined ? undefined : this.hits[key];
    if (key === undefined || expected === undefined) return undefined;
    this.#unused.delete(key);
    const isMet = isFound(expected, result);
    if (!isMet) this.#unmet += 1;
    return { expected, isMet };
  }

  /** What is not as expected of the rules that were compared, as sentences. */
  problems(): readonly string[] {
    return [
      ...[...this.#unused].map((name) => `There is no rule ${name}, of which hits are expected.`),
      ...(this.#unmet > 0
        ? [`${counted(this.#unmet, 'rule')} ${this.#unmet === 1 ? 'does' : 'do'} not have the expected hits.`]
        : []),
    ];
  }
}

function isFound(expected: Expected, { hits, lines }: RuleResult): boolean {
  const count = typeof expected === 'number' ? expected : expected.length;
  if (typeof expected === 'number' || lines === undefined) return hits === count;
  return String(lines) === String([...expected].sort((one, other) => one - other));
}

function isOf({ file, information }: ConvertedRule, name: string): boolean {
  if (name.toLowerCase() === information?.id?.toLowerCase() || name === information?.title) return true;
  return `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}`);
}

/** An in-memory local platform, for the duration of a command. */
export class MemoryPlatform implements AsyncDisposable {
  private constructor(
    private readonly running: PlatformProcess,
    readonly client: PlatformClient,
  ) {}

  static async start(program = path.join(__dirname, 'platform.js')): Promise<MemoryPlatform> {
    if (!existsSync(program)) throw new Error(`The local platform was not found: ${program}`);
    const running = await PlatformProcess.start(program, [], endOfThisProcess());
    const { base_url, product, api_key } = running.announcement;
    const client = new PlatformClient({
      baseUrl: base_url,
      product,
      readKey: () => Promise.resolve(api_key),
      readTimeout: () => 600_000,
    });
    return new MemoryPlatform(running, client);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]();
    await this.running.stop();
  }
}

/** Also if a signal ends this process before it can dispose of the platform. */
function endOfThisProcess(): AbortSignal {
  const ended = new AbortController();
  process.once('exit', () => ended.abort());
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  return ended.signal;
}
