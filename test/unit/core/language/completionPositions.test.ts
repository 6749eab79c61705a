import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findCommand } from '../../../../src/core/language/catalog/catalog';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { completeAt } from '../../../../src/core/language/services/completion';
import type { CompletionItem } from '../../../../src/core/language/services/completionItems';
import { cursorContext } from '../../../../src/core/language/services/cursorContext';
import { arbitraryQuery } from '../../../support/queryArbitrary';
import { validQueries } from '../../../support/queryCorpus';

const providers = {
  tables: () => Promise.resolve(['web-access']),
  fieldsOf: () => Promise.resolve(['status']),
};

async function itemsAt(text: string): Promise<readonly CompletionItem[]> {
  const { signal } = new AbortController();
  return (await completeAt(parseQuery(text), text.length, providers, signal)).items;
}

/** The words and signs that are offered, and the kinds of all else. */
async function offered(text: string): Promise<string> {
  const items = await itemsAt(text);
  const own = items.filter(({ kind }) => kind === 'keyword' || kind === 'operator');
  const others = new Set(items.filter((item) => !own.includes(item)).map(({ kind }) => `<${kind}>`));
  return [...others, ...own.map(({ label }) => label)].join(' ');
}

describe('Completion', () => {
  const compared = 'and or | + - * / == != > >= < <=';
  const uncompared = '== != > >= < <= + - * / and or';
  const positions: Readonly<Record<string, string>> = {
    'search ': '<option> <function> <snippet> <field>',
    'search limit=5 ': '<function> <snippet> <field>',
    'search status ': `${uncompared} |`,
    'search status == ': '<function> <snippet> <field>',
    'search status == 500 ': compared,
    'search status == 500 and ': '<function> <snippet> <field>',
    'search - ': '<function> <snippet> <field>',
    'search (': '<function> <snippet> <field>',
    'search (status ': uncompared,
    'search (status == 500) ': `${uncompared} |`,
    'search if(status ': `${uncompared} ,`,
    'search if(status, 1, 2 ': uncompared,
    'search isnull(status ': uncompared,
    'search now( ': '',
    'search x == $(': '',
    'search x == $("a" ': ',',
    'search x == $("a", ': '<function> <snippet> <field>',
    'search x == field("a" ': '',
    'eval ': '<field>',
    'eval x ': '=',
    'eval x = ': '<function> <snippet> <field>',
    'eval x = a ': `${uncompared} , |`,
    'eval x = a, ': '<field>',
    'set x ': '=',
    'set x = ': '<function> <snippet>',
    'stats ': '<option> <aggregate>',
    'stats count ': 'as by , |',
    'stats percentile(bytes ': `${uncompared} ,`,
    'stats sum(bytes) ': 'as by , |',
    'stats count as ': '',
    'stats count as hits ': 'by , |',
    'stats count, ': '<aggregate>',
    'stats count by ': '<field>',
    'stats count by status ': ', |',
    'timechart ': '<option> <aggregate>',
    'fields ': '<field> -',
    'fields - ': '<field>',
    'fields status ': ', |',
    'rename ': '<field>',
    'rename status ': 'as',
    'rename status as ': '',
    'rename status as code ': ', |',
    'sort ': '<option> <field> -',
    'sort -status ': ', by |',
    'sort status by ': '<field>',
    'sort status by line ': ', |',
    'limit ': '',
    'limit 5 ': '|',
    'join ': '<option> <field>',
    'join type=cross ': '<field> [',
    'join type=left ': '<field>',
    'join status ': ', [',
    'join status [ table t ] ': '|',
    'join status [ search status ': `${uncompared} |`,
    'union ': '[',
    'union [ table t ] ': '|',
    'lookup assets ': '<field>',
    'lookup assets status ': 'as output',
    'lookup assets status as ': '<field>',
    'lookup assets status as code ': 'output',
    'lookup assets status output owner ': 'as , |',
    'lookup assets status output owner as who ': ', |',
    'rex field=line ': '<option>',
    'rex field=line "(?<a>x)" ': '|',
    'parsejson ': '<option> |',
    'explode status ': '|',
    'import ': '<option> <table>',
    'import web-access ': '|',
    'drop ': '|',
    'repeat ': '<option>',
    'repeat count=2 ': '<option> |',
    'foreign a ': '<function> <snippet> <field> [ |',
    'foreign ': '<function> <snippet> <field> [',
    'constructor ': '<function> <snippet> <field> [',
    'search x=': '<function> <snippet> <field>',
    'table order=': '<value>',
    'table order= ': '<table>',
    'search a == "x': '',
    '# search ': '',
  };
  for (const [text, expected] of Object.entries(positions)) {
    it(`offers ${expected === '' ? 'nothing' : expected} after "${text}"`, async () => {
      assert.equal(await offered(`table t | ${text}`), expected);
    });
  }

  const sources: Readonly<Record<string, string>> = {
    'table ': '<option> <table>',
    'table web-': '<option> <table>',
    'table web-access ': ', |',
    'table web-access, ': '<table>',
    'fulltext ': '<option> not',
    'fulltext "a" ': 'and or not from',
    'fulltext "a" and ': 'not',
    'fulltext not ': '',
    'fulltext ("a" ': 'and or not',
    'fulltext "a" from ': '<table>',
    'fulltext "a" from t ': ', |',
    'system ':
      'tables queries count logdisk indexdisk loggers streams lookups logs sentries threads topthreads nodes ' +
      'license-usages ceptopics cepclocks pcapdevices memory pools memory objects',
    'system tables ': '|',
    'json ': '',
  };
  for (const [text, expected] of Object.entries(sources)) {
    it(`offers ${expected === '' ? 'nothing' : expected} after "${text}" at the start`, async () => {
      assert.equal(await offered(text), expected);
    });
  }
});

