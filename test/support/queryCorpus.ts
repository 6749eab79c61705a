import { readFileSync } from 'node:fs';

export interface BrokenQuery {
  readonly text: string;
  /** The problems, each as code and text, such as ``90003 `|` ``. */
  readonly problems: readonly string[];
}

export const validQueries: readonly string[] = entriesOf('valid');

export const brokenQueries: readonly BrokenQuery[] = entriesOf('broken').map((entry) => {
  const [text = '', expectation = ''] = entry.split('\n=> ');
  return { text, problems: expectation.match(/\d+ `[^`]*`/g) ?? [] };
});

export const allQueries: readonly string[] = [...validQueries, ...brokenQueries.map(({ text }) => text)];

function entriesOf(name: string): string[] {
  return readFileSync(`test/fixtures/queries/${name}.txt`, 'utf8').trimEnd().split('\n----\n');
}
