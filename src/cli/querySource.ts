import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { locate } from '../core/project/fileProblem';
import { findFrontMatter } from '../core/language/frontMatter';
import { parseQuery } from '../core/language/parseQuery';
import { nearestName } from '../core/language/services/diagnostics';
import { errorCode } from '../core/interface/errorCode';
import { textOption, UsageError } from './command';
import type { CommandInput, CommandOption } from './command';
import { confirm } from './terminal';

/** The text of a query with its origin. */
export interface QuerySource {
  /** The displayed name. */
  readonly name: string;
  readonly source: string;
  /** Where the query text starts. */
  readonly from: number;
}

/** A text with a mistake is rejected here, with its position, and not sent. */
export function readText(query: QuerySource): string {
  const text = textOf(query);
  const problem = problemOf(text);
  if (problem === undefined || problem.isUnknown) return text;
  throw problemIn(query, problem);
}

/** The same for a text whose commands are all run: Logbench cannot tell what an unknown one does. */
export async function readCheckedText(query: QuerySource, input: CommandInput): Promise<string> {
  const text = textOf(query);
  const problem = input.options['unchecked'] === true ? undefined : problemOf(text);
  if (problem === undefined) return text;
  const { message } = problemIn(query, problem);
  if (process.stdin.isTTY && (await confirm(`${message} Run it anyway? [y/N] `))) return text;
  throw new UsageError(`${message} Add --unchecked to run it anyway.`);
}

export const uncheckedOption: CommandOption = {
  summary: 'also run text with errors and commands that Logbench does not know',
};

function textOf({ source, from }: QuerySource): string {
  const text = source.slice(from);
  if (text.trim() === '') throw new UsageError('The query is empty.');
  return text;
}

interface TextProblem {
  readonly from: number;
  readonly message: string;
  readonly isUnknown: boolean;
}

/** The first error of a text, or else its first unknown command. */
export function problemOf(text: string): TextProblem | undefined {
  const { problems } = parseQuery(text);
  const error = problems.find(({ severity }) => severity === 'error');
  const problem = error ?? problems.find(({ key }) => key === 'unsupported-command');
  if (problem === undefined) return undefined;
  const meant = nearestName(text, problem);
  const hint = meant === undefined ? '' : ` Did you mean “${meant}”?`;
  return { from: problem.from, message: `${problem.message}${hint}`, isUnknown: error === undefined };
}

/** @param problem with its position in the text */
export function problemIn(
  { name, source, from }: QuerySource,
  problem: { readonly from: number; readonly message: string },
): Error {
  const { line, column } = locate(source, from + problem.from);
  return new Error(`${name}:${line}:${column}: ${problem.message}`);
}

export async function readSource(input: CommandInput): Promise<QuerySource> {
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

export async function readQuery(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    const isFolder = errorCode(error) === 'EISDIR';
    throw new UsageError(
      isFolder ? `${file} is a folder. Specify one file in it.` : `The file ${file} cannot be read.`,
    );
  });
  if (!isUtf8(bytes)) throw new UsageError(`The file ${file} is not UTF-8. Save it with this encoding.`);
  return bytes.toString();
}
