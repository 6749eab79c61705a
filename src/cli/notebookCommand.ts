import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PlatformClient } from '../core/api/client';
import { isQueryRejection } from '../core/api/errors';
import { rejectedRange } from '../core/language/services/rejectedRange';
import { parseQuery } from '../core/language/parseQuery';
import { parameterReferences } from '../core/language/services/unresolvedParameters';
import { commandsToConfirm } from '../core/language/services/structure';
import { parseNotebook } from '../core/notebook/markdownCells';
import type { MarkdownCell } from '../core/notebook/markdownCells';
import { openFrontMatterProblem, readProperties, timeExpression } from '../core/notebook/notebookProperties';
import type { NotebookProperties } from '../core/notebook/notebookProperties';
import { prepareCell } from '../core/notebook/prepareQuery';
import { buildReport, hashFact } from '../core/notebook/report';
import { reportHtml } from '../core/notebook/reportHtml';
import { reportMarkdown } from '../core/notebook/reportMarkdown';
import { readAccount } from '../core/api/readAccount';
import { RunningQuery } from '../core/api/runningQuery';
import { failedRun, runCell, withHash } from '../core/notebook/runCell';
import { Masker } from '../core/privacy/masker';
import type { ShownConnection } from '../core/pages/common';
import type { CellRun } from '../core/pages/notebook';
import { exitCodes, listOption, onlyArgument, privacyColumns, textOption, UsageError } from './command';
import type { Command, CommandInput } from './command';
import { problemOf, readQuery, uncheckedOption } from './querySource';
import { openClient, platformOptions, readTarget } from './target';
import { counted, interruption } from './terminal';
import type { Terminal } from './terminal';

export const notebookRun: Command = {
  name: 'notebook run',
  parameters: 'FILE --out FILE.html|FILE.md [OPTIONS]',
  summary: 'Runs the queries of a notebook and writes a report. Queries that write or send are not run.',
  options: {
    out: { value: 'FILE', summary: 'the report: FILE.html or FILE.md' },
    from: { value: 'T', summary: 'start of the time range: a date, a span such as 7d, or now' },
    to: { value: 'T', summary: 'end of the time range' },
    param: { multiple: true, value: 'K=V', summary: 'a parameter; repeat it for several' },
    mask: { summary: 'mask user names, addresses and host names in the report' },
    unchecked: uncheckedOption,
    ...platformOptions,
  },
  async run(input, terminal) {
    const out = await outputFile(input);
    const file = onlyArgument(input, 'Specify one notebook, FILE.lq.md.');
    const { frontMatter, cells } = parseNotebook(await readQuery(file));
    const properties = propertiesOf(frontMatter, input, file, terminal);
    const open = openFrontMatterProblem(frontMatter, cells[0]?.value ?? '');
    if (open !== undefined) terminal.note(`${file}:1: ${open}`);
    rejectUnusedParameters(input, frontMatter, cells);
    const { connection } = properties;
    const named = { ...input.options, platform: textOption(input, 'platform') ?? connection };
    const target = await readTarget(
      textOption(input, 'url') === undefined ? { ...input, options: named } : input,
    );
    await using client = await openClient(target, input);
    using signal = interruption();
    const { environment } = target;
    const isUnchecked = input.options['unchecked'] === true;
    const mark = { name: target.name || target.baseUrl, environment, readOnly: true, serverOffset: null };
    const runs = await runAll(client, cells, properties, { mark, terminal, signal, isUnchecked });
    const report = buildReport({
      fileName: path.basename(file),
      properties,
      cells: cells.map((cell, index) => ({ ...cell, run: runs[index] })),
      connection: mark.name,
      account: await readAccount(client),
      created: new Date(),
      masker: input.options['mask'] === true ? new Masker({ columns: privacyColumns() }) : undefined,
    });
    await writeFile(out, out.endsWith('.md') ? reportMarkdown(report) : reportHtml(report)).catch(() => {
      throw new Error(`The report could not be written to ${out}.`);
    });
    return runs.some((run) => run !== undefined && run.failure !== null) ? exitCodes.partly : exitCodes.done;
  },
};

async function outputFile(input: CommandInput): Promise<string> {
  const out = textOption(input, 'out');
  if (out?.endsWith('.lq.md') === true)
    throw new UsageError('The report would be a notebook. Name it FILE.report.md, for example.');
  if (out === undefined || !/\.(?:html|md)$/.test(out))
    throw new UsageError('Specify the report with --out FILE.html or --out FILE.md.');
  // Before any query runs.
  await access(path.dirname(out)).catch(() => {
    throw new UsageError(`The folder ${path.dirname(out)} cannot be found.`);
  });
  return out;
}

