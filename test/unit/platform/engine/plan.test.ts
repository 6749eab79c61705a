import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/language/parseQuery';
import { bindExpression } from '../../../../src/platform/engine/plan/bindExpression';
import { call, literal } from '../../../../src/platform/engine/plan/expression';
import type { Expression } from '../../../../src/platform/engine/plan/expression';
import { commonKind, mergeSchemas, overlayColumns } from '../../../../src/platform/engine/plan/kind';
import type { Pipeline } from '../../../../src/platform/engine/plan/operator';
import { QueryRefusal } from '../../../../src/platform/engine/plan/queryRefusal';
import { planPipeline } from '../../../../src/platform/engine/planner/planPipeline';

const now = new Date('2024-05-31T12:00:00Z');

function plan(text: string, parameters = new Map([['p', literal(7n)]])): Pipeline {
  return planPipeline(parseQuery(text).query, {
    text,
    now,
    timeZone: 'UTC',
    loginName: 'kim',
    mayImport: false,
    parameters,
  });
}

const field = (name: string): Expression => ({ node: 'field', name });

describe('the plan of a query', () => {
  it('says what happens to the rows, and nothing of an engine', () => {
    assert.deepEqual(plan('table limit=5 T | search a == 1 | fields - b').operators, [
      {
        command: 0,
        operator: 'scan',
        tables: [{ name: 'T', optional: false }],
        from: undefined,
        to: undefined,
        newestFirst: true,
        terms: undefined,
      },
      { command: 0, operator: 'limit', offset: 0, maximum: 5 },
      {
        command: 1,
        operator: 'filter',
        predicate: { node: 'compare', operator: '==', left: field('a'), right: literal(1n) },
      },
      { command: 2, operator: 'project', fields: ['b'], exclude: true },
    ]);
  });

  it('has the values of parameters, of the moment and of the caller in place of their names', () => {
    const [, extend] = plan(
      'json "{}" | eval a = $("p"), b = $("q", 1), c = now(), d = whoami(), e = ago("1mon")',
    ).operators;
    assert.ok(extend?.operator === 'extend');
    assert.deepEqual(
      extend.assignments.map(({ value }) => value),
      [
        { ...literal(7n), isGiven: true },
        literal(1n),
        literal(now),
        literal('kim'),
        literal(new Date('2024-04-30T12:00:00Z')),
      ],
    );
  });

  it('reads a time range: from inclusive, to exclusive, or a duration up to now', () => {
    const [range] = plan('table from=2024 to=20240229 T').operators;
    assert.ok(range?.operator === 'scan');
    assert.deepEqual([range.from, range.to], [new Date('2024-01-01'), new Date('2024-02-29')]);
    const [duration] = plan('table duration=1d T').operators;
    assert.ok(duration?.operator === 'scan');
    assert.deepEqual([duration.from, duration.to], [new Date('2024-05-30T12:00:00Z'), undefined]);
  });

  it('keeps subqueries apart, with commands in one spelling', () => {
    const { subqueries, commands } = plan('json "{}" |  join   k  [ json "{}"   | limit 1 ]');
    assert.deepEqual(
      subqueries.map((subquery) => subquery.commands.map(({ text }) => text)),
      [['json "{}"', 'limit 1']],
    );
    assert.equal(commands[1]?.text, 'join k [ json "{}" | limit 1 ]');
  });

  it('refuses to import for somebody who may not', () => {
    assert.throws(() => plan('json "{}" | import T'), new QueryRefusal('no-permission'));
  });
});

describe('the binding of an expression', () => {
  const schema = [
    { name: 'n', kind: 'long' },
    { name: 's', kind: 'string' },
    { name: 'v', kind: 'any' },
  ] as const;

  it('makes a missing field null', () => {
    assert.deepEqual(bindExpression(field('gone'), schema), { node: 'literal', kind: 'null', value: null });
  });

  it('gives arithmetic the kind of its operands, and division a fraction', () => {
    const sum: Expression = { node: 'arithmetic', operator: '+', left: field('n'), right: literal(1n) };
    assert.equal(bindExpression(sum, schema).kind, 'long');
    assert.equal(bindExpression({ ...sum, right: literal(1.5) }, schema).kind, 'double');
    assert.equal(bindExpression({ ...sum, operator: '/' }, schema).kind, 'double');
  });

  it('leaves a text beside a number as it is, since no kind of number holds all that it may be', () => {
    const bound = bindExpression(
      { node: 'compare', operator: '==', left: field('s'), right: literal(1n) },
      schema,
    );
    assert.ok(bound.node === 'compare');
    assert.deepEqual([bound.left, bound.right], [{ node: 'column', name: 's', kind: 'string' }, literal(1n)]);
  });

  it('takes stars as wildcards only in a constant on the right', () => {
    const star = literal('x*');
    const right = bindExpression({ node: 'compare', operator: '==', left: field('s'), right: star }, schema);
    const left = bindExpression({ node: 'compare', operator: '==', left: star, right: field('s') }, schema);
    assert.deepEqual([right.node, left.node], ['wildcard', 'compare']);
  });

  it('refuses unknown functions, and wrong numbers of arguments', () => {
    assert.throws(() => bindExpression(call('toString'), schema), new QueryRefusal('unsupported-function'));
    assert.throws(
      () => bindExpression(call('left', field('s')), schema),
      new QueryRefusal('broken-expression'),
    );
  });
});

describe('kinds', () => {
  it('widen to what holds both', () => {
    assert.equal(commonKind('long', 'double'), 'double');
    assert.equal(commonKind('null', 'date'), 'date');
    assert.equal(commonKind('long', 'string'), 'any');
  });

  it('of columns merge by name, and replaced columns keep their place', () => {
    const left = [
      { name: 'a', kind: 'long' },
      { name: 'b', kind: 'string' },
    ] as const;
    const right = [
      { name: 'a', kind: 'string' },
      { name: 'c', kind: 'bool' },
    ] as const;
    assert.deepEqual(mergeSchemas(left, right), [{ name: 'a', kind: 'any' }, left[1], right[1]]);
    assert.deepEqual(overlayColumns(left, right), [right[0], left[1], right[1]]);
  });
});
