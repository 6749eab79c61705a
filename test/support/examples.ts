import assert from 'node:assert/strict';
import { queryClient } from './queryClient';
import type { QueryClient, Row } from './queryClient';
import type { RunningApp } from './startApp';

/** What an expression is worth over one row. */
export type Example = readonly [expression: string, value: unknown];

export type Examples = Readonly<Record<string, readonly Example[]>>;

/** A test for each group of examples, over one row that the source makes. */
export function testExamples(
  app: Pick<RunningApp, 'baseUrl' | 'keys' | 'logged'>,
  source: string,
  examples: Examples,
): void {
  const client = queryClient(app);
  for (const [group, pairs] of Object.entries(examples)) {
    it(`of ${group} has the value of each example`, async () => {
      const expressions = pairs.map(([expression]) => expression);
      const values = await evaluate(client, source, expressions).catch(() =>
        evaluateEach(client, source, expressions),
      );
      assert.deepEqual(values, Object.fromEntries(pairs));
    });
  }
}

/** The values of expressions, by one query for all of them. */
async function evaluate(client: QueryClient, source: string, expressions: readonly string[]): Promise<Row> {
  const assignments = expressions.map((expression, index) => `v${index} = ${expression}`).join(', ');
  const fields = expressions.map((_, index) => `v${index}`).join(', ');
  const [values = {}] = await client.rows(`${source} | eval ${assignments} | fields ${fields}`);
  return Object.fromEntries(expressions.map((expression, index) => [expression, values[`v${index}`]]));
}

/** If the query for all of them fails, each has its own, so that the difference shows which are at fault. */
async function evaluateEach(
  client: QueryClient,
  source: string,
  expressions: readonly string[],
): Promise<Row> {
  const single: Row[] = [];
  for (const expression of expressions) {
    single.push(
      await evaluate(client, source, [expression]).catch((error: unknown) => ({
        [expression]: String(error).slice(0, 300),
      })),
    );
  }
  return Object.assign({}, ...single) as Row;
}
