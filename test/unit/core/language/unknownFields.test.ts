import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { quickFixes } from '../../../../src/core/language/services/quickFixes';
import { unknownFields } from '../../../../src/core/language/services/unknownFields';
import { SeededRandom } from '../../../../src/platform/demo/seededRandom';
import { emptyWorld } from '../../../support/reference/interpreter';
import { mapping } from '../../../support/reference/mapping';
import { fieldKinds } from '../../../support/reference/randomExpressions';
import { randomPipeline } from '../../../support/reference/randomPipeline';
import { randomAppend, readTable, shapeCount } from '../../../support/reference/randomRows';

const tables: Readonly<Record<string, readonly string[]>> = {
  web: ['_table', '_time', '_id', 'line', 'user', 'status', 'bytes', 'src ip', 'request'],
  users: ['_table', '_time', '_id', 'line', 'user', 'department'],
};

function fieldsOf(table: string): ReadonlySet<string> | undefined {
  const known = tables[table];
  return known && new Set(known);
}

function unknownIn(text: string): readonly string[] {
  return unknownFields(parseQuery(text), fieldsOf).map(({ from, to }) => text.slice(from, to));
}

describe('Unknown fields', () => {
  const warned: Readonly<Record<string, readonly string[]>> = {
    'table web | search usr == "a" and status > 1': ['usr'],
    'table web | eval x = nosuch, y = x, z = w': ['nosuch', 'w'],
    'table web | fields user, usr': ['usr'],
    'table web | fields user | search bytes > 1': ['bytes'],
    'table web | fields - user | search user == "a"': ['user'],
    'table web | rename user as who | search user == "a" or who == "b"': ['user'],
    'table web | rename usr as who': ['usr'],
    'table web | rename user as a, a as b | search a == 1': ['a'],
    'table web | stats count, sum(byte) as total by usr': ['byte', 'usr'],
    'table web | stats count by user | sort -cnt, user': ['cnt'],
    'table web | timechart span=1h count | search total > 1': ['total'],
    'table web | sort -statsu by usr': ['statsu', 'usr'],
    'table web | rex field=lin "(?<id>x)" | search id == "1"': ['lin'],
    'table web | join usr [ table users | fields user, dept ]': ['usr', 'dept'],
    'table web | explode tags': ['tags'],
    'table web | eval x = foreach(concat(_1, usr), split(line, ","))': ['usr'],
    'table web | eval x = concat(_1, "a")': ['_1'],
    'table web | lookup codes code as stat output name | search name == "x"': ['stat'],
    'table web | lookup codes stat output name': ['stat'],
    'table web, users | search department == "x" and dept == "y"': ['dept'],
    'table web | search field("src ip") == "1" or field("dst ip") == "2"': ['field("dst ip")'],
    [`json "{'a': 1}" | search b == 1`]: ['b'],
    [`table web | parallel [ search a == 1 ] | search b == 1`]: ['a', 'b'],
    'setq [ table web | fields usr ] | table web': ['usr'],
  };
  for (const [text, expected] of Object.entries(warned)) {
    it(`are ${expected.join(', ')} in ${text}`, () => assert.deepEqual(unknownIn(text), expected));
  }

  const silent = [
    'search usr == "a"',
    'table nosuch | search usr == "a"',
    'table web, nosuch | search usr == "a"',
    'table w* | search usr == "a"',
    'system tables | search usr == "a"',
    'table web | nosuch | search usr == "a"',
    'table web | parsejson field=line overlay=t | search usr == "a"',
    'table web | timechart span=1h count by user | search jkim > 1',
    'table web | pivot count rows user cols status | search field("200") > 1',
    'table web | search request.path == "/"',
    'table web | union [ table nosuch ] | search usr == "a"',
    'table web | rex field=line "u=(?<usr>x)" | search usr == "a"',
    'table web | prev bytes | search prev_bytes > 1',
    'table web | stats count, sum(bytes) by user | search count > 1 | sort -field("sum(bytes)")',
    'table web | fields - user | join status [ table users ] | search user == "a"',
    'table web | fields - user | eval user = 1 | search user == 1',
    'table web | eval x = foreach(concat(_1, _2), split(line, ","), user)',
    'table web | matchnet tag=t field=user guid=GUID | search isnotnull(_matchnet_result)',
    'table web | streamjoin user [ table users ] | search isnull(_streamjoin_fail)',
    'table web | summary | fields name, type, count',
    'fulltext status == 1 | search usr == "a"',
    'fulltext "x" from meta("a==b") | search usr == "a"',
    'table $("name") | search usr == "a"',
    'table meta("a==b") | search usr == "a"',
    'table web | signature | stats count by signature',
    'table web | pivot sum(bytes) as s, count as c rows user cols status | eval x = nvl(s:200, 0)',
    'table web | stats sum(bytes), dc(user) by status | search sum(bytes) > 1 | rename dc(user) as users',
    'table web | lookup codes status output name, kind as sort | fields name, sort',
    'table web | boxplot bytes by user | fields user, count, min, iqr1, iqr2, iqr3, max',
    'set a = usr | table web',
    'json "broken | search a == 1',
    'table web | search ',
    '',
  ];
  for (const text of silent) {
    it(`are not reported in ${text === '' ? 'an empty text' : text}`, () =>
      assert.deepEqual(unknownIn(text), []));
  }

  it('are not reported in the examples of the manual, nor if the next command reads the columns of their rows', () => {
    const manual = readFileSync('docs/query-language.md', 'utf8');
    const examples = [...manual.matchAll(/```text\n(json .*)\n(\{[^]*?)```/g)].map(
      ([, query = '', rows = '']) => {
        const columns = rows
          .split('\n')
          .flatMap((row) => (row.startsWith('{') ? Object.keys(JSON.parse(row) as object) : []));
        return `${query} | fields ${columns.map((name) => `field(${JSON.stringify(name)})`).join(', ')}`;
      },
    );
    assert.ok(examples.length > 20);
    for (const example of examples) assert.deepEqual(unknownIn(example), [], example);
  });

  it('say whether rows or commands lack the field, and the nearest name', () => {
    const messages = unknownFields(
      parseQuery('table web | search usr == 1 | fields user | search bites > 1'),
      fieldsOf,
    ).map(({ message }) => message);
    assert.deepEqual(messages, [
      'None of the newest rows of web has the field “usr”. Did you mean “user”?',
      'No command before this one provides the field “bites”.',
    ]);
  });

  it('have a quick fix that writes the nearest name as a field', () => {
    const text = 'table web | search usr == 1 or field("src id") == 2';
    const parsed = parseQuery(text);
    const fixes = quickFixes(parsed, { from: 0, to: text.length }, unknownFields(parsed, fieldsOf));
    assert.deepEqual(
      fixes.map(({ title, edits }) => [title, ...edits.map(({ newText }) => newText)]),
      [
        ['Change to “user”', 'user'],
        ['Change to “src ip”', 'field("src ip")'],
      ],
    );
  });

  it('keep their positions when the text before them changes', () => {
    const before = parseQuery('table web | search status > 1 | search usr == 1');
    const text = 'table web | search status > 1000 | search usr == 1';
    const [found] = unknownFields(parseQuery(text, before), fieldsOf);
    assert.equal(found && text.slice(found.from, found.to), 'usr');
  });

  it('are never fields that the rows of a random pipeline have', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const seeded = new SeededRandom(seed);
      const appends = Array.from({ length: 3 }, (_, index) => randomAppend(seeded, index % shapeCount));
      const logs = readTable('logs', appends);
      const world = emptyWorld();
      world.tables.set('logs', logs).set('mapping', mapping);
      const { query, expected } = randomPipeline(seeded, world);
      const fields = new Set(['_table', '_time', '_id', 'line', ...logs.flatMap((row) => [...row.keys()])]);
      const known = (table: string): ReadonlySet<string> =>
        table === 'mapping' ? new Set(['k', 'v']) : fields;
      const kinds = [...fieldKinds(expected.rows)].filter(([, kind]) => kind !== 'null');
      const read = `${query} | fields ${kinds.map(([name]) => `field("${name}")`).join(', ')}`;
      const found = unknownFields(parseQuery(read), known).filter(({ from }) => from > query.length);
      assert.deepEqual(found, [], `${read} (seed ${seed})`);
    }
  });
});
