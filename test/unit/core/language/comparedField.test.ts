import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { comparedField } from '../../../../src/core/language/services/comparedField';

/** The field at the `^` whose values are compared, its tables and their period. */
function comparedAt(marked: string): string | undefined {
  const offset = marked.indexOf('^');
  const found = comparedField(parseQuery(marked.replace('^', '')), offset);
  return found && [found.field, 'of', ...found.tables, found.period].join(' ').trim();
}

/** The text after a value was inserted at the `^`. */
function inserted(marked: string, value: string | number): string | undefined {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const found = comparedField(parseQuery(text), offset);
  const literal = found?.literal(value);
  return literal === undefined || !found
    ? undefined
    : text.slice(0, found.from) + literal + text.slice(found.to);
}

describe('The field whose values are compared', () => {
  const positions: Readonly<Record<string, string | undefined>> = {
    'table web | search user == ^': 'user of web',
    'table duration=1h web | search user == ^': 'user of web duration=1h',
    'table from=20260101 to=20260102 limit=5 web, dns | search status > 1 and user != ^':
      'user of web dns from=20260101 to=20260102',
    'table duration=$("span") web | search user == ^': 'user of web',
    'table web | search user == "^"': 'user of web',
    'table web | search user == "jk^': 'user of web',
    'table web | search user == jk^': 'user of web',
    'table web | search in(user, ^)': 'user of web',
    'table web | search in(user, "a", "^")': 'user of web',
    'table web | search contains(path, "/a^pi")': 'path of web',
    'table web | search field("src ip") == ^': 'src ip of web',
    'table web | search not(user == ^)': 'user of web',
    'table web | eval x = if(user == ^': 'user of web',
    'table fw_* | search action == ^': 'action of fw_*',
    'fulltext "x" from web | search user == ^': 'user of web',
    'table web | fields user | search user == ^': 'user of web',
    'table web | stats count by user | search user == ^': 'user of web',
    'table web | join user [ table staff | search team == ^': 'team of staff',
    'table web | union [ table dns ] | search user == ^': 'user of web dns',
    'table web | search user ^': undefined,
    'table web | search ^': undefined,
    'table web | search user == "a" ^': undefined,
    'table web | search user > ^': undefined,
    'table web | search len(user, ^': undefined,
    'table web | search in(^': undefined,
    'table web | search "a" == ^': undefined,
    'table web | eval user = upper(user) | search user == ^': undefined,
    'table web | rename a as user | search user == ^': undefined,
    'table web | stats count as user | search user == ^': undefined,
    'table web | rex field=line "(?<user>x)" | search user == ^': undefined,
    'table web | tojson output=user a | search user == ^': undefined,
    'table web | parsecsv field=line user | search user == ^': undefined,
    [`json "{'user': 1}" | search user == ^`]: undefined,
    'search user == ^': undefined,
  };
  for (const [text, expected] of Object.entries(positions)) {
    it(`is ${expected ?? 'none'} in ${text}`, () => assert.equal(comparedAt(text), expected));
  }

  it('gets its value as a literal that keeps the text a query', () => {
    const cases: readonly (readonly [string, string | number, string | undefined])[] = [
      ['table web | search user == ^', 'a "b"', 'table web | search user == "a \\"b\\""'],
      ['table web | search user == jk^', 'jkim', 'table web | search user == "jkim"'],
      ['table web | search user == "jk^"', 'jkim', 'table web | search user == "jkim"'],
      ['table web | search path == "/a^', '/a/b', 'table web | search path == "/a/b"'],
      ['table web | search status == 4^', 404, 'table web | search status == 404'],
      ['table web | search status == "^"', 404, undefined],
      ['table web | search user == ^', 'a\0', undefined],
      ['table web | search in(user, "a", "^")', 'b', 'table web | search in(user, "a", "b")'],
    ];
    for (const [text, value, expected] of cases) assert.equal(inserted(text, value), expected, text);
  });

  it('gets any value, at any position of a text, as the constant that it is compared with', () => {
    const positions = [
      'user == ^',
      'user == ^ and status == 1',
      'user == jk^im',
      'user == ^"jkim"',
      'user == "^"',
      'user == "jk^im"',
      'user == "j^ k" and host == "b"',
      'user == "jk^',
      'user == "^ and host == "b"',
      'user == "a\\"^\\"b"',
      'user == "a^\\\\" and host == "b"',
      'in(user, ^)',
      'in(user, "a^b", "c")',
      'contains(user, "^")',
      'field("a b") == ^',
      'status == 4^2',
    ];
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a\\', '"', '\n|', '$("x")', 'a*'),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...positions),
        fc.constantFrom('', ' | stats count', '\n| sort a'),
        value,
        (position, rest, wanted) => {
          const text = inserted(`table web | search ${position}${rest}`, wanted);
          if (text === undefined) return;
          assert.deepEqual(parseQuery(text).problems, [], text);
          assert.ok(constantsIn(text).includes(wanted), text);
        },
      ),
      { seed: 40, numRuns: 2000 },
    );
  });
});

/** Read without the parser: the constants of the first line, with `-` before a number. */
function constantsIn(text: string): readonly (string | number)[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(?<![\w.])-?\d+(?:\.\d+)?/g)].map(([token, quoted]) =>
    quoted === undefined
      ? Number(token)
      : (JSON.parse(`"${quoted.replaceAll(/[\0-\x1f]/g, escaped)}"`) as string),
  );
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
