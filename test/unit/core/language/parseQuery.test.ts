import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { errorCodes } from '../../../../src/core/language/errorCodes';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import type { ParsedQuery } from '../../../../src/core/language/parseQuery';
import { layoutEdits, layoutOnPipe } from '../../../../src/core/language/services/layout';
import { occurrencesAt, renameEdits } from '../../../../src/core/language/services/occurrences';
import { unresolvedParameters } from '../../../../src/core/language/services/unresolvedParameters';
import * as structure from '../../../../src/core/language/services/structure';
import { allQueries, brokenQueries, checkedQueries, validQueries } from '../../../support/queryCorpus';

/** Codes that depend on what a platform holds and on who asks. */
const foundOnlyWhenRun = new Set<number>([
  errorCodes['query-too-large'],
  errorCodes['table-not-found'],
  errorCodes['no-read-permission'],
  errorCodes['no-permission'],
  errorCodes['procedure-not-found'],
  errorCodes['invalid-procedure-argument'],
  errorCodes['procedure-owner-not-found'],
  errorCodes['invalid-procedure-argument-count'],
  errorCodes['no-procedure-permission'],
  errorCodes['import-table-not-found'],
  errorCodes['import-table-invalid'],
  errorCodes['create-option-is-not-supported'],
  errorCodes['no-system-logs-permission'],
]);

function problemsOf(text: string): string[] {
  return parseQuery(text).problems.map(({ code, from, to }) => `${String(code)} \`${text.slice(from, to)}\``);
}

function commandsOf(text: string): string[] {
  return parseQuery(text).query.commands.map(({ kind, from, to }) => `${kind} ${from}-${to}`);
}

const typed = [
  ...['', 'x', ' ', '\n', '"', '[', ']', '(', ')', '|', '||', ' # ', '$', '\\', ' | limit 5 '],
  ...['a', '| search a > 1', 'set p = 1 | ', '$("p")'],
];

function everythingOf({ query, problems, sections }: ParsedQuery): unknown {
  const read = sections.map(({ pipe, segments, inner }) => ({ pipe, segments, inner }));
  return { query, problems, read };
}

function responsesOf(parsed: ParsedQuery, offset: number): unknown {
  return [
    ...[layoutEdits(parsed), layoutOnPipe(parsed, offset), occurrencesAt(parsed, offset)],
    ...[renameEdits(parsed, offset, 'other'), structure.documentSymbols(parsed)],
    ...[structure.foldingRanges(parsed), structure.writingCommands(parsed)],
    ...[structure.pipelinesAt(parsed, offset), structure.textUpTo(parsed, offset)],
    unresolvedParameters(parsed),
  ];
}

