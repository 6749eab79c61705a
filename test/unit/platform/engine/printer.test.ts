import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DuckDBInstance } from '@duckdb/node-api';
import { buildSteps } from '../../../../src/platform/engine/duckdb/step';
import { printCondition, printExpression } from '../../../../src/platform/engine/duckdb/sqlExpression';
import { enginePattern } from '../../../../src/platform/engine/duckdb/printPattern';
import { quoteText } from '../../../../src/platform/store/sqlText';
import { bindExpression } from '../../../../src/platform/engine/plan/bindExpression';
import { literal } from '../../../../src/platform/engine/plan/planNode';
import type { Expression } from '../../../../src/platform/engine/plan/planNode';
import { anyCodePoint } from '../../../support/anyCodePoint';

const schema = [
  { name: 'it"s', kind: 'string' },
  { name: 'n', kind: 'long' },
] as const;
const field = (name: string): Expression => ({ node: 'field', name });

describe('The SQL printer', () => {
  it('names columns by their index and never by their field', () => {
    assert.equal(printExpression(bindExpression(field('it"s'), schema), schema), 'c0');
    const [step] = buildSteps(
      { operator: 'rename', command: 0, renames: [{ from: 'n', to: '; DROP' }] },
      schema,
    );
    assert.equal(step?.print('SELECT 1', []), 'SELECT c0 AS c0, c1 AS c1 FROM (SELECT 1)');
  });

  it('prints plain comparisons in a filter so that segment statistics apply', () => {
    const condition = bindExpression(
      { node: 'compare', operator: '>=', left: field('n'), right: literal(5n) },
      schema,
    );
    assert.equal(printCondition(condition, schema), "(c1 >= CAST('5' AS BIGINT))");
    assert.equal(printExpression(condition, schema), "coalesce((c1 >= CAST('5' AS BIGINT)), false)");
  });

  it('quotes any text so that the engine reads the same text', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      const text = fc.oneof(
        fc.string({ unit: anyCodePoint }),
        fc.string({ unit: fc.constantFrom("'", '"', '\\', '\0', ';', '-', '$1') }),
      );
      await fc.assert(
        fc.asyncProperty(text, async (value) => {
          const reader = await connection.runAndReadAll(`SELECT ${quoteText(value)}`);
          assert.equal(reader.getRows()[0]?.[0], value);
        }),
        { seed: 7, numRuns: 300 },
      );
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });

  it('turns named groups of Java into those of the engine', () => {
    const { text, groupCount, named } = enginePattern('(a)\\((?<first>[(]x)(?:y)(?<second>z)');
    assert.equal(text, '(a)\\((?P<g2>[(]x)(?:y)(?P<g3>z)');
    assert.equal(groupCount, 3);
    assert.equal(enginePattern('()'.repeat(100)).groupCount, 100);
    assert.throws(() => enginePattern('()'.repeat(101)), /query-too-large/);
    assert.equal(enginePattern('[^]()](?=x)(?<n>\\))').groupCount, 1);
    assert.deepEqual(
      [...named],
      [
        ['first', 2],
        ['second', 3],
      ],
    );
  });
});
