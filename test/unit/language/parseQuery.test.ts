import assert from 'node:assert/strict';
import { errorCodes } from '../../../src/language/errorCodes';
import { parseQuery } from '../../../src/language/parseQuery';
import { allQueries, brokenQueries, validQueries } from '../../support/queryCorpus';

/** Codes that depend on what a platform holds and on who asks. */
const foundOnlyWhenRun = new Set<number>([
  errorCodes['table-not-found'],
  errorCodes['no-read-permission'],
  errorCodes['no-permission'],
]);

function problemsOf(text: string): string[] {
  return parseQuery(text).problems.map(({ code, from, to }) => `${String(code)} \`${text.slice(from, to)}\``);
}

describe('parseQuery', () => {
  for (const text of validQueries) {
    it(`finds nothing wrong with ${text}`, () => {
      assert.deepEqual(problemsOf(text), []);
    });
  }

  for (const { text, problems } of brokenQueries) {
    it(`finds ${problems.join(', ')} in ${text}`, () => {
      assert.deepEqual(problemsOf(text), problems);
    });
  }

  it('is tried on at least 120 queries', () => {
    assert.ok(allQueries.length >= 120, String(allQueries.length));
  });

  it('is tried on every error that a text alone can have', () => {
    const tried = new Set(
      brokenQueries.flatMap(({ problems }) => problems.map((text) => Number.parseInt(text))),
    );
    const untried = Object.values(errorCodes).filter(
      (code) => !tried.has(code) && !foundOnlyWhenRun.has(code),
    );

    assert.deepEqual(untried, []);
  });

  it('takes every prefix of every query without throwing', () => {
    for (const text of allQueries) {
      for (let end = 0; end <= text.length; end++) parseQuery(text.slice(0, end));
    }
  });

  for (const [name, text] of Object.entries({
    parentheses: `search ${'('.repeat(100_000)}`,
    brackets: 'union [ '.repeat(50_000),
    operators: `stats sum(a${' + a'.repeat(100_000)})`,
    signs: `stats sum(${'- '.repeat(100_000)}a)`,
  })) {
    it(`survives a hundred thousand ${name}`, () => {
      assert.doesNotThrow(() => parseQuery(text));
    });
  }

  it('finds the same with an earlier parse at hand as without', () => {
    const long = validQueries.slice(0, 60).join(' | ');
    const positions = Array.from({ length: 8 }, (_, index) => Math.floor((long.length * index) / 8));
    for (const typed of ['"', '[', ']', '(', ')', '|', 'x', ' # ']) {
      let previous = parseQuery(long);
      for (const at of positions) {
        const text = long.slice(0, at) + typed + long.slice(at);
        previous = parseQuery(text, previous);
        const { query, problems } = parseQuery(text);
        assert.equal(JSON.stringify([previous.query, previous.problems]), JSON.stringify([query, problems]));
      }
    }
  });

  it('keeps commands and places after a mistake', () => {
    const { query } = parseQuery('table a | search == | limit 5');

    assert.deepEqual(
      query.commands.map(({ kind, from, to }) => [kind, from, to]),
      [
        ['table', 0, 7],
        ['search', 10, 19],
        ['limit', 22, 29],
      ],
    );
  });
});
