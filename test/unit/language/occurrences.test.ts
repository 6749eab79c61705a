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
  it('follows a field of eval through the pipeline', () => {
    assert.equal(
      rename('table t | eval ^a = 1, b = a + 1 | search a > 0 | stats sum(a) by a | sort -a', 'n'),
      'table t | eval n = 1, b = n + 1 | search n > 0 | stats sum(n) by n | sort -n',
    );
  });

  it('ends when the field leaves the pipeline', () => {
    assert.equal(
      rename('table t | eval ^a = 1 | stats count by b | search a == 1', 'n'),
      'table t | eval n = 1 | stats count by b | search a == 1',
    );
  });

  it('includes the subquery of a join', () => {
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

  it('uses field() for a keyword and for a number', () => {
    for (const name of ['and', '12'])
      assert.equal(rename('json "{}" | eval a^ = 1', name), `json "{}" | eval field("${name}") = 1`);
    assert.equal(rename('json "{}" | eval ^a = 1', ''), undefined);
  });

  it('includes the source of a rename, and no field of the same name after a chart', () => {
    assert.equal(
      rename('table t | eval ^a = 1 | rename a as b | search b > 1', 'n'),
      'table t | eval n = 1 | rename n as b | search b > 1',
    );
    assert.equal(
      rename('table t | eval ^a = 1 | timechart count by a | search a > 1', 'n'),
      'table t | eval n = 1 | timechart count by n | search a > 1',
    );
  });

  it('follows a field whose name only contains that of prev', () => {
    assert.equal(
      rename('eval ^a_prev_b = 1 | limit 5 | search a_prev_b > 0', 'n'),
      'eval n = 1 | limit 5 | search n > 0',
    );
  });

  it('renames an alias', () => {
    assert.equal(
      rename('table t | stats count as ^n | search n > 1', 'm'),
      'table t | stats count as m | search m > 1',
    );
  });

  it('rejects a field that comes from a table or a pattern', () => {
    assert.equal(rename('table t | search ^status == 1', 'n'), undefined);
    assert.equal(rename('table t | search a == 1 | eval ^a = a + 1', 'n'), undefined);
    assert.equal(rename('table t | rex field=line "(?<u>x)" | search ^u == 1', 'n'), undefined);
    assert.equal(rename('table t | eval ^a = a + 1', 'n'), undefined);
    assert.equal(rename('table t | eval ^k = 1 | join k [ table u | search k > 1 ]', 'n'), undefined);
    assert.equal(rename('table t | eval ^o = 1 | lookup l k output f as o', 'n'), undefined);
  });

  it('follows a field through every command that names it', () => {
    const commands = [
      'sort -a, x by a',
      'join a [ table u | eval a = 1 ]',
      'pivot count rows a cols a',
      'order x, a',
      'tojson a',
      'explode a',
      'fields x, a',
      'rex field=a "(?<y>z)"',
      'parsejson field=a',
      'stats count, sum(a + len(a)) by x, a',
      'timechart span=1h sum(a) by a',
      'pivot sum(a) rows x cols y',
      'search x == 1 and (a > -a or $("p", a))',
      'limit $("p", a)',
      'table limit=$("p", a) t',
    ];
    for (const command of commands) {
      const expected = command.replaceAll(/\ba\b/g, 'n');
      assert.equal(rename(`eval ^a = 1 | ${command}`, 'n'), `eval n = 1 | ${expected}`);
    }
  });

  it('follows a field after a command that keeps it', () => {
    for (const command of [
      'fields x, a, y',
      'fields - x, y',
      'stats count by x, a, y',
      'rename x as y, y as z',
    ]) {
      const expected = command.replaceAll(/\ba\b/g, 'n');
      assert.equal(rename(`eval ^a = 1 | ${command} | search a`, 'n'), `eval n = 1 | ${expected} | search n`);
    }
  });

  it('keeps fields of the same name apart when the first has left the rows', () => {
    // A letter that no command here contains: one that does not mention the name has to end the field as well.
    for (const command of [
      'fields x',
      'fields - k',
      'stats count by x',
      'timechart span=1h count',
      'rename k as x',
    ]) {
      const text = `eval ^k = 1 | ${command} | eval k = 2 | search k > 1`;
      const first = command.replaceAll(/\bk\b/g, 'n');
      assert.equal(rename(text, 'n'), `eval n = 1 | ${first} | eval k = 2 | search k > 1`);
    }
    assert.equal(
      rename('eval ^a = 1 | fields - x | search a > 1', 'n'),
      'eval n = 1 | fields - x | search n > 1',
    );
    assert.equal(
      rename('eval ^a = 1 | stats count by a | search a', 'n'),
      'eval n = 1 | stats count by n | search n',
    );
    assert.equal(
      rename('stats sum(x) as ^a | timechart span=1h sum(a) as b | search a', 'n'),
      'stats sum(x) as n | timechart span=1h sum(n) as b | search a',
    );
    assert.equal(
      rename('timechart span=1h count as ^a | search a', 'n'),
      'timechart span=1h count as n | search n',
    );
    assert.equal(rename('rename x as ^a, a as b | search a', 'n'), 'rename x as n, a as b | search n');
  });

  it('follows a field into a union, and not into other subqueries', () => {
    assert.equal(
      rename('eval ^a = 1 | union [ eval a = 2 | union [ eval a = 3 ] ] | search a', 'n'),
      'eval n = 1 | union [ eval n = 2 | union [ eval n = 3 ] ] | search n',
    );
    assert.equal(
      rename('eval x = 1 | union [ eval ^a = 2 ] | search a', 'n'),
      'eval x = 1 | union [ eval n = 2 ] | search n',
    );
    assert.equal(
      rename('eval ^a = 1 | parallel [ eval a = 2 ] | search a', 'n'),
      'eval n = 1 | parallel [ eval a = 2 ] | search n',
    );
    assert.equal(rename('parallel [ eval ^a = 2 ] | search a', 'n'), undefined);
    assert.equal(rename('eval ^a = 1 | union [ table t | search a > 1 ] | search a', 'n'), undefined);
  });

  it('rejects a field that a pattern, a lookup or prev names', () => {
    for (const command of [
      'parsecsv a, b',
      'prev a',
      'lookup l a output c',
      'lookup l k as a output c',
      'lookup l k output a',
      'lookup l k output a as c',
      'rex field=line "(?<a>x)"',
    ]) {
      assert.equal(rename(`eval ^a = 1 | ${command}`, 'n'), undefined, command);
    }
    assert.equal(
      rename('eval ^a = 1 | lookup l k output c as d', 'n'),
      'eval n = 1 | lookup l k output c as d',
    );
  });

  it('rejects a field that becomes a parameter', () => {
    assert.equal(rename('setq [ json "{}" | eval ^p = 1 ] | search a > $("p")', 'n'), undefined);
  });

  it('changes a parameter in its definition and its uses', () => {
    assert.equal(
      rename('set ^p = 1 | table limit=$("p") t | search a == $( "p", 2)', 'q'),
      'set q = 1 | table limit=$("q") t | search a == $( "q", 2)',
    );
  });

  it('rejects a parameter that nothing sets, and an invalid parameter name', () => {
    assert.equal(rename('search a == $("^p")', 'q'), undefined);
    assert.equal(rename('set ^p = 1 | search a == $("p")', 'q r'), undefined);
    assert.equal(rename('set ^p = 1 | search a == $("p")', ''), undefined);
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
  it('tell definitions from uses', () => {
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

  it('of a parameter are sorted, without the quotes', () => {
    const text =
      'search a == $("p") | set p = 1 | union [ set p = 2 | search b == $( "p" , 1 ) ] | set q = 1';
    for (const { index } of text.matchAll(/(?<=["t ])p(?=[" ])/g)) {
      for (const offset of [index, index + 1]) {
        const found = occurrencesAt(parseQuery(text), offset);
        assert.deepEqual([found?.kind, found?.name, found?.canRename], ['parameter', 'p', true]);
        assert.deepEqual(
          found?.positions.map(({ from, to, isDefinition }) => [text.slice(from - 2, to + 2), isDefinition]),
          [
            ['("p")', false],
            ['t p =', true],
            ['t p =', true],
            [' "p" ', false],
          ],
        );
      }
    }
    assert.equal(occurrencesAt(parseQuery(text), text.indexOf('"p"')), undefined);
  });

  it('of a parameter include its escapes', () => {
    const text = 'search a == $("p\\"q") or b == $("p\\"q")';
    const positions = occurrencesAt(parseQuery(text), text.indexOf('p\\'))?.positions;
    assert.deepEqual(
      positions?.map(({ from, to }) => text.slice(from, to)),
      ['p\\"q', 'p\\"q'],
    );
  });

  it('of a field are sorted, and found at its end', () => {
    const text = 'eval k = 1 | join k [ eval k = 2 ] | search k';
    const positions = occurrencesAt(parseQuery(text), text.length)?.positions.map(({ from }) => from);
    assert.deepEqual(positions, [5, 18, 27, 44]);
    assert.equal(occurrencesAt(parseQuery(text), 4), undefined);
    assert.equal(occurrencesAt(parseQuery(text), 7), undefined);
  });
});