describe('A snippet', () => {
  for (const before of ['table t | ', 'table t | search ']) {
    it(`is valid when inserted after "${before}"`, async () => {
      const items = (await itemsAt(before)).filter(({ kind }) => kind === 'snippet');
      assert.ok(items.length > 0);
      for (const item of items) {
        assert.ok(canBecomeValid(textsOf(item).map((text) => before + text)), item.label);
      }
    });
  }
});

describe('Completion in a valid query', () => {
  it('offers only what can be continued', async () => {
    for (const query of validQueries) await assertAllCanGoOn(query);
  });

  it('offers the symbol or word that comes next', async () => {
    for (const query of validQueries) await assertNextIsOffered(query);
  });

  it('offers what comes next, and only what can be continued, in generated queries', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryQuery, async (query) => {
        fc.pre(parseQuery(query).problems.length === 0);
        await assertAllCanGoOn(query, 5);
        await assertNextIsOffered(query);
      }),
      { numRuns: 30 },
    );
  });
});

/** Inserts each item after every blank, or every nth of them, and finds a valid end for it. */
async function assertAllCanGoOn(query: string, step = 1): Promise<void> {
  const positions = [...`${query} `.matchAll(/\s(?=\S|$)/g)].map(({ index }) => index + 1);
  for (const index of positions.filter((_, index) => index % step === 0)) {
    const before = `${query} `.slice(0, index);
    for (const item of fewOfEachKind(await itemsAt(before))) {
      const goesOn = canBecomeValid(textsOf(item).map((text) => before + text));
      assert.ok(goesOn, `${item.kind} "${item.label}" offered after "${before}"`);
    }
  }
}

/** Functions are interchangeable, and so are commands; each word and symbol is tried by itself. */
function fewOfEachKind(items: readonly CompletionItem[]): readonly CompletionItem[] {
  const seen = new Map<string, number>();
  return items.filter(({ kind, label }) => {
    const times = seen.get(kind) ?? 0;
    seen.set(kind, times + 1);
    return times < 1 || !/^(command|function|aggregate|field|snippet)$/.test(kind) || label === '$';
  });
}