describe('The query parser', () => {
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

  for (const { text, problems } of checkedQueries) {
    it(`finds ${problems.join(', ') || 'nothing'} in the arguments of ${text}`, () => {
      assert.deepEqual(problemsOf(text), problems);
    });
  }

  it('is tested on every error that a text alone can have', () => {
    const tried = new Set(
      brokenQueries.flatMap(({ problems }) => problems.map((text) => Number.parseInt(text))),
    );
    const untried = Object.values(errorCodes).filter(
      (code) => !tried.has(code) && !foundOnlyWhenRun.has(code),
    );

    assert.deepEqual(untried, []);
  });

  it('accepts every prefix of every query', () => {
    for (const text of allQueries) {
      for (let end = 0; end <= text.length; end++) parseQuery(text.slice(0, end));
    }
  });

  for (const [name, text] of Object.entries({
    parentheses: `search ${'('.repeat(20_000)}`,
    brackets: 'union [ '.repeat(10_000),
  })) {
    it(`accepts thousands of ${name}`, () => {
      assert.notDeepEqual(problemsOf(text), []);
    });
  }

  for (const [name, text] of Object.entries({
    operators: `stats sum(a${' + a'.repeat(20_000)})`,
    signs: `stats sum(${'- '.repeat(20_000)}a)`,
  })) {
    it(`rejects twenty thousand ${name} as too large, and parses what follows`, () => {
      const parsed = parseQuery(text);

      assert.deepEqual(problemsOf(text), [`90004 \`${text}\``]);
      assert.deepEqual([parsed.query.commands, parsed.sections], [[], []]);
      assert.deepEqual(everythingOf(parseQuery('table a', parsed)), everythingOf(parseQuery('table a')));
    });
  }

  it('returns the same result with an earlier parse as without, after any edits, and so does each language service', () => {
    const edit = fc.record({ at: fc.nat(), taken: fc.nat(6), typed: fc.constantFrom(...typed) });
    const edits = fc.array(edit, { minLength: 1, maxLength: 6 });
    const start = fc.shuffledSubarray([...allQueries], { minLength: 3, maxLength: 12 });
    const pipe = fc.constantFrom(' | ', '\n| ');
    fc.assert(
      fc.property(start, pipe, edits, fc.nat(), (queries, between, made, asked) => {
        let parsed = parseQuery(queries.join(between));
        for (const { at, taken, typed: more } of made) {
          const index = at % (parsed.text.length + 1);
          const text = parsed.text.slice(0, index) + more + parsed.text.slice(index + taken);
          const before = { parsed, was: [everythingOf(parsed), responsesOf(parsed, index)] };
          parsed = parseQuery(text, before.parsed);
          const offset = asked % (text.length + 1);
          const whole = parseQuery(text);
          assert.deepEqual(everythingOf(parsed), everythingOf(whole));
          assert.deepEqual(responsesOf(parsed, offset), responsesOf(whole, offset));
          assert.deepEqual([everythingOf(before.parsed), responsesOf(before.parsed, index)], before.was);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('keeps the rows of a moved json command with fields “from” and “to”', () => {
    const text = `limit 1 | json "{'from':1,'to':2}" | limit 1`;
    const { query } = parseQuery(`set a = 1 | ${text}`, parseQuery(text));
    const json = query.commands.find(({ kind }) => kind === 'json');

    assert.deepEqual(json?.kind === 'json' && json.rows, [{ from: 1, to: 2 }]);
  });

  it('continues after half of a surrogate pair', () => {
    assert.deepEqual(commandsOf('\ud83dsearch | limit 10'), ['other 0-7', 'limit 10-18']);
    assert.deepEqual(problemsOf('search a\0b == 1 | limit 5'), ['90200 `\0`']);
  });

  it('names a column after the formatted call', () => {
    const columns: Readonly<Record<string, string>> = {
      'sum(a-(b-c))': 'sum(a - (b - c))',
      'sum((a-b)-c)': 'sum(a - b - c)',
      'sum(-(a+b))': 'sum(-(a + b))',
      'sum(- -a)': 'sum(--a)',
      'sum((a or b)and c)': 'sum((a or b) and c)',
      'sum(a==(b==c))': 'sum(a == (b == c))',
      'sum((a<b)==(c+1>d))': 'sum(a < b == c + 1 > d)',
      'sum(field("and"))': 'sum(field("and"))',
      'sum(field("1.5"))': 'sum(field("1.5"))',
      'sum(field("a.b_1"))': 'sum(a.b_1)',
      'sum(이름)': 'sum(이름)',
      'sum(null)': 'sum(null)',
      'sum(1.50)': 'sum(1.50)',
      'sum("a\\n\\r\\t\\"\\\\")': 'sum("a\\n\\r\\t\\"\\\\")',
      'sum($("p",a+1))': 'sum($("p", a + 1))',
      'percentile(len(a,b),95)': 'percentile(len(a, b), 95)',
      'count()': 'count',
    };
    const [stats] = parseQuery(`stats ${Object.keys(columns).join(', ')}`).query.commands;

    assert.deepEqual(
      stats?.kind === 'stats' && stats.aggregates.map(({ column }) => column),
      Object.values(columns),
    );
  });

  it('accepts Unicode spaces, but not a zero-width one after #', () => {
    for (const space of ['\u00a0', '\u3000', '\ufeff']) {
      assert.deepEqual(problemsOf(['table', 'a', '|', 'limit', '1', '|', 'drop', ''].join(space)), []);
    }
    assert.deepEqual(problemsOf('#\u00a0x | #\u3000x'), []);
    assert.deepEqual(problemsOf('#\ufeffx'), ['92000 `#\ufeffx`']);
  });

  it('ends all open parentheses at a pipe, also after a string and a space', () => {
    const text = 'eval a = lower(trim("c" | limit 1';

    assert.deepEqual(commandsOf(text), ['eval 0-23', 'limit 26-33']);
    assert.deepEqual(problemsOf(text), ['90202 `lower(trim("c"`', '90202 `trim("c"`']);
  });

  it('suggests no correction for a word such as constructor, which every JavaScript object has', () => {
    for (const word of ['constructor', 'toString', '__proto__']) {
      const [problem] = parseQuery(`search a == 1 ${word}`).problems;
      assert.deepEqual([problem?.key, problem?.typo], ['unexpected-term', undefined]);
    }
  });

  it('sorts by a field named by', () => {
    assert.deepEqual(problemsOf('sort by, a'), []);
  });

  it('finds the groups of a pattern, but none after an escaped parenthesis', () => {
    const [rex] = parseQuery(String.raw`rex field=line "\(?<a>x)(?<b>y)\\(?<c>z)"`).query.commands;

    assert.deepEqual(rex?.kind === 'rex' && rex.groups, ['b', 'c']);
  });

  it('keeps commands and positions after a mistake', () => {
    const commands = commandsOf('table a | search == | limit 5');
    assert.deepEqual(commands, ['table 0-7', 'search 10-19', 'limit 22-29']);
  });
});
