import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRuleText, printRuleText } from '../../../../src/core/language/ruleText';
import type { RawRecord } from '../../../../src/core/interface/optional';

const guid = '8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11';

/** Whatever JSON can say, and integers of 64 bits. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.bigInt({ min: 9_007_199_254_740_993n, max: 9_223_372_036_854_775_807n }),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '---',
    'a\n---\nb',
    ' a ',
    '\n',
    'a\r\nb\r\n',
    '',
    'not',
    '- a',
    '1. a',
    'table a\n\n| stats count',
    '\uFEFFa',
    'a\u2028b',
  ),
);
const word = fc.oneof(text, fc.constantFrom('src_ip', 'contains', 'user.name'));
const condition = fc.oneof(
  fc.record({
    template_id: word,
    field_name: word,
    args: fc.oneof(value, text),
    query: fc.option(text, { nil: undefined }),
    invert: fc.boolean(),
    ordinal: fc.nat(20),
  }),
  fc.dictionary(word, value, { maxKeys: 4 }),
);
const fields = fc.dictionary(
  fc.oneof(word, fc.constantFrom('name', 'enabled', 'priority', 'field_order', 'mitre_tactics')),
  value,
  { maxKeys: 6 },
);
const batch = fc.tuple(fields, fc.option(text, { nil: undefined }));
const stream = fc.tuple(fields, fc.option(fc.array(condition, { maxLength: 4 }), { nil: undefined }));

/** Without what JSON cannot say: `undefined`, and zero with a sign. */
function plain(record: RawRecord): RawRecord {
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one === 'object' && one !== null) {
      const entries = Object.entries(one).filter(
        ([key, inner]) => inner !== undefined && key !== '__proto__',
      );
      return Object.fromEntries(entries.map(([key, inner]) => [key, walk(inner)]));
    }
    // The client reads integers exactly.
    const isLarge = Number.isInteger(one) && !Number.isSafeInteger(one) && Math.abs(Number(one)) < 1e21;
    if (isLarge) return BigInt(Number(one));
    return Object.is(one, -0) ? 0 : one;
  };
  return walk(record) as RawRecord;
}

describe('The text of a detection rule', () => {
  it('reads back as the rule that was printed', () => {
    const options = { numRuns: 200, seed: 38 };
    const check = (kind: 'batch' | 'stream', input: RawRecord): void => {
      const record = plain({ guid, name: 'Scan', ...input });
      const parsed = parseRuleText(kind, printRuleText(kind, record));
      assert.deepEqual(parsed, { record });
    };
    fc.assert(
      fc.property(batch, ([rest, query]) => check('batch', { ...rest, query })),
      options,
    );
    fc.assert(
      fc.property(stream, ([rest, commands]) => check('stream', { ...rest, commands })),
      options,
    );
  });

  it('has the properties above and the query of a batch rule below', () => {
    const record = { query: 'table a\n| stats count', name: 'Scan', unheard_of: [1], guid, enabled: true };
    assert.equal(
      printRuleText('batch', record),
      `---\nname: Scan\nguid: ${guid}\nenabled: true\nunheard_of:\n  - 1\n---\ntable a\n| stats count\n`,
    );
  });

  it('has the conditions of a stream rule below, each with its query indented', () => {
    const commands = [
      { template_id: 'contains', field_name: 'url', args: ['/admin'], invert: false, ordinal: 1 },
      {
        template_id: 'in',
        field_name: 'src ip',
        args: { list: 'x' },
        invert: true,
        ordinal: 2,
        query: 'table a\n| limit 1',
      },
      { odd: 1 },
    ];
    assert.equal(
      printRuleText('stream', { name: 'Web', commands }),
      '---\nname: Web\n---\n1. url contains ["/admin"]\n2. not "src ip" in {"list":"x"}\n  table a\n  | limit 1\n{"odd":1}\n',
    );
  });

  it('reports the position of a problem', () => {
    const problemOf = (kind: 'batch' | 'stream', source: string): unknown => {
      const parsed = parseRuleText(kind, source);
      return 'problem' in parsed
        ? [source.slice(parsed.problem.from, parsed.problem.to), parsed.problem.message]
        : parsed;
    };
    assert.deepEqual(problemOf('batch', 'table a\n'), [
      '',
      'A rule starts with its properties between two lines “---”.',
    ]);
    assert.match(String(problemOf('batch', '---\na: [\n---\n')), /not valid YAML/);
    assert.match(String(problemOf('batch', '---\n- a\n---\n')), /mapping/);
    assert.match(String(problemOf('batch', `---\na: ${'['.repeat(5000)}\n---\n`)), /too deeply nested/);
    assert.match(
      String(problemOf('stream', '---\na: 1\n---\nurl contains []\n')),
      /^url contains \[\],.*condition/,
    );
    assert.match(String(problemOf('stream', '---\na: 1\n---\n  table a\n')), /condition/);
  });
});
