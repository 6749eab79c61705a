import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { printTree } from '../../../support/printTree';
import { allQueries, validQueries } from '../../../support/queryCorpus';

/** The conditions of `search`, by their text: which operand belongs to which operator. */
const expressions: Readonly<Record<string, string>> = {
  'a or b and c == d >= e + f * -g': '(a or (b and (c == (d >= (e + (f * (- g)))))))',
  '-a * b + c <= d != e and f or g': '(((((((- a) * b) + c) <= d) != e) and f) or g)',
  'a - b - c': '((a - b) - c)',
  'a / b / c * d': '(((a / b) / c) * d)',
  'a - (b - c)': '(a - (b - c))',
  '(a or b) and c': '((a or b) and c)',
  'a < b > c': '((a < b) > c)',
  '- - a': '(- (- a))',
  'a - -1': '(a - (- 1))',
  'true and false or null': '((boolean{value: true} and boolean{value: false}) or null{})',
  '1 + 2.5 + 1.2.3x': '((1 + decimal 2.5) + 1.2.3x)',
  'len(a, b + 1)': 'len[a, (b + 1)]',
  'now()': 'now[]',
  'len (a)': 'len[a]',
  'a and (b)': '(a and b)',
  'a or (b)': '(a or b)',
  'field("a b") == "c\\"\\n"': '(a b == "c\\"\\n")',
  '$("p") + $("q", 1 + 2)': '(parameter{name: p} + parameter{name: q, fallback: (1 + 2)})',
  '이름 == "값"': '(이름 == "값")',
  'a ==': '(a == missing{})',
  '(a == ) and b': '((a == missing{}) and b)',
};

const commands: Readonly<Record<string, string>> = {
  'table duration=1d limit="5" from=$("f", "2024") web-*?, fw:a/b@c?, x.y':
    'table{tables: [tableName{name: web-*, wildcard: true, optional: true}, ' +
    'tableName{name: a/b@c, node: fw, wildcard: false, optional: true}, ' +
    'tableName{name: x.y, wildcard: false, optional: false}], ' +
    'options: [duration=1d, limit="5", from=parameter{name: f, fallback: "2024"}]}',
  'fulltext limit=3 "a" or "b" and "c" from t':
    'fulltext{condition: or{left: term{value: a}, right: and{left: term{value: b}, right: term{value: c}}}, ' +
    'tables: [tableName{name: t, wildcard: false, optional: false}], options: [limit=3]}',
  'fulltext "a" or "b" or "c" and "d" and "e"':
    'fulltext{condition: or{left: or{left: term{value: a}, right: term{value: b}}, ' +
    'right: and{left: and{left: term{value: c}, right: term{value: d}}, right: term{value: e}}}}',
  'fulltext "a" not "b" not("c" or "d")':
    'fulltext{condition: and{left: and{left: term{value: a}, right: not{operand: term{value: b}}}, ' +
    'right: not{operand: or{left: term{value: c}, right: term{value: d}}}}}',
  [`json "[{'a': 'it\\\\'s'}, {'b': [1, null]}]"`]: `json{text: "[{'a': 'it\\\\'s'}, {'b': [1, null]}]", rows: [{a: it's}, {b: [1, null]}]}`,
  'system count a, b-* c':
    'system{object: count, tables: [tableName{name: a, wildcard: false, optional: false}, ' +
    'tableName{name: b-*, wildcard: true, optional: false}, tableName{name: c, wildcard: false, optional: false}]}',
  'eval a = 1, field("b c") = a + 1':
    'eval{assignments: [{target: a, value: 1}, {target: b c, value: (a + 1)}]}',
  'sort limit=5 -a, b by c, d':
    'sort{keys: [{field: a, descending: true}, {field: b, descending: false}], by: [c, d], options: [limit=5]}',
  'limit $("a") $("b", 2)': 'limit{offset: parameter{name: a}, maximum: parameter{name: b, fallback: 2}}',
  'rex field=line "(?<a>x)(?<b_1>y)(?<a>z)(?<1>n)(?:m)"':
    'rex{pattern: "(?<a>x)(?<b_1>y)(?<a>z)(?<1>n)(?:m)", groups: [a, b_1], options: [field=line]}',
  'lookup my-codes a as b output c, d as e':
    'lookup{table: my-codes, key: {field: a, alias: b}, outputs: [{field: c}, {field: d, alias: e}]}',
  'stats count, count() as n, sum(a + 1), percentile(b, 95) as p by c, d':
    'stats{aggregates: [{function: count, column: count}, {function: count, alias: n, column: n}, ' +
    '{function: sum, arguments: [(a + 1)], column: sum(a + 1)}, ' +
    '{function: percentile, arguments: [b, 95], alias: p, column: p}], by: [c, d]}',
  'pivot count, sum(a) rows b, c cols d':
    'pivot{aggregates: [{function: count, column: count}, {function: sum, arguments: [a], column: sum(a)}], ' +
    'rowFields: [b, c], columnFields: [d]}',
  'join type=left a, b [ drop | limit 1 ]':
    'join{options: [type=left], keys: [a, b], subquery: subquery{query: [drop{}, limit{maximum: 1}]}, ' +
    'subqueries: [subquery{query: [drop{}, limit{maximum: 1}]}]}',
  'parallel core=2 [ drop ]':
    'through{options: [core=2], subquery: subquery{query: [drop{}]}, subqueries: [subquery{query: [drop{}]}], ' +
    'name: parallel}',
  'remote a=1 node, b [ drop ]  c ( [ bypass ] ) ':
    'other{options: [a=1], subqueries: [subquery{query: [drop{}]}], known: true, ' +
    'arguments: a=1 node, b c ( [ bypass ] ), name: remote}',
  'fulltext range(1, 9) or a >= -5 and [ drop ] from n1:t, meta("z==d", "w*")':
    'fulltext{condition: or{left: range{minimum: 1, maximum: 9}, right: and{' +
    'left: comparison{field: a, operator: >=, value: (- 5)}, right: rows{subquery: subquery{query: [drop{}]}}}}, ' +
    'tables: [tableName{name: t, node: n1, wildcard: false, optional: false}, ' +
    'tableName{wildcard: true, optional: false, selection: ["z==d", "w*"]}], ' +
    'subqueries: [subquery{query: [drop{}]}]}',
  'parse field=a "a=*;" as x, "\\b*" as y':
    'anchors{anchors: [{start: a=, end: ;, field: x}, {start: \\b, field: y}], name: parse, options: [field=a]}',
  'parse apache': 'anchors{parser: apache, name: parse}',
  'parsemap field=m': 'parse{format: map, name: parsemap, options: [field=m]}',
  'boxplot a + b by c': 'boxplot{value: (a + b), by: [c]}',
  'mpsearch line [ drop ]':
    'mpsearch{fields: [line], subquery: subquery{query: [drop{}]}, subqueries: [subquery{query: [drop{}]}]}',
  'evtctxadd topic=t key=k expire=1h a == 1':
    'evtctx{condition: (a == 1), name: evtctxadd, options: [topic=t, key=k, expire=1h]}',
  'proc 0_p.x-y("a", 1)': 'proc{procedure: 0_p.x-y, arguments: ["a", 1]}',
  'proc p()': 'proc{procedure: p}',
  'evalc n = a + 1': 'evalc{parameter: n, value: (a + 1)}',
  'eval a = datetrunc(b, offset="15m", span="1h")':
    'eval{assignments: [{target: a, value: datetrunc[b, "1h", "15m"]}]}',
  'nosuch x=1,2 y': 'other{options: [x=1,2], known: false, arguments: x=1,2 y, name: nosuch}',
  '#  a  note ': 'comment{name: #, text: a  note}',
  '# [ drop | limit 1 ]': 'comment{name: #, text: [ drop | limit 1 ]}',
};