/** What an item types in, placeholders filled; an option with each value that one may have. */
function textsOf({ kind, insertText, isSnippet }: CompletionItem): readonly string[] {
  if (kind === 'option') return optionValues.map((value) => insertText + value);
  if (!isSnippet) return [insertText];
  const filled = insertText
    .replace('[ $1 ]', '[ table t ]')
    .replace('"$1"', '"x"')
    .replace('$1', '1')
    .replaceAll(/\$\{\d+(?::([^}]*)|\|(\w+)[^}]*)\}/g, '$1$2');
  return [filled.replace('\\$', '$').replace('$0', '')];
}

const optionValues = ['1d', '2026', '1', 't', 'asc', 'inner', 'jdk', '"x"'];

/** What may have to follow for a query to be whole: an operand, a name, a clause. */
const endings = [
  '',
  ' 1',
  ' f',
  ' t',
  ' "x"',
  ' from t',
  ' "x" from t',
  ' = 1',
  ' f = 1',
  ' as f',
  ' f as g',
  ' output f',
  ' rows f cols g',
  ' f cols g',
  ' cols g',
  ' as f rows f cols g',
  ' f rows f cols g',
  ' count rows f cols g',
  ' t u',
  ' f output g',
  ' as f output g',
  ' count',
  ' [ table t ]',
  ' f [ table t ]',
  ' table t',
  ' field=f "x"',
];

/** Which ending is tried for what stands innermost, and which behind a bracket that is closed. */
const ways = endings.flatMap((ending) => endings.map((last) => ({ ending, last })));

/** Whether one of the texts is the beginning of a valid query. What ended one before is tried first for the next. */
function canBecomeValid(texts: readonly string[]): boolean {
  const index = ways.findIndex((way) => texts.some((text) => isBeginning(text, way)));
  ways.unshift(...ways.splice(index, index < 0 ? 0 : 1));
  return index >= 0;
}

function isBeginning(text: string, { ending, last }: (typeof ways)[number]): boolean {
  const closing = closingOf(text + ending);
  if (closing.length === 0) return last === '' && isValid(text + ending);
  return closing.some((_, index) => {
    const inner = text + ending + closing.slice(0, index + 1).join('');
    return isValid(inner + last + closing.slice(index + 1).join(''));
  });
}

function isValid(text: string): boolean {
  return parseQuery(text).problems.every(({ severity }) => severity !== 'error');
}

/** What closes the brackets that are still open, the innermost first. */
function closingOf(text: string): readonly string[] {
  const open: string[] = [];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\[^])*"|[()[\]]/g)) {
    if (sign === '(' || sign === '[') open.unshift(sign === '(' ? ')' : ' ]');
    else if (!sign.startsWith('"')) open.shift();
  }
  return open;
}

const ownSigns = /^(?:==|!=|>=|<=|[<>+*/|,=[]|(?:and|or|as|by|output)\b)/;

/** Looks at each sign and word of the language in the query, and asks completion right before it. */
async function assertNextIsOffered(query: string): Promise<void> {
  for (const { index } of query.matchAll(/(?<=\s)\S/g)) {
    const before = query.slice(0, index);
    const [sign] = ownSigns.exec(query.slice(index)) ?? [];
    if (sign === undefined || !isPosition(before)) continue;
    const labels = (await itemsAt(before)).map(({ label }) => label);
    assert.ok(labels.includes(sign), `"${sign}" not offered after "${before}"`);
  }
}

/** Among the arguments of a command whose grammar is known. */
function isPosition(before: string): boolean {
  const { kind: location, segment } = cursorContext(parseQuery(before), before.length);
  return location === 'arguments' && findCommand(segment?.name?.text ?? '')?.runsLocally === true;
}
