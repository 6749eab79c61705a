import path from 'node:path';
import type { PlatformClient } from '../core/api/client';
import { countRows, hitsOf, withDueTimes } from '../core/backtest/backtestSummary';
import type { Hits } from '../core/backtest/backtestSummary';
import { estimateBacktest } from '../core/backtest/estimateBacktest';
import { planBacktest } from '../core/backtest/planBacktest';
import type { BacktestPlan } from '../core/backtest/planBacktest';
import { scheduleOfCron, scheduleOfTrigger } from '../core/backtest/rootSchedule';
import { defaultMaxRows, runBacktest } from '../core/backtest/runBacktest';
import type { RunResult } from '../core/backtest/runBacktest';
import { fixedZone, readServerZone } from '../core/backtest/serverZone';
import type { Period, ServerZone } from '../core/backtest/serverZone';
import { noProject } from '../core/project/project';
import { readQueryFile } from '../core/project/queryFile';
import { columns } from '../core/base/columns';
import { sampleOf } from '../core/results/sampleRows';
import { formatBytes } from '../core/base/formatBytes';
import { scheduleOfRule } from '../core/sigma/ruleSchedule';
import {
  choiceOption,
  countOption,
  exitCodes,
  onlyArgument,
  periodOptions,
  timeOption,
  UsageError,
} from './command';
import type { Command, CommandInput } from './command';
import { readQuery, readText } from './querySource';
import { conversionOptions, convertNamed, mapOption } from './sigma/conversionOptions';
import { openClient, platformOptions, readTarget } from './target';
import { counted, interruption } from './terminal';
import type { Terminal } from './terminal';
import { day } from '../core/time/durations';

const defaultDays = 7;
const maxDays = 400;
const sampleRows = 10;

export const backtestCommand: Command = {
  name: 'backtest',
  parameters: 'FILE [OPTIONS]',
  summary: 'Runs a query or a Sigma rule over the past and prints what it would have found.',
  options: {
    ...periodOptions,
    limit: { value: 'N', summary: `stop after N rows; default ${defaultMaxRows}` },
    format: { value: 'text|json', summary: 'output format; default text' },
    map: mapOption,
    table: { value: 'NAME', summary: 'the table for Sigma rules without a mapping' },
    ...platformOptions,
  },
  async run(input, terminal) {
    const format = choiceOption(input, 'format', ['text', 'json']) ?? 'text';
    const period = periodOf(input);
    const maxRows = countOption(input, 'limit') ?? defaultMaxRows;
    const target = await readTarget(input);
    const { text, due } = await readSubject(input, target.name);
    await using client = await openClient(target, input);
    using signal = interruption();
    const zone =
      (await readServerZone(client, period.from, period.to)) ?? fixedZone(0, period.from, period.to);
    const plan = planBacktest({ text, period, ...(await due(client)) }, zone);
    if (plan.kind === 'impossible') throw new Error(plan.reason);
    await announce(client, text, plan, zone, terminal, signal);
    const results: RunResult[] = [];
    for await (const result of runBacktest(client, plan.runs, { maxRows, signal })) {
      results.push(result);
      if (result.truncated)
        terminal.note(`Stopped: there are more than ${countRows(results)} rows. --limit N reads more.`);
    }
    const found = { text, plan, results: withDueTimes(results, zone), hits: hitsOf(results, plan, zone) };
    if (format === 'json') terminal.printJson(jsonOf(found), 2);
    else terminal.print(reportLines(found, zone));
    return exitCodes.done;
  },
};

/** A query file with or without front matter, or a file with one Sigma rule. */
async function readSubject(input: CommandInput, platform: string) {
  const file = onlyArgument(input, 'Specify one file with a query or a Sigma rule.');
  const source = await readQuery(file);
  if (/\.ya?ml$/i.test(file)) return readRule(file, source, input);
  const { on, textFrom } = readQueryFile(path.basename(file), source, noProject);
  const text = readText({ name: file, source, from: textFrom });
  const trigger = on(platform)?.trigger;
  return { text, due: async (client: PlatformClient) => scheduleOfTrigger(client, trigger) };
}

