import assert from 'node:assert/strict';
import { parseQuery } from '../../../src/language/parseQuery';
import { occurrencesAt, renameEdits } from '../../../src/language/services/occurrences';
import { applyEdits } from '../../../src/language/textEdit';
import { allQueries } from '../../support/queryCorpus';

/** Renames what stands at the `^`. */
function rename(marked: string, newName: string): string | undefined {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const edits = renameEdits(parseQuery(text), offset, newName);
  return edits && applyEdits(text, edits);
}

describe('Rename', () => {
  it('follows a field that eval made through the pipeline', () => {
    assert.equal(
      rename('table t | eval ^a = 1, b = a + 1 | search a > 0 | stats sum(a) by a | sort -a', 'n'),
      'table t | eval n = 1, b = n + 1 | search n > 0 | stats sum(n) by n | sort -n',
    );
  });

  it('ends where the field leaves the pipeline', () => {
    assert.equal(
      rename('table t | eval ^a = 1 | stats count by b | search a == 1', 'n'),
      'table t | eval n = 1 | stats count by b | search a == 1',
    );
  });

  it('reaches into the subquery of a join', () => {
    assert.equal(
      rename('table t | eval k = 1 | join ^k [ table u | eval k = 2 ] | fields k', 'n'),
      'table t | eval n = 1 | join n [ table u | eval n = 2 ] | fields n',
    );
  });

  it('uses field() for a name with blanks', () => {
    assert.equal(
      rename('json "{}" | eval ^a = 1 | fields a', 'x y'),
      'json "{}" | eval field("x y") = 1 | fields field("x y")',
    );
  });

  it('uses field() for a word of the language and for a number', () => {
    for (const name of ['and', '12'])
      assert.equal(rename('json "{}" | eval a^ = 1', name), `json "{}" | eval field("${name}") = 1`);
    assert.equal(rename('json "{}" | eval ^a = 1', ''), undefined);
  });

  it('reaches the field that rename takes, and none of the same name behind a chart', () => {
    assert.equal(
      rename('table t | eval ^a = 1 | rename a as b | search b > 1', 'n'),
      'table t | eval n = 1 | rename n as b | search b > 1',
    );
    assert.equal(
      rename('table t | eval ^a = 1 | timechart count by a | search a > 1', 'n'),
      'table t | eval n = 1 | timechart count by n | search a > 1',
    );
  });

  it('gives an alias another name', () => {
    assert.equal(
      rename('table t | stats count as ^n | search n > 1', 'm'),
      'table t | stats count as m | search m > 1',
    );
  });

  it('is refused for a field that comes from a table or a pattern', () => {
    assert.equal(rename('table t | search ^status == 1', 'n'), undefined);
    assert.equal(rename('table t | search a == 1 | eval ^a = a + 1', 'n'), undefined);
    assert.equal(rename('table t | rex field=line "(?<u>x)" | search ^u == 1', 'n'), undefined);
    assert.equal(rename('table t | eval ^a = a + 1', 'n'), undefined);
    assert.equal(rename('table t | eval ^k = 1 | join k [ table u | search k > 1 ]', 'n'), undefined);
    assert.equal(rename('table t | eval ^o = 1 | lookup l k output f as o', 'n'), undefined);
  });

  it('is refused for a field that becomes a parameter', () => {
    assert.equal(rename('setq [ json "{}" | eval ^p = 1 ] | search a > $("p")', 'n'), undefined);
  });

  it('changes a parameter where it is set and where it is used', () => {
    assert.equal(
      rename('set ^p = 1 | table limit=$("p") t | search a == $( "p", 2)', 'q'),
      'set q = 1 | table limit=$("q") t | search a == $( "q", 2)',
    );
  });

  it('is refused for a parameter that nothing sets, and for a name that set could not hold', () => {
    assert.equal(rename('search a == $("^p")', 'q'), undefined);
    assert.equal(rename('set ^p = 1 | search a == $("p")', 'q r'), undefined);
  });

  it('leaves a query that nothing new is wrong with', () => {
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
  it('tell definitions from uses', () => {
    const found = occurrencesAt(parseQuery('eval a = 1 | search a == 2'), 20);

    assert.deepEqual(
      found?.places.map(({ from, isDefinition }) => [from, isDefinition]),
      [
        [5, true],
        [20, false],
      ],
    );
  });

  it('are none for a command', () => {
    assert.equal(occurrencesAt(parseQuery('search a'), 3), undefined);
  });
});
