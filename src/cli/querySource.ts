import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { locate } from '../code/fileProblem';
import { findFrontMatter } from '../language/frontMatter';
import { parseQuery } from '../language/parseQuery';
import { textOption, UsageError } from './command';
import type { CommandInput } from './command';

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
  const text = query.source.slice(query.from);
  if (text.trim() === '') throw new UsageError('The query is empty.');
  const problem = parseQuery(text).problems.find(({ severity }) => severity === 'error');
  if (problem === undefined) return text;
  throw problemIn(query, problem);
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
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) throw new UsageError(`The file ${file} cannot be read.`);
  if (!isUtf8(bytes)) throw new UsageError(`The file ${file} is not UTF-8. Save it with this encoding.`);
  return bytes.toString();
}