describe('The tree of a query', () => {
  it('has the operands of each operator by precedence, from left to right', () => {
    for (const [text, expected] of Object.entries(expressions)) {
      const [search] = parseQuery(`search ${text}`).query.commands;
      assert.equal(search?.kind === 'search' && printTree(search.condition), expected, text);
    }
  });

  it('has the parts of each command', () => {
    for (const [text, expected] of Object.entries(commands)) {
      assert.equal(printTree(parseQuery(text).query), `[${expected}]`);
    }
  });

  it('has the position of each part and of every name, without spaces around it', () => {
    for (const text of allQueries) checkPositions({ ...parseQuery(text).query }, text);
    for (const text of validQueries) checkTexts({ ...parseQuery(text).query }, text);
  });
});

type Node = Readonly<Record<string, unknown>>;

function checkPositions(node: Node, text: string, from = 0, to = text.length): void {
  const { from: start, to: end } = node;
  assert.ok(typeof start === 'number' && typeof end === 'number', `${text}: ${JSON.stringify(node)}`);
  assert.ok(start >= from && start <= end && end <= to, `${text}: ${JSON.stringify(node)}`);
  for (const part of partsOf(node)) checkPositions(part, text, start, end);
}

function checkTexts(node: Node, text: string): void {
  const { kind, from, to } = node;
  const written = text.slice(Number(from), Number(to));
  // The content of a subquery is all that is between its brackets.
  if (kind !== 'query') assert.equal(written, written.trim(), text);
  if (typeof node['text'] === 'string' && kind !== 'comment') assert.equal(written, node['text'], text);
  if (kind === 'tableName') assert.equal(written.replace('?', ''), node['name']);
  if (kind === 'string') assert.match(written, /^"[^]*"$/);
  for (const part of partsOf(node)) checkTexts(part, text);
}

function partsOf(node: Node): readonly Node[] {
  return Object.entries(node)
    .filter(([name]) => name !== 'rows')
    .flatMap(([, value]) => value)
    .filter((value): value is Node => typeof value === 'object' && value !== null);
}