/** Options replace what the file says. */
function propertiesOf(
  frontMatter: string,
  input: CommandInput,
  file: string,
  terminal: Terminal,
): NotebookProperties {
  const { properties, problems } = readProperties(frontMatter);
  for (const { from, message } of problems) {
    terminal.note(`${file}:${frontMatter.slice(0, from).split('\n').length}: ${message}`);
  }
  const timeOf = (name: 'from' | 'to'): string | undefined => {
    const text = textOption(input, name);
    if (text === undefined) return properties[name];
    if (timeExpression(text) !== undefined) return text;
    throw new UsageError(
      `--${name} must be a date such as 2026-11-01, a span such as 7d, or now, not ${text}.`,
    );
  };
  const options = listOption(input, 'param').map((text): readonly [string, string] => {
    const [, name = '', value = ''] = /^([\p{L}_][\p{L}\p{N}_]*)=([^]*)$/u.exec(text) ?? [];
    if (name === '') throw new UsageError(`--param must be K=V, not ${text}.`);
    if (name === 'from' || name === 'to')
      throw new UsageError(`Specify the time range with --${name} ${value}.`);
    return [name, value];
  });
  const parameters = new Map([...properties.parameters, ...options]);
  return { ...properties, from: timeOf('from'), to: timeOf('to'), parameters };
}

/** A misspelled name would leave the value of the file, and nobody would notice it in the report. */
function rejectUnusedParameters(
  input: CommandInput,
  frontMatter: string,
  cells: readonly MarkdownCell[],
): void {
  const queries = cells.filter(({ kind }) => kind === 'query');
  const used = queries.flatMap(({ value }) => parameterReferences(parseQuery(value).query.commands));
  const names = new Set([
    ...readProperties(frontMatter).properties.parameters.keys(),
    ...used.map(({ name }) => name),
  ]);
  const unused = listOption(input, 'param')
    .map((text) => text.slice(0, text.indexOf('=')))
    .find((name) => !names.has(name));
  if (unused !== undefined) throw new UsageError(`The notebook uses no parameter “${unused}”.`);
}

interface RunContext {
  readonly mark: ShownConnection;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly isUnchecked: boolean;
}

/** One after the other; a failed query does not stop the others. */
async function runAll(
  client: PlatformClient,
  cells: readonly MarkdownCell[],
  properties: NotebookProperties,
  context: RunContext,
): Promise<readonly (CellRun | undefined)[]> {
  const runs: (CellRun | undefined)[] = [];
  for (const [index, { kind, name, value }] of cells.entries()) {
    if (kind === 'text' || value.trim() === '') runs.push(undefined);
    else {
      const prepare = (): string =>
        prepareCell(
          cells.map((cell, index) => ({ ...cell, run: runs[index] })),
          index,
          properties,
        );
      const run = await runOne(client, value, prepare, context);
      const label = name === '' ? String(index + 1) : name;
      context.terminal.note(`${label}: ${run.failure?.message ?? resultText(run)}`);
      runs.push(run);
    }
  }
  return runs;
}

function resultText(run: CellRun): string {
  return `${counted(run.total, 'row')}, ${hashFact(run).join(': ')}`;
}

async function runOne(
  client: PlatformClient,
  text: string,
  prepare: () => string,
  { mark, signal, isUnchecked }: RunContext,
): Promise<CellRun> {
  const started = Date.now();
  let sent = text;
  try {
    sent = prepare();
    const { writing } = commandsToConfirm(parseQuery(sent));
    if (writing.length > 0)
      throw new Error(`The query was not sent, because it writes or sends data: ${writing.join(', ')}.`);
    const problem = isUnchecked ? undefined : problemOf(sent);
    if (problem !== undefined)
      throw new Error(`The query was not sent: ${problem.message} Add --unchecked to send it anyway.`);
    await using query = await RunningQuery.start(client, sent, signal);
    return await withHash(query, await runCell(query, mark, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    const rejected = isQueryRejection(error) ? rejectedRange(error.message, sent).message : message;
    const failure = { reason: 'rejected', message: rejected, detail: null, canRetry: false } as const;
    return failedRun(sent, mark, started, failure);
  }
}
