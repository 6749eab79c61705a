import assert from 'node:assert/strict';
import type { Query } from '../../../../src/core/language/ast';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { literal } from '../../../../src/platform/engine/plan/planNode';
import type { Pipeline } from '../../../../src/platform/engine/plan/operator';
import { QueryRejection } from '../../../../src/platform/engine/plan/queryRejection';
import { planPipeline } from '../../../../src/platform/engine/planner/planPipeline';
import { PipelineProgress } from '../../../../src/platform/engine/run/commandProgress';
import { failureReason, DamagedRowsError } from '../../../../src/platform/engine/run/failureReason';
import { parametersFrom, shownValue } from '../../../../src/platform/engine/run/parameterValues';
import { subqueriesOf } from '../../../../src/platform/engine/run/readQuery';

const now = new Date('2024-05-31T12:00:00Z');

function plan(text: string): Pipeline {
  return planPipeline(parseQuery(text).query, {
    now,
    timeZone: 'UTC',
    loginName: 'kim',
    isAdministrator: false,
    parameters: new Map([['p', literal(7n)]]),
  });
}

function spellings(query: Query, text: string): readonly string[] {
  return new PipelineProgress(query, text).commands.map((command) => command.text);
}

describe('The plan of a query', () => {
  it('separates subqueries, with commands in one spelling', () => {
    const text = 'json "{}" |  join   k  [ json "{}"   | limit 1 ]';
    assert.deepEqual(
      plan(text).subqueries.map(({ operators }) => operators.map(({ operator }) => operator)),
      [['rows', 'limit']],
    );
    const { query } = parseQuery(text);
    assert.deepEqual(
      subqueriesOf(query).map((subquery) => spellings(subquery, text)),
      [['json "{}"', 'limit 1']],
    );
    assert.equal(spellings(query, text)[1], 'join k [ json "{}" | limit 1 ]');
    const spaced = 'json   "a  \\"  b"';
    assert.deepEqual(spellings(parseQuery(spaced).query, spaced), ['json "a  \\"  b"']);
  });

  for (const [query, key] of [
    ['json "{}" | stats count(a, b)', 'invalid-aggregation-arguments'],
    ['json "{}" | stats sum(a, b)', 'invalid-aggregation-arguments'],
    ['json "{}" | stats percentile(a)', 'invalid-aggregation-arguments'],
    ['json "{}" | stats percentile(a, b)', 'invalid-aggregation-arguments'],
    ['json "{}" | stats percentile(a, 0 - 1)', 'invalid-aggregation-arguments'],
    ['json "{}" | eval a = left("x", 1, 2)', 'broken-expression'],
    ['json "{}" | eval a = kvjoin(a, "b", "c", "d")', 'broken-expression'],
    ['json "{}" | eval a = dateadd(now(), "week", 1)', 'broken-expression'],
    ['json "{}" | eval a = dict("a")', 'broken-expression'],
    ['json "{}" | eval a = datepart(now(), "moment")', 'broken-expression'],
    ['json "{}" | eval a = ago(b)', 'broken-expression'],
    ['json "{}" | eval a = ago(5)', 'broken-expression'],
    ['json "{}" | limit 1 $("missing")', 'invalid-limit'],
  ] as const) {
    it(`rejects ${query}`, () => {
      assert.throws(() => plan(query), new QueryRejection(key));
    });
  }
});

describe('The value of a parameter', () => {
  it('is exact, and shown so that a client does not round it', () => {
    const values = parametersFrom({
      none: undefined,
      flag: true,
      text: 'x',
      timestamp: now,
      small: 3,
      large: 2n ** 60n,
      fraction: 1.5,
      list: [1, 'two'],
      map: { a: null },
    });
    assert.deepEqual(
      [...values].map(([name, { kind, value }]) => [name, kind, value]),
      [
        ['none', 'null', null],
        ['flag', 'bool', true],
        ['text', 'string', 'x'],
        ['timestamp', 'date', now],
        ['small', 'long', 3n],
        ['large', 'long', 2n ** 60n],
        ['fraction', 'double', 1.5],
        ['list', 'list', '[1,"two"]'],
        ['map', 'map', '{"a":null}'],
      ],
    );
    assert.deepEqual([...values.values()].map(shownValue), [
      null,
      true,
      'x',
      '2024-05-31T12:00:00.000Z',
      3,
      '1152921504606846976',
      1.5,
      [1, 'two'],
      { a: null },
    ]);
    assert.equal(shownValue({ node: 'literal', kind: 'any', value: 'no json' }), 'no json');
    assert.equal(shownValue({ node: 'literal', kind: 'string', value: '[1]' }), '[1]');
  });
});

describe('The reason of a failure', () => {
  it('is shown if the author of the query can do something about it', () => {
    const damaged = new DamagedRowsError('3 rows are damaged');
    assert.deepEqual([damaged.name, failureReason(damaged)], ['DamagedRowsError', '3 rows are damaged']);
    const full = 'Out of Memory Error: could not allocate, max_temp_directory_size is 10MB';
    assert.match(failureReason(new Error(full)) ?? '', /disk space/);
    assert.match(failureReason(new Error('IO Error: No space left on device')) ?? '', /disk space/);
    assert.equal(failureReason(new Error('Out of Memory Error: x')), 'out of memory');
    assert.equal(failureReason(new Error('Internal Error')), undefined);
    assert.equal(failureReason('out of memory'), undefined);
  });
});
