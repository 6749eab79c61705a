import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { layOut, layoutEdits, layoutOnPipe } from '../../../../src/core/language/services/layout';
import { applyEdits } from '../../../../src/core/language/textEdit';
import { arbitraryQuery } from '../../../support/queryArbitrary';
import { allQueries } from '../../../support/queryCorpus';
import { withoutPositions } from '../../../support/withoutPositions';

function laidOut(text: string): string {
  return layOut(parseQuery(text));
}

/** The layout is that of its own text, and means the same. */
function assertStable(text: string): void {
  const once = laidOut(text);
  assert.equal(laidOut(once), once);
  const [parsed, again] = [parseQuery(text), parseQuery(once)];
  assert.deepEqual(withoutPositions(again.query), withoutPositions(parsed.query));
  assert.deepEqual(
    again.problems.map(({ code }) => code),
    parsed.problems.map(({ code }) => code),
  );
}

describe('Layout', () => {
  it('adds nothing to parentheses that are not closed', () => {
    for (const text of ['system (', 'system ( tables', 'table a | system (b', 'search (a', 'eval a = f(b'])
      assert.equal(laidOut(text).replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
  });

  it('puts each command on its own line and indents subqueries', () => {
    assert.equal(
      laidOut('table   duration=1h  a ,b|search x==1 and(y<2)|join k [table c|limit 3]|union [ table d ]'),
      [
        'table duration=1h a, b',
        '| search x == 1 and (y < 2)',
        '| join k [',
        '    table c',
        '    | limit 3',
        '  ]',
        '| union [ table d ]',
      ].join('\n'),
    );
  });

  for (const [text, expected] of [
    ['  table a  ', 'table a'],
    ['\n\ntable a \n', 'table a\n'],
    ['', ''],
    ['table a|# why   so|limit 1', 'table a\n| # why   so\n| limit 1'],
    ['table   a | union [  table b', 'table   a | union [  table b'],
    ["dbquery x select  'a'|limit 1", "dbquery x select  'a'\n| limit 1"],
    ['  ', ''],
    ['table a||limit 1', 'table a\n|\n| limit 1'],
    ['search a-b-(-c)', 'search a - b - (-c)'],
    ['search a  -  - 1', 'search a - -1'],
    ['search -  a', 'search -a'],
    ['search (  a==1  )or(b)', 'search (a == 1) or (b)'],
    ['search  a<=1and b', 'search  a<=1and b'],
    ['search f ( a ,b )', 'search f(a, b)'],
    ['search a  ==  $ ( "p" , 1 )', 'search a == $("p", 1)'],
    ['search limit=5   a', 'search limit=5 a'],
    ['search limit=5 - a', 'search limit=5 -a'],
    ['search now(  )', 'search now()'],
    ['search a and-b', 'search a and -b'],
    ['eval a=-1 , b = - c*2', 'eval a = -1, b = -c * 2'],
    ['sort - a,-b by  c', 'sort -a, -b by c'],
    ['fields  -a , b', 'fields - a, b'],
    ['fields a', 'fields a'],
    ['stats  count ,sum( a )  as b by   c,d', 'stats count, sum(a) as b by c, d'],
    ['table  web-* ,  b? , c', 'table web-*, b?, c'],
    ['table a:b , c/d', 'table a:b, c/d'],
    ['table  web-and ,  or-b', 'table web-and, or-b'],
    ['matchnet field=x   my-net', 'matchnet field=x my-net'],
    ['load  my-saved|import  my-own', 'load my-saved\n| import my-own'],
    ['lookuptable  my-map', 'lookuptable my-map'],
    ['import  my-table', 'import my-table'],
    ['lookup  my-l  k  output  a , b', 'lookup my-l k output a, b'],
    ['system  count  a-b', 'system count a-b'],
    ['fulltext  "a"and"b" from  t-1', 'fulltext "a" and "b" from t-1'],
    ['rename  a  as  b', 'rename a as b'],
    ['json   "{\'a\':  1}"', 'json "{\'a\':  1}"'],
    ['limit  5   10', 'limit 5 10'],
    ['table a|  drop', 'table a\n| drop'],
    ['"x"   y | limit  1', '"x"   y\n| limit 1'],
    ['nosuch  a   [table b]   c  ( [ table  d ] )', 'nosuch  a [ table b ] c  ( [ table  d ] )'],
    ['nosuch ([table  a])  [table b]', 'nosuch ([table  a]) [ table b ]'],
    ['nosuch x=a[table  b]  [table c]', 'nosuch x=a[table  b] [ table c ]'],
    ['nosuch [table b|limit 1]', 'nosuch [\n    table b\n    | limit 1\n  ]'],
    [
      'union [union [ table a|limit 1 ]]',
      'union [\n    union [\n        table a\n        | limit 1\n      ]\n  ]',
    ],
    ['join  a,b[ table c ]', 'join a, b [ table c ]'],
    ['union [ # note ]', 'union [\n    # note\n  ]'],
    ['union [ | limit 1 ]', 'union [\n    | limit 1\n  ]'],
    ['union [ table  a | search  a  b ]', 'union [\n    table a\n    | search  a  b\n  ]'],
    ['search  a b | union [ table  c ]', 'search  a b\n| union [ table c ]'],
    ['search nosuch( a )==1', 'search nosuch(a) == 1'],
    ['search a == "x\ny"  and b', 'search a == "x\ny"\n    and b'],
    ['search a\n  and b', 'search a and b'],
    ['table a\n| fields b,\n  c', 'table a\n| fields b, c'],
    ['[ table  a ] x', '[ table a ] x'],
    ['fields a,"x', 'fields a,"x'],
    ['search (a', 'search (a'],
    ['# "x', '# "x'],
  ] as const) {
    it(`turns ${JSON.stringify(text)} into ${JSON.stringify(expected)}`, () => {
      assert.equal(laidOut(text), expected);
    });
  }

  it('breaks a long command at its commas, not at those of a call or at and', () => {
    const long = (name: string): string => `${name}_${'x'.repeat(30)}`;
    assert.equal(
      laidOut(`eval a=if(${long('a')}>1 and b,${long('b')},1),${long('c')}=1,d=2 and 3`),
      [
        `eval a = if(${long('a')} > 1 and b, ${long('b')}, 1),`,
        `    ${long('c')} = 1,`,
        '    d = 2 and 3',
      ].join('\n'),
    );
    assert.equal(
      laidOut(`search (${long('a')} and ${long('b')}) or ${long('c')} and d`),
      [`search (${long('a')} and ${long('b')})`, `    or ${long('c')}`, '    and d'].join('\n'),
    );
    assert.equal(
      laidOut(`join ${long('a')}, ${long('b')}, ${long('c')} [ table d ]`),
      `join ${long('a')}, ${long('b')}, ${long('c')} [ table d ]`,
    );
  });

  it('does not break a long command inside the name of a table', () => {
    const word = 'x'.repeat(90);
    assert.equal(
      laidOut(`fulltext "${word}" or "y" from fw-or`),
      `fulltext "${word}"\n    or "y" from fw-or`,
    );
    assert.equal(laidOut(`fields ${word},or,b`), `fields ${word},\n    or,\n    b`);
  });

  it('indents the broken lines of a command in a subquery', () => {
    const [one, other] = ['a'.repeat(50), 'b'.repeat(50)];
    assert.equal(
      laidOut(`union [ table c | fields ${one}, ${other} ]`),
      ['union [', '    table c', `    | fields ${one},`, `        ${other}`, '  ]'].join('\n'),
    );
  });

  it('keeps a command of up to 99 characters, and a subquery of up to 69, on one line', () => {
    const fields = (length: number): string => laidOut(`fields first, ${'x'.repeat(length - 14)}`);
    const union = (length: number): string => laidOut(`union [ table ${'x'.repeat(length - 6)} ]`);

    assert.deepEqual(
      [fields(99), fields(100), union(69), union(70)].map((text) => text.includes('\n')),
      [false, true, false, true],
    );
  });

  it('changes only what overlaps the range', () => {
    const text = 'table   a\n| fields   b\n| limit   1';
    const from = text.indexOf('fields');

    assert.equal(
      applyEdits(text, layoutEdits(parseQuery(text), { from, to: from + 10 })),
      'table   a\n| fields b\n| limit   1',
    );
    const cursor = text.indexOf('b\n');
    assert.equal(layoutEdits(parseQuery(text), { from: cursor, to: cursor }).length, 1);
  });

  it('moves a typed pipe to a new line', () => {
    const text = 'table   a |';

    assert.equal(applyEdits(text, layoutOnPipe(parseQuery(text), text.length)), 'table   a\n|');
    const inside = 'table   a |limit   1|drop';
    assert.equal(applyEdits(inside, layoutOnPipe(parseQuery(inside), 11)), 'table   a\n|limit   1|drop');
    assert.deepEqual(layoutOnPipe(parseQuery(inside), 5), []);
    assert.deepEqual(layoutOnPipe(parseQuery('search (a |'), 11), []);
  });

  it('changes nothing the second time, and never the meaning of a query', () => {
    for (const text of allQueries) assertStable(text);
  });

  it('changes nothing in a formatted generated query, and never its meaning', () => {
    fc.assert(
      fc.property(arbitraryQuery, (text) => {
        const { problems } = parseQuery(text);
        assert.ok(problems.every(({ severity }) => severity === 'warning'));
        assertStable(text);
      }),
      { numRuns: 200 },
    );
  });
});
