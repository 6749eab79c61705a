import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resultDocument } from '../../../../../src/extension/features/textSearch/resultDocument';
import {
  ExpensivePatternError,
  parsePattern,
  TextSearch,
} from '../../../../../src/extension/features/textSearch/textSearch';
import type { TextMatch, SearchedText } from '../../../../../src/extension/features/textSearch/textSearch';
import { clientStub } from '../../../../support/clientStub';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import { clientFor, startApp } from '../../../../support/startApp';
import type { RunningApp } from '../../../../support/startApp';
import { each } from '../../../../support/each';
import { lab } from '../../../../support/labConnection';

function matches(pattern: string, text: string): readonly TextMatch[] {
  const find = parsePattern(pattern);
  assert.ok(typeof find === 'function', JSON.stringify(find));
  return find(text);
}

describe('A search in texts', () => {
  it('finds a word whatever its case, with its line and column', () => {
    assert.deepEqual(matches('Admin', 'table a\r\n| search user == "ADMIN" and x == "admin"\n'), [
      { line: 2, column: 19, text: '| search user == "ADMIN" and x == "admin"' },
    ]);
  });

  it('finds a regular expression between slashes, and takes a single slash as a word', () => {
    assert.deepEqual(
      each(matches('/^\\| (sort|limit)/', 'table a\n| sort b\n| LIMIT 1\n| limit 2'), 'line'),
      [2, 4],
    );
    assert.equal(matches('/etc/', 'open etc').length, 1);
    assert.equal(matches('a/b', 'x a/b').length, 1);
  });

  it('finds the same lines as a search line by line', () => {
    const word = fc.stringMatching(/^[a-c"|]{1,3}$/);
    const text = fc.array(fc.stringMatching(/^[A-Ca-c"| ]{0,8}$/), { maxLength: 8 });
    fc.assert(
      fc.property(word, text, fc.boolean(), (sought, lines, isExpression) => {
        const pattern = isExpression ? `/${sought.replaceAll('|', '\\|')}/i` : sought;
        const expected = lines.flatMap((line, index) =>
          line.toUpperCase().includes(sought.toUpperCase()) ? [index + 1] : [],
        );
        assert.deepEqual(each(matches(pattern, lines.join('\n')), 'line'), expected);
      }),
      { seed: 41, numRuns: 100 },
    );
  });

  for (const pattern of ['', '  ', '/(/', '/a{2,1}/']) {
    it(`rejects ${JSON.stringify(pattern)} with a sentence`, () => {
      const parsed = parsePattern(pattern);
      assert.ok(typeof parsed !== 'function' && parsed.problem.length > 10);
    });
  }

  it('stops an expression that backtracks without end', () => {
    assert.throws(() => matches('/(a+)+$/', `${'a'.repeat(40)}!`), ExpensivePatternError);
  });
});

describe('A search with an expression that is slow on each text', () => {
  function searchWith(find: () => readonly TextMatch[], drafts: readonly SearchedText[] = []): TextSearch {
    const items = Array.from({ length: 200 }, (_, index) => scheduledQueryRecord({ name: `Query ${index}` }));
    const client = clientStub({ 'GET scheduled-queries': () => ({ items, malformed: [], total: 200 }) });
    const platforms = { clientFor: async () => Promise.resolve(client) };
    return new TextSearch({ platforms, drafts: async () => Promise.resolve(drafts) }, find, String);
  }

  it('lets the window respond after each text, and stops when it is canceled', async () => {
    const canceling = new AbortController();
    let searched = 0;
    const find = (): readonly TextMatch[] => {
      searched += 1;
      // As a click on Cancel, which arrives as soon as the window can receive it.
      if (searched === 3) setImmediate(() => canceling.abort());
      return [{ line: 1, column: 1, text: 'a' }];
    };
    const search = searchWith(find);
    await assert.rejects(search.run([lab], canceling.signal));

    assert.ok(searched <= 5, `${searched} texts were searched`);
    assert.equal(search.found.length, searched, 'what was found is kept');
  });

  it('says once that there are more lines than are shown, also if drafts alone have more', async () => {
    const lines = Array.from({ length: 600 }, () => ({ line: 1, column: 1, text: 'a' }));
    const drafts = ['a', 'b', 'c'].map((guid) => ({
      ...{ address: { connection: 'Lab', guid }, name: guid, text: '', isDraft: true },
    }));
    const search = searchWith(() => lines, drafts);
    await search.run([lab], new AbortController().signal);

    assert.deepEqual([search.omitted.length, search.count], [1, 2]);
  });
});

describe('A search on a platform', () => {
  async function search(app: RunningApp, role: 'master' | 'member') {
    await using client = clientFor(app, role);
    const find = parsePattern('needle');
    assert.ok(typeof find === 'function');
    const address = { connection: 'Lab', guid: 'g' };
    const draft = { address, name: 'Mine', text: 'table needle', isDraft: true };
    const elsewhere = { ...draft, address: { ...address, connection: 'Other' } };
    const deps = {
      platforms: { clientFor: () => Promise.resolve(client) },
      drafts: () => Promise.resolve([draft, elsewhere]),
    };
    const searched = new TextSearch(deps, find, (error) => String(error));
    await searched.run([lab], new AbortController().signal);
    return searched;
  }

  async function filled(app: RunningApp): Promise<void> {
    for (let index = 0; index < 3; index++) {
      const form = { name: `Q${index}`, query: `table a\n| search needle${index}`, trigger_type: 'cron' };
      const more = { cron_schedule: '0 3 * * *', enabled: 'false' };
      await app.call('master', 'POST /api/core/scheduled-queries', { form: { ...form, ...more } });
    }
    for (const kind of ['batch', 'stream']) {
      const form = { name: `${kind} [x](command:y)\n`, query: 'table needle', description: 'a needle' };
      await app.call('admin', `POST /api/core/${kind}-rules`, { form });
    }
  }

  it('finds lines of scheduled queries, rules and the drafts of the connection', async () => {
    await using app = await startApp();
    await filled(app);
    const { found, omitted, count } = await search(app, 'master');
    assert.deepEqual(omitted, []);
    assert.equal(count, 6);
    const lines = found.map(({ text, matches }) => [text.name, ...matches.map(({ line }) => line)]);
    assert.deepEqual(
      lines.filter(([name]) => /^(Mine|Q)/.test(String(name))),
      [
        ['Mine', 1],
        ['Q0', 2],
        ['Q1', 2],
        ['Q2', 2],
      ],
    );
    assert.equal(found.find(({ text }) => text.address.rule === 'batch')?.matches.length, 2);
  });

  it('says what the role MEMBER does not read, and searches the rest', async () => {
    await using app = await startApp();
    await filled(app);
    const { found, omitted } = await search(app, 'member');
    assert.deepEqual(omitted, ['Lab: reading scheduled queries requires the role ADMIN.']);
    assert.equal(found.length, 3);
  });

  it('says that a platform of the strict interface does not list its rules', async () => {
    await using app = await startApp({ strictInterface: true });
    const { omitted } = await search(app, 'master');
    assert.deepEqual(omitted, ['Lab does not list its batch rules.', 'Lab does not list its stream rules.']);
  });

  it('writes each line once, whatever names contain, and links it to its position', () => {
    const text = {
      address: { connection: 'Lab', guid: 'g', rule: 'batch' as const },
      name: 'a\nb\u2028c',
      text: '',
      isDraft: false,
    };
    const found = [{ text, matches: [{ line: 7, column: 3, text: '  x\u2028y ' }] }];
    const result = resultDocument('x', { found, omitted: [], count: 9, hasDraft: () => true });
    const lines = result.text.split('\n');
    assert.equal(lines[0], 'x: 1 line. Texts: 1 of 9.');
    assert.equal(lines[2], 'a b c · Batch rule · Lab');
    assert.equal(lines[3], '     7: x y');
    assert.deepEqual([...result.targets], [[3, { text, line: 7, column: 3, hasDraft: true }]]);
  });
});
