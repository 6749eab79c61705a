import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { isQueryRejection } from '../api/errors';
import { findFrontMatter } from '../language/frontMatter';
import { parseQuery } from '../language/parseQuery';
import { rejectedRange } from '../language/services/rejectedRange';
import type { QueryStatus } from '../shared/wire/queryStatus';
import { locate } from '../code/fileProblem';
import { choiceOption, countOption, exitCodes, textOption, UsageError } from './command';
import type { Command, CommandInput } from './command';
import { interruption } from './terminal';
import { openClient, platformOptions, readTarget } from './target';
import { formatRows, rowFormats } from './rowFormats';
import { runQueryPage } from '../api/runQuery';
import type { Terminal } from './terminal';

const defaultLimit = 1000;

export const runCommand: Command = {
  name: 'run',
  parameters: 'FILE | -q TEXT [OPTIONS]',
  summary: 'Runs a query and prints its rows. Ctrl-C cancels it on the platform.',
  options: {
    query: { type: 'string', short: 'q', value: 'TEXT', summary: 'the text of the query' },
    limit: {
      type: 'string',
      value: 'N',
      summary: `maximum number of rows to print; default ${defaultLimit}`,
    },
    format: { type: 'string', value: rowFormats.join('|'), summary: 'output format; default table' },
    ...platformOptions,
  },
  async run(input, terminal) {
    const format = choiceOption(input, 'format', rowFormats) ?? 'table';
    const limit = countOption(input, 'limit') ?? defaultLimit;
    const source = await readSource(input);
    const text = readText(source);
    await using client = await openClient(await readTarget(input), input);
    using signal = interruption();
    const onStatus = progressOn(terminal);
    const page = await runQueryPage(client, text, { limit, signal, onStatus }).catch((error: unknown) => {
      throw isQueryRejection(error) ? problemIn(source, rejectedRange(error.message, text)) : error;
    });
    const written = formatRows(page.rows, format, page.fieldOrder);
    if (written !== '') terminal.print(written);
    const total = page.total ?? page.rows.length;
    if (BigInt(total) > BigInt(page.rows.length)) {
      terminal.note(`${page.rows.length} of ${total} rows; --limit N prints more.`);
    } else terminal.note(page.rows.length === 1 ? '1 row.' : `${page.rows.length} rows.`);
    return exitCodes.done;
  },
};

interface QuerySource {
  /** The displayed name. */
  readonly name: string;
  readonly source: string;
  /** Where the query text starts. */
  readonly from: number;
}

/** A text with a mistake is rejected here, with its place, and not sent. */
function readText(query: QuerySource): string {
  const text = query.source.slice(query.from);
  if (text.trim() === '') throw new UsageError('The query is empty.');
  const problem = parseQuery(text).problems.find(({ severity }) => severity === 'error');
  if (problem === undefined) return text;
  throw problemIn(query, problem);
}

/** @param problem with its place in the text */
function problemIn(
  { name, source, from }: QuerySource,
  problem: { readonly from: number; readonly message: string },
): Error {
  const { line, column } = locate(source, from + problem.from);
  return new Error(`${name}:${line}:${column}: ${problem.message}`);
}

async function readSource(input: CommandInput): Promise<QuerySource> {
  const queryOption = textOption(input, 'query');
  const [file, ...more] = input.args;
  if (more.length === 0 && file === undefined && queryOption !== undefined) {
    return { name: 'query', source: queryOption, from: 0 };
  }
  if (more.length > 0 || file === undefined || queryOption !== undefined) {
    throw new UsageError('Specify one file with a query, or its text with -q.');
  }
  const source = await readQuery(file);
  return { name: file, source, from: findFrontMatter(source)?.end ?? 0 };
}

async function readQuery(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) throw new UsageError(`The file ${file} cannot be read.`);
  if (!isUtf8(bytes)) throw new UsageError(`The file ${file} is not UTF-8. Save it with this encoding.`);
  return bytes.toString();
}

/** Reports the progress of the query, at most once per second. */
export function progressOn(terminal: Terminal): (status: QueryStatus) => void {
  let next = Date.now() + 1000;
  return ({ rows, elapsed, finished }) => {
    if (finished || Date.now() < next) return;
    next = Date.now() + 1000;
    terminal.note(`${rows} rows after ${Math.round(Number(elapsed) / 1000)} s`);
  };
}
