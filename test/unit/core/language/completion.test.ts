import assert from 'node:assert/strict';
import { setTranslator, translatorFrom } from '../../../../src/core/base/localize';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { completeAt } from '../../../../src/core/language/services/completion';
import type { CompletionItem } from '../../../../src/core/language/services/completionItems';
import { allQueries } from '../../../support/queryCorpus';

const providers = {
  tables: () => Promise.resolve(['web_access', 'fw']),
  fieldsOf: (table: string) => Promise.resolve(table === 'web_access' ? ['status', 'path'] : []),
};

const durationMeans = 'How far back to read, such as 1d.';

/** Completes at the `^` in the text. */
async function complete(marked: string): Promise<readonly CompletionItem[]> {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  return (await completeAt(parseQuery(text), offset, providers, new AbortController().signal)).items;
}

async function labels(marked: string, ...kinds: CompletionItem['kind'][]): Promise<string[]> {
  const items = await complete(marked);
  return items.filter(({ kind }) => kinds.includes(kind)).map(({ label }) => label);
}

async function inserted(marked: string, name: string): Promise<string | undefined> {
  const items = await complete(marked);
  return items.find(({ label, kind }) => label === name && kind !== 'snippet')?.insertText;
}

describe('Completion', () => {
  it('offers sources first at the start', async () => {
    const items = await complete('^');
    const best = items.filter(({ rank }) => rank === 0).map(({ label }) => label);

    assert.deepEqual(best, [
      'table',
      'fulltext',
      'json',
      'result',
      'load',
      'lookuptable',
      'system',
      'evtctxlist',
    ]);
  });

  it('offers frequent commands before rare ones', async () => {
    const items = await complete('table fw | ^');
    const ordered = items.filter(({ rank, order }) => rank === 0 && order !== undefined);

    assert.deepEqual(
      [...ordered].sort((one, other) => (one.order ?? 0) - (other.order ?? 0)).map(({ label }) => label),
      ['search', 'eval', 'stats', 'timechart', 'sort', 'limit', 'fields', 'rename', 'rex', 'join', 'lookup'],
    );
    assert.ok(!ordered.some(({ label }) => label === 'drop'));
  });

  it('appends a blank to a command that requires arguments', async () => {
    assert.equal(await inserted('table fw | se^', 'search'), 'search ');
    assert.equal(await inserted('table fw | se^ a == 1', 'search'), 'search');
    assert.equal(await inserted('table fw | ^', 'drop'), 'drop');
  });

  it('offers the fields of the table', async () => {
    assert.deepEqual(await labels('table web_access | search ^', 'field'), [
      '_table',
      '_time',
      '_id',
      'line',
      'status',
      'path',
    ]);
  });

  it('inserts field() for a name that is no word', async () => {
    const query = 'table fw | stats sum(bytes) by host | sort ^';

    assert.deepEqual(await labels(query, 'field'), ['host', 'sum(bytes)']);
    assert.equal(await inserted(query, 'sum(bytes)'), 'field("sum(bytes)")');
    assert.equal(await inserted(query, 'host'), 'host');
  });

  it('offers the units of a date function inside its quotes', async () => {
    assert.deepEqual((await labels('eval a = dateadd(now(), "^', 'value')).slice(0, 3), [
      'year',
      'mon',
      'day',
    ]);
  });

  it('offers nothing for the default of a parameter or for free text', async () => {
    assert.deepEqual(await complete('set p = 1 | search a == $("p", "^'), []);
    assert.deepEqual(await complete('eval a = concat("^'), []);
    assert.deepEqual(await complete('eval a = nosuch("^'), []);
  });

  const shown: readonly (readonly [string, Partial<CompletionItem>])[] = [
    ['table ^', { kind: 'option', label: 'order', insertText: 'order=', detail: 'asc | desc', rank: 0 }],
    ['table ^', { label: 'order', documentation: 'desc is newest first, asc oldest first.' }],
    ['table ^', { kind: 'option', label: 'duration', detail: 'span', documentation: durationMeans }],
    ['table order=^', { kind: 'value', label: 'asc', insertText: 'asc', rank: 0, isSnippet: false }],
    ['table duration=^', { kind: 'value', label: '1d', documentation: durationMeans }],
    ['table ^', { kind: 'table', label: 'fw', insertText: 'fw', rank: 1, detail: '', documentation: '' }],
    ['table web_access | search ^', { kind: 'field', label: 'path', insertText: 'path', rank: 1 }],
    ['set p = 1 | search a == $("^', { kind: 'parameter', label: 'p', insertText: 'p', rank: 0 }],
    ['search a ^', { kind: 'operator', label: '!=', insertText: '!=', detail: 'is not equal to', rank: 4 }],
    [
      'search a ^',
      { kind: 'keyword', label: 'and', detail: 'both are true', isSnippet: false, writes: false },
    ],
    ['system ^', { kind: 'keyword', label: 'tables', detail: '', rank: 3 }],
    ['union ^', { kind: 'operator', label: '[', insertText: '[ $1 ]$0', isSnippet: true, rank: 3 }],
    [
      'search ^',
      { kind: 'function', label: 'len', documentation: 'The number of characters; 0 for null.', rank: 2 },
    ],
    ['search ^', { label: 'len', insertText: 'len($1)$0', isSnippet: true, detail: 'len(text)' }],
    ['stats ^', { kind: 'aggregate', label: 'sum', insertText: 'sum($1)$0', isSnippet: true, rank: 1 }],
    ['table fw | ^', { kind: 'snippet', label: 'top', detail: 'Top values', isSnippet: true, rank: 9 }],
    ['table fw | ^', { kind: 'command', label: 'sendmail', rank: 1, isSnippet: false, writes: true }],
    ['table fw | ^', { kind: 'command', label: 'drop', detail: 'drop', rank: 0, writes: false }],
    ['^', { kind: 'command', label: 'wget', rank: 1 }],
    ['^', { kind: 'command', label: 'sendmail', rank: 3 }],
  ];
  for (const [marked, item] of shown) {
    it(`offers at ${marked} ${JSON.stringify(item)}`, async () => {
      const items = (await complete(marked)).filter(({ label }) => label === item.label);
      assert.deepEqual(
        items.map((found) => ({ ...found, ...item })),
        items,
      );
      assert.equal(items.length, 1);
    });
  }

  it('inserts a call with the parentheses and arguments of its function, or with a snippet', async () => {
    assert.equal(await inserted('stats ^', 'count'), 'count$0');
    assert.equal(await inserted('search ^', 'now'), 'now()$0');
    assert.equal(await inserted('search ^', '$'), '\\$("$1")$0');
    assert.deepEqual(await labels('table fw | search ^', 'snippet'), ['parameter', 'case']);
  });

  it('offers values of the type of an option, and no option twice', async () => {
    const values = async (marked: string): Promise<string> => (await labels(marked, 'value')).join(' ');

    assert.equal(await values('table duration=^'), '10m 1h 1d 1w 1mon');
    assert.equal(await values('parsejson overlay=^'), 't f');
    assert.equal(await values('table limit=^'), '10 100 1000');
    assert.equal(await values('rex field=^'), 'line');
    assert.equal(await values('table from=^'), '');
    assert.equal(await values('table order= ^'), '');
    assert.deepEqual(await labels('table order=asc limit=-1 ^', 'option'), [
      'duration',
      'from',
      'to',
      'window',
      'offset',
      'parallel',
    ]);
  });

  it('offers sources first at the start of a subquery and after parameters and comments', async () => {
    for (const [location, ranks] of [
      ['table fw | union [ ^', [0, 2]],
      ['table fw | union [ set a = 1 | ^', [0, 2]],
      ['set a = 1 | ^', [0, 2]],
      ['setq [ table fw ] | ^', [0, 2]],
      ['# note | ^', [0, 2]],
      ['# note | table fw | ^', [2, 0]],
    ] as const) {
      const items = await complete(location);
      const rankOf = (name: string): number | undefined => items.find(({ label }) => label === name)?.rank;
      assert.deepEqual([rankOf('table'), rankOf('sort')], ranks, location);
    }
  });

  it('offers the fields of the innermost subquery, also inside parentheses', async () => {
    const outer = `json "{'a': 1}"`;
    assert.deepEqual(
      await labels(`${outer} | join a [ json "{'b': 1}" | union [ json "{'c': 1}" | search len(^`, 'field'),
      ['c'],
    );
    assert.deepEqual(await labels(`${outer} | union [ json "{'b': 1}" ] | search (^`, 'field'), ['a', 'b']);
    assert.deepEqual(await labels(`${outer} | remote ( [ json "{'b': 1}" | search ^`, 'field'), []);
  });

  it('replaces the whole name before the cursor, but no operator', async () => {
    const replaced = async (text: string): Promise<string> => {
      const { signal } = new AbortController();
      const { from, to } = await completeAt(parseQuery(text), text.length, providers, signal);
      return text.slice(from, to);
    };
    for (const [text, word] of [
      ['table web-a:b/c@d*', 'web-a:b/c@d*'],
      ['table a, b?', 'b?'],
      ['import web-a', 'web-a'],
      ['lookup my-l', 'my-l'],
      ['lookuptable win-s', 'win-s'],
      ['load my-s', 'my-s'],
      ['table fw | matchnet field=x win-s', 'win-s'],
      ['search a-b', 'b'],
      ['search a*b.c_1', 'b.c_1'],
      ['search 필드', '필드'],
      ['search a == $', '$'],
      ['my-comm', 'my-comm'],
      ['table fw | my-comm', 'my-comm'],
      ['search a == 1 ', ''],
      ['search len(ab', 'ab'],
      ['fulltext "a-b', 'b'],
      ['"a" b-c', 'c'],
    ] as const)
      assert.equal(await replaced(text), word, text);
  });

  it('offers commands when the query is too large to be parsed', async () => {
    assert.ok((await labels(`stats sum(a${' + a'.repeat(20_000)})^`, 'command')).includes('table'));
  });

  it('describes its items in Korean when the language is Korean', async () => {
    setTranslator(translatorFrom({}), 'ko');
    try {
      const { items } = await completeAt(parseQuery(''), 0, providers, new AbortController().signal);

      assert.match(items[0]?.documentation ?? '', /테이블/);
      assert.equal(items.find(({ kind }) => kind === 'snippet')?.detail, '테이블 검색');
    } finally {
      setTranslator(translatorFrom({}));
    }
  });

  it('works on every prefix of every query', async () => {
    const { signal } = new AbortController();
    for (const text of allQueries) {
      for (let end = 0; end <= text.length; end += 7) {
        const { from, to } = await completeAt(parseQuery(text), end, providers, signal);
        assert.ok(from >= 0 && from <= to && to === end);
      }
    }
  });
});
