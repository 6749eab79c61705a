import assert from 'node:assert/strict';
import { checkedQuery, checkFacts, repairedQuery } from '../../../../src/core/assistant/checkedQuery';
import type { CheckedQuery } from '../../../../src/core/assistant/checkedQuery';
import { parseReadingQuery, notRunReason } from '../../../../src/core/assistant/onlyReads';
import { Masker } from '../../../../src/core/privacy/masker';
import { Redactor } from '../../../../src/core/privacy/redact';

describe('A query that an assistant checks', () => {
  it('lists at most fifty problems, and is repaired up to ten thousand characters', () => {
    const of = (count: number): CheckedQuery => checkedQuery(Array(count).fill('drop a(').join(' | '));
    assert.deepEqual([of(50).problems.length, 'more_problems' in of(50)], [50, false]);
    assert.deepEqual([of(52).problems.length, of(52).more_problems], [50, 2]);
    assert.equal(checkedQuery('serach a').problems[0]?.column, 1);
    const query = `search a = 1${' '.repeat(9988)}`;
    assert.match(checkedQuery(query).repaired_query ?? '', /^search a == 1/);
    assert.equal('repaired_query' in checkedQuery(`${query} `), false);
    assert.equal('repaired_query' in checkedQuery('search a == 1'), false);
  });

  it('lists the commands that write or send, each once', () => {
    const query = 'table a | import b | join c [ table d | import e ] | sendmail to="x"';
    assert.deepEqual(checkedQuery(query).writes_or_sends, ['import', 'sendmail']);
    assert.equal(checkedQuery('table a').valid, true);
    assert.equal(checkedQuery('table a | serach b').valid, true);
  });

  it('is repaired as often as needed', () => {
    assert.equal(repairedQuery("search a = 'x' && b = 'y' || !c"), 'search a == "x" and b == "y" or not(c)');
    assert.equal(repairedQuery('table a'), 'table a');
  });

  it('shows at most a hundred characters of a position, with masked values', () => {
    const [problem] = checkedQuery(`search a = "${'x'.repeat(200)}`).problems;
    assert.ok((problem?.at.length ?? 0) <= 100);
    const check = checkedQuery('search src = "10.0.0.1" | search 10.0.0.1(3)');
    const masked = new Redactor().cleanJson(checkFacts(check, new Masker()));
    assert.doesNotMatch(JSON.stringify(masked), /10\.0\.0\.1/);
    assert.match((masked as { repaired_query: string }).repaired_query, /src == "ip1-masked"/);
  });

  it('is not run with a command that may do more than read', () => {
    const reasons = {
      'table a | import b': 'it writes or sends data, and assistants only read',
      'memlookup op=build name=x': 'it writes or sends data, and assistants only read',
      'wget url="x"': 'it writes or sends data, and assistants only read',
      'proc x()': 'what it runs may change data',
      'table window=10m a':
        'it waits for rows that arrive from now on: read a period with from, to or duration instead',
      'table a | dedup b': 'this language has no such command: use stats',
      'table a | select b': 'this language has no such command: use table, fields',
      frobnicate: 'it is not known to be read-only',
    };
    for (const [query, reason] of Object.entries(reasons)) {
      const [, name, told] =
        /^the command "(\w+)" is not allowed because (.*)\.$/.exec(notRunReason(query) ?? '') ?? [];
      assert.deepEqual([query.includes(name ?? '?'), told], [true, reason]);
    }
  });

  it('is not run with a problem, which is reported with its position and its fix', () => {
    assert.match(
      notRunReason('search a = 1') ?? '',
      /^\(\d+\) [a-z-]+ at offset 9: .* Fixed: search a == 1$/,
    );
    assert.match(notRunReason('search a ==') ?? '', / logbench_language tells how it is written\.$/);
    assert.match(notRunReason(`search a = 1${' '.repeat(1989)}`) ?? '', /tells how it is written\.$/);
    assert.match(notRunReason(`search a = 1${' '.repeat(1988)}`) ?? '', / Fixed: search a == 1 *$/);
    assert.equal(notRunReason('table a | search b == 1'), undefined);
    assert.throws(() => parseReadingQuery('table a | import b'), {
      ...{ name: 'ToolRejection', message: /^The query was not sent: the command "import" is not allowed/ },
    });
    assert.equal(parseReadingQuery('table a').query.commands.length, 1);
  });
});