async function readRule(file: string, source: string, input: CommandInput) {
  const files = [{ name: file, text: source }];
  const [rule, ...others] = convertNamed([file], files, await conversionOptions(input), input);
  if (rule === undefined || others.length > 0)
    throw new UsageError(`${file} has several rules. Specify a file with one.`);
  if ('rejection' in rule) throw new Error(`${file}:${rule.rejection.line}: ${rule.rejection.message}`);
  const { query, cron } = scheduleOfRule(rule, file);
  return { text: query, due: async (client: PlatformClient) => scheduleOfCron(client, cron) };
}

function periodOf(input: CommandInput): Period {
  const to = (timeOption(input, 'to') ?? new Date()).getTime();
  const from = timeOption(input, 'from')?.getTime() ?? to - defaultDays * day;
  if (from >= to) throw new UsageError('--from must be before --to.');
  if (to - from > maxDays * day) throw new UsageError(`The period must not be longer than ${maxDays} days.`);
  // Queries have times in whole seconds.
  return { from: Math.floor(from / 1000) * 1000, to: Math.floor(to / 1000) * 1000 };
}

async function announce(
  client: PlatformClient,
  text: string,
  plan: BacktestPlan,
  zone: ServerZone,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { bytes, rows } = await estimateBacktest(client, text, plan, zone, signal);
  const kind = plan.kind === 'slices' ? 'slices of a day' : 'runs';
  const about = `${rows ?? 'an unknown number of'} rows${bytes === undefined ? '' : ` (${formatBytes(bytes)})`}`;
  terminal.note(`${plan.runs.length} ${kind}, which read about ${about}.`);
  if (plan.cut.length > 0)
    terminal.note(`Commands that write or send data are not run: ${plan.cut.join(', ')}.`);
}

interface Found {
  readonly text: string;
  readonly plan: BacktestPlan;
  readonly results: readonly RunResult[];
  readonly hits: Hits;
}

function jsonOf({ text, plan, results, hits }: Found): object {
  const rows = results.flatMap((result) => result.rows);
  return {
    query: text,
    ...timesOf(plan.covered),
    kind: plan.kind,
    planned_runs: plan.runs.length,
    complete: results.length === plan.runs.length && !results.some(({ truncated }) => truncated),
    rows: rows.length,
    runs: results.map(({ run, rows: { length }, elapsed }) => ({
      ...timesOf(run),
      due: run.due === undefined ? null : iso(run.due),
      rows: length,
      elapsed: Math.round(elapsed),
    })),
    hits: hits.buckets.map((bucket) => ({ ...timesOf(bucket), count: bucket.count })),
    fields: sampleOf(rows).fields.map(({ name, filled, distinct, top }) => ({ name, filled, distinct, top })),
    sample: rows.slice(0, sampleRows),
  };
}

function timesOf({ from, to }: Period): { readonly from: string; readonly to: string } {
  return { from: iso(from), to: iso(to) };
}

function iso(timestamp: number): string {
  return new Date(timestamp).toISOString();
}

const barWidth = 40;

function reportLines({ plan, results, hits }: Found, zone: ServerZone): readonly string[] {
  const { covered } = plan;
  const rows = results.flatMap((result) => result.rows);
  const seconds = results.reduce((sum, { elapsed }) => sum + elapsed, 0) / 1000;
  const max = Math.max(1, ...hits.buckets.map(({ count }) => count));
  const time = (timestamp: number): string =>
    new Date(timestamp + zone.offsetAt(timestamp) * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  const bars = hits.buckets.map(({ from, count }) => [
    time(from),
    String(count).padStart(String(max).length),
    '█'.repeat(Math.round((count / max) * barWidth)),
  ]);
  const fields = sampleOf(rows).fields.flatMap(({ name, top: [first] }) =>
    first === undefined || first.count < 2 ? [] : [[`  ${name}`, `${first.count} × ${first.value}`]],
  );
  return [
    `${counted(rows.length, 'row')} in ${results.length} of ${counted(plan.runs.length, 'run')}, ${seconds.toFixed(1)} s`,
    `${time(covered.from)} to ${time(covered.to)} (${zone.offsetText(covered.to)})`,
    '',
    ...columns(bars),
    ...(fields.length === 0 ? [] : ['', 'Most frequent:', ...columns(fields)]),
  ];
}
