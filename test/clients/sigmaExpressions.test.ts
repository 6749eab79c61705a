import assert from 'node:assert/strict';
import fc from 'fast-check';
import { printString } from '../../src/core/language/printExpression';
import { splitLookAheads } from '../../src/core/sigma/lookAhead';
import type { Expressions } from '../../src/core/sigma/lookAhead';
import { ExpressionRejection, queryExpression } from '../../src/core/sigma/regularExpression';
import { queryClient } from '../support/queryClient';
import { rowsOfAll } from '../support/sigmaRules';
import { suiteApp } from '../support/startApp';

/** Pieces of expressions, of which many together are none, or none that the query language has. */
const pieces = [
  ...['a', 'b', 'é', '.', '*', '+', '?', '|', '(', ')', '(?:', ' ', '-', '/', '#', '{x', '}', ']'],
  ...['[a-z]', '[^a]', '[\\w-.]', '[.-\\d]', '[[a]', '[a-]', '[-a]', '[\\]]', '[\\\\]', '[a\\-z]', '[$^]'],
  ...['\\d', '\\w', '\\s', '\\.', '\\\\', '\\/', '\\-', '\\"', '\\t', '\\n', '(?<n>', '{2}', '{2,}', '{1,3}'],
  ...['(?=', '(?!', '\\1', '\\K', '*+', '{1001}'],
];

const subjects = [
  '',
  'a',
  'b',
  'ab',
  'aab',
  'A',
  '.',
  '-',
  'a-b',
  '\n',
  '[',
  ']',
  '\\',
  '1',
  'é',
  ' ',
  '{x',
  '"',
];

const expressionsAtOnce = 100;

describe('A regular expression of a Sigma rule', () => {
  const app = suiteApp();

  it('is rejected, or matches the same texts as in other engines', async () => {
    const parts = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 });
    const expression = fc
      .tuple(fc.constantFrom('', '^', '^(?=', '^(?!'), parts, fc.constantFrom('', ')', ')a', ')(?!b)'))
      .map(([begin, rest, end]) => begin + rest.join('') + (begin.endsWith('^') ? '' : end));
    const batch = fc.array(expression, { minLength: expressionsAtOnce, maxLength: expressionsAtOnce });
    await fc.assert(
      fc.asyncProperty(batch, async (sources) => {
        const taken = sources.filter((source) => isTaken(source));
        const found = await search(taken.map(converted));

        subjects.forEach((subject, row) => {
          taken.forEach((source, index) => {
            const expected = javascriptFinds(source, subject);
            if (expected !== undefined)
              assert.equal(found[row]?.[index], expected, `${source} in ${JSON.stringify(subject)}`);
          });
        });
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  /** By subject, whether each of the expressions finds it. */
  async function search(expressions: readonly Expressions[]): Promise<readonly (readonly unknown[])[]> {
    const rows = printString(JSON.stringify(subjects.map((subject) => ({ subject }))));
    const call = (expression: string): string => `match(subject, ${printString(expression)})`;
    const tests = expressions.map(({ found, absent }) =>
      [...found.map(call), ...absent.map((expression) => `not(${call(expression)})`)].join(' and '),
    );
    const query = `json ${rows} | eval found = array(${tests.join(', ')}) | fields found`;
    const found = await rowsOfAll(queryClient(app), [query]);
    return found.map((row) => row['found'] as unknown[]);
  }
});

function converted(source: string): Expressions {
  const { found, absent } = splitLookAheads(source) ?? { found: [source], absent: [] };
  const convert = (expression: string): string =>
    queryExpression(expression, { ignoreCase: false, multiLine: false, dotMatchesAll: false });
  return { found: found.map(convert), absent: absent.map(convert) };
}

/** Groups without anything in them, which nobody writes, mean different things to different engines. */
function isTaken(source: string): boolean {
  if (/\((\?[:=!]|\?<n>)?\)/.test(source)) return false;
  try {
    converted(source);
    return true;
  } catch (error) {
    if (error instanceof ExpressionRejection) return false;
    throw error;
  }
}

/** Undefined where the expression is none in JavaScript. */
function javascriptFinds(source: string, subject: string): boolean | undefined {
  try {
    return new RegExp(source).test(subject);
  } catch {
    return undefined;
  }
}
