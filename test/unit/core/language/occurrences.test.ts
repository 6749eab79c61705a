import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { occurrencesAt, renameEdits } from '../../../../src/core/language/services/occurrences';
import { applyEdits } from '../../../../src/core/language/textEdit';
import { allQueries } from '../../../support/queryCorpus';

/** Renames what stands at the `^`. */
function rename(marked: string, newName: string): string | undefined {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const edits = renameEdits(parseQuery(text), offset, newName);
  return edits && applyEdits(text, edits);
}

/** Fields that are renamed together are marked in the text; each of them is renamed in turn. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  'follows a field of eval through the pipeline': [
    'table t | eval ^a = 1, b = ^a + 1 | search ^a > 0 | stats sum(^a) by ^a | sort -^a',
    'eval ^a = 1 | rename x as y, y as z | search ^a',
  ],
  'ends when the field leaves the pipeline': [
    'table t | eval ^a = 1 | stats count by b | search a == 1',
    'table t | eval ^a = 1 | rename ^a as b | search b > 1',
    'table t | eval ^a = 1 | timechart count by ^a | search a > 1',
    'stats sum(x) as ^a | timechart span=1h sum(^a) as b | search a',
    // A letter that no command here contains: one that does not mention the name has to end the field as well.
    'eval ^k = 1 | fields x | eval k = 2 | search k > 1',
    'eval ^k = 1 | fields - ^k | eval k = 2 | search k > 1',
    'eval ^k = 1 | timechart span=1h count | eval k = 2 | search k > 1',
    'eval ^k = 1 | rename ^k as x | eval k = 2 | search k > 1',
  ],
  'follows a field after a command that keeps it': [
    'eval ^a = 1 | fields x, ^a, y | search ^a',
    'eval ^a = 1 | fields - x, y | search ^a',
    'eval ^a = 1 | stats count by x, ^a, y | search ^a',
    'eval ^a_prev_b = 1 | limit 5 | search ^a_prev_b > 0',
    'eval ^a = 1 | lookup l k output c as d',
  ],
  'follows a field through every command that names it': [
    'eval ^a = 1 | sort -^a, x by ^a',
    'eval ^a = 1 | pivot count rows ^a cols ^a',
    'eval ^a = 1 | order x, ^a',
    'eval ^a = 1 | tojson ^a',
    'eval ^a = 1 | explode ^a',
    'eval ^a = 1 | rex field=^a "(?<y>z)"',
    'eval ^a = 1 | parsejson field=^a',
    'eval ^a = 1 | stats count, sum(^a + len(^a)) by x, ^a',
    'eval ^a = 1 | timechart span=1h sum(^a) by ^a',
    'eval ^a = 1 | pivot sum(^a) rows x cols y',
    'eval ^a = 1 | search x == 1 and (^a > -^a or $("p", ^a))',
    'eval ^a = 1 | limit $("p", ^a)',
    'eval ^a = 1 | table limit=$("p", ^a) t',
  ],
  'follows a field into a join or union, and not into other subqueries': [
    'table t | eval ^k = 1 | join ^k [ table u | eval ^k = 2 ] | fields ^k',
    'eval ^a = 1 | union [ eval ^a = 2 | union [ eval ^a = 3 ] ] | search ^a',
    'eval x = 1 | union [ eval ^a = 2 ] | search ^a',
  ],
  'renames an alias': [
    'table t | stats count as ^n | search ^n > 1',
    'timechart span=1h count as ^a | search ^a',
    'rename x as ^a, ^a as b | search a',
    'rename x as ^a, b as x, ^a as b | search a',
  ],
  'changes a parameter in its definition and its uses': [
    'set ^p = 1 | table limit=$("^p") t | search a == $( "^p", 2)',
  ],
};

const rejected: Readonly<Record<string, readonly string[]>> = {
  'a field that comes from a table, a pattern, a lookup or prev': [
    'table t | search ^status == 1',
    'table t | search a == 1 | eval ^a = a + 1',
    'table t | eval ^a = a + 1',
    'table t | eval ^k = 1 | join k [ table u | search k > 1 ]',
    'eval ^a = 1 | union [ table t | search a > 1 ] | search a',
    'eval ^a = 1 | parsecsv a, b',
    'eval ^a = 1 | prev a',
    'table t | eval ^prev_a = 1 | prev a | search prev_a > 0',
    'eval ^a = 1 | lookup l a output c',
    'eval ^a = 1 | lookup l k as a output c',
    'eval ^a = 1 | lookup l k output a as c',
    'eval ^o = 1 | lookup l k output f as o',
    'eval ^a = 1 | rex field=line "(?<a>x)"',
  ],
  'a field that becomes a parameter': ['setq [ json "{}" | eval ^p = 1 ] | search a > $("p")'],
  'a parameter that nothing sets': ['search a == $("^p")'],
};

describe('Rename', () => {
  for (const [title, texts] of Object.entries(renamed)) {
    it(title, () => {
      for (const marked of texts) {
        const expected = marked.replaceAll(/\^\w+/g, 'new_name');
        for (const { index } of marked.matchAll(/\^/g)) {
          const others = (text: string): string => text.replaceAll('^', '');
          const text = `${others(marked.slice(0, index))}^${others(marked.slice(index))}`;
          assert.equal(rename(text, 'new_name'), expected);
        }
      }
    });
  }

  for (const [what, texts] of Object.entries(rejected)) {
    it(`rejects ${what}`, () => {
      for (const text of texts) assert.equal(rename(text, 'n'), undefined, text);
    });
  }

  it('uses field() for a name with blanks, a keyword and a number', () => {
    for (const name of ['x y', 'and', '12']) {
      const written = `field("${name}")`;
      assert.equal(rename('eval ^a = 1 | fields a', name), `eval ${written} = 1 | fields ${written}`);
    }
  });

  it('rejects an empty name, and an invalid name of a parameter', () => {
    assert.equal(rename('json "{}" | eval ^a = 1', ''), undefined);
    for (const name of ['q r', '']) assert.equal(rename('set ^p = 1 | search a == $("p")', name), undefined);
  });

  it('adds no problems to any query', () => {
    for (const text of allQueries) {
      const parsed = parseQuery(text);
      for (let offset = 0; offset < text.length; offset += 2) {
        const edits = renameEdits(parsed, offset, 'renamed_thing');
        if (!edits) continue;
        const codes = parseQuery(applyEdits(text, edits)).problems.map(({ code }) => code);
        assert.deepEqual(
          codes,
          parsed.problems.map(({ code }) => code),
          text,
        );
      }
    }
  });
});

describe('References', () => {
  it('distinguish definitions from uses', () => {
    const found = occurrencesAt(parseQuery('eval a = 1 | search a == 2'), 20);

    assert.deepEqual(
      found?.positions.map(({ from, isDefinition }) => [from, isDefinition]),
      [
        [5, true],
        [20, false],
      ],
    );
  });

  it('are undefined for a command', () => {
    assert.equal(occurrencesAt(parseQuery('search a'), 3), undefined);
  });

  it('of a parameter include its escapes, as those of a field do', () => {
    for (const [text, name] of [
      ['search a == $("p\\"q") or b == $("p\\"q")', 'p\\"q'],
      ['eval field("q\\"r") = 1 | limit 5 | search field("q\\"r") > 2', 'field("q\\"r")'],
    ] as const) {
      const positions = occurrencesAt(parseQuery(text), text.indexOf(name))?.positions;
      assert.deepEqual(
        positions?.map(({ from, to }) => text.slice(from, to)),
        [name, name],
      );
    }
  });

  it('of a field are sorted, and found at its end', () => {
    const text = 'eval k = 1 | join k [ eval k = 2 ] | search k';
    const positions = occurrencesAt(parseQuery(text), text.length)?.positions.map(({ from }) => from);
    assert.deepEqual(positions, [5, 18, 27, 44]);
    assert.equal(occurrencesAt(parseQuery(text), 4), undefined);
    assert.equal(occurrencesAt(parseQuery(text), 7), undefined);
  });
});
