import { readFileSync } from 'node:fs';

export interface BrokenQuery {
  readonly text: string;
  /** The problems, each as code and text, such as ``90003 `|` ``. */
  readonly problems: readonly string[];
}

export const validQueries: readonly string[] = entriesOf('valid');

export const brokenQueries: readonly BrokenQuery[] = withProblems('broken');

/** More queries with their problems, or none, that other tests need not try. */
export const checkedQueries: readonly BrokenQuery[] = withProblems('problems');

/** Queries that real platforms accept, one a line, in the words of the facts about the language. */
export const acceptedQueries: readonly string[] = readFileSync('test/fixtures/queries/accepted.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .filter((line) => !/^# [^|]*$/.test(line));

export const allQueries: readonly string[] = [...validQueries, ...brokenQueries.map(({ text }) => text)];

function withProblems(name: string): BrokenQuery[] {
  return entriesOf(name).map((entry) => {
    const [text = '', expectation = ''] = entry.split('\n=> ');
    return { text, problems: expectation.match(/\d+ `[^`]*`/g) ?? [] };
  });
}

function entriesOf(name: string): string[] {
  return readFileSync(`test/fixtures/queries/${name}.txt`, 'utf8').trimEnd().split('\n----\n');
}
