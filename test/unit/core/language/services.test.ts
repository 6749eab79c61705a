import assert from 'node:assert/strict';
import { findFunction } from '../../../../src/core/language/catalog/catalog';
import { setTranslator, translatorFrom } from '../../../../src/core/base/localize';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import {
  diagnosticsOf,
  missingHere,
  missingTables,
} from '../../../../src/core/language/services/diagnostics';
import { hoverAt } from '../../../../src/core/language/services/hover';
import { namedTables } from '../../../../src/core/language/services/namedTables';
import { unresolvedParameters } from '../../../../src/core/language/services/unresolvedParameters';
import { summarizeProblems } from '../../../../src/core/language/services/problemSummary';
import { quickFixes } from '../../../../src/core/language/services/quickFixes';
import { signatureHelpAt } from '../../../../src/core/language/services/signatureHelp';
import {
  documentSymbols,
  foldingRanges,
  pipelinesAt,
  textUpTo,
  writingCommands,
} from '../../../../src/core/language/services/structure';
import { applyEdits } from '../../../../src/core/language/textEdit';

describe('Diagnostics', () => {
  it('suggest the right syntax for a common mistake', () => {
    const messageIn = (text: string): string | undefined => parseQuery(text).problems[0]?.message;

    assert.equal(messageIn('search a = 1'), 'Use “==” to compare values.');
    assert.equal(messageIn('search a && b'), '“&&” is not supported. Use “and”.');
    assert.equal(messageIn("search a == 'x'"), 'Strings must be in double quotes.');
    assert.match(messageIn('search a == 1 || b == 2') ?? '', /^“\|\|” is not supported\. Use “or”/);
    assert.equal(messageIn('search !a'), '“!” is not supported. Use “not(…)”.');
    assert.equal(messageIn('search a % 2'), '“%” is not supported. Use “mod(…)”.');
    assert.equal(messageIn('Table a'), 'Command names must be lowercase.');
    assert.equal(messageIn('table a |'), 'A command is missing here.');
  });

  it('name an unknown word and suggest a similar one', () => {
    const messageIn = (text: string): string | undefined => diagnosticsOf(parseQuery(text))[0]?.message;

    assert.equal(messageIn('table a | serach b'), 'Unknown command “serach”. Did you mean “search”?');
    assert.equal(messageIn('table a | walktest'), 'Unknown command “walktest”.');
    assert.doesNotMatch(messageIn('Table a') ?? '', /Did you mean/);
    assert.equal(messageIn('search lenn(a) > 1'), 'Unknown function “lenn”. Did you mean “len”?');
    assert.equal(
      messageIn('table a | stats cuont by b'),
      '“cuont” is not an aggregate function. Did you mean “count”?',
    );
    assert.equal(messageIn('table a | stats sum'), 'The arguments of the aggregate function are not valid.');
  });

  it('say what the local platform does not have', () => {
    const parsed = parseQuery(
      'wget url="http://x" | bypass | union [ csvfile /x | tojson ] | join a [ table window=1m b ] | join a [ system nodes ] | join a [ system threads ] | join a [ table *:x, local:y, far:z ] | parse p | parse "a=*" as b | eval c = match(a, "b") or not(matchport("G", d))',
    );
    const messages = missingHere(parsed).map(
      ({ from, to, severity, message }) => `${severity} ${parsed.text.slice(from, to)}: ${message}`,
    );

    assert.deepEqual(diagnosticsOf(parsed), []);
    assert.deepEqual(messages, [
      'information wget: The command “wget” exists, but the local platform does not run it.',
      'information csvfile: The command “csvfile” exists, but the local platform does not run it.',
      'information window: The local platform does not have “window”.',
      'information threads: The local platform does not have “threads”.',
      'information far:z: The local platform does not have “far:”.',
      'information p: The local platform does not have “parse p”.',
      'information matchport: The local platform does not have “matchport”.',
    ]);
  });
});

describe('A missing table', () => {
  const tables = ['fw_legacy', 'fw_seoul', 'web'];
  const missing = (text: string): readonly string[] =>
    missingTables(parseQuery(text), tables).map(
      ({ from, to, message }) => `${text.slice(from, to)}: ${message}`,
    );

  it('is named with a similar one, also in a subquery', () => {
    assert.deepEqual(missing('table duration=1h fw_legcy, web | stats count'), [
      'fw_legcy: The table “fw_legcy” does not exist. Did you mean “fw_legacy”?',
    ]);
    assert.deepEqual(missing('table web | join k [ table elsewhere ]'), [
      'elsewhere: The table “elsewhere” does not exist.',
    ]);
    assert.deepEqual(missing('fulltext "x" from web, elsewhere'), [
      'elsewhere: The table “elsewhere” does not exist.',
    ]);
  });

  it('is ignored as a pattern, an optional name, on another node, or as a target', () => {
    assert.deepEqual(missing('table mail_*, mail?, node:mail, web | import mail'), []);
  });

  it('is summarized before a scheduled query is saved, unless tables are unknown', () => {
    assert.equal(
      summarizeProblems('table mail', false, tables)?.text,
      '1 problem, line 1: The table “mail” does not exist.',
    );
    assert.equal(summarizeProblems('table mail', false), undefined);
    assert.deepEqual(summarizeProblems('table web\n| wget x\n| search a ==\n| limit x', true, tables), {
      from: 30,
      to: 32,
      text: '3 problems, the first in line 3: The expression is incomplete.',
    });
  });
});

describe('A quick fix', () => {
  const fixes: readonly (readonly [string, string])[] = [
    [`search a == 'x "y"'`, 'search a == "x \\"y\\""'],
    ['table duration = 1d a', 'table duration=1d a'],
    ['search a && b', 'search a and b'],
    ['search a == 1 || b == 2', 'search a == 1 or b == 2'],
    ['search !isnull(f(a, ")"))', 'search not(isnull(f(a, ")")))'],
    ['search a % 2 == 0', 'search mod(a, 2) == 0'],
    ['search a = 1', 'search a == 1'],
    ['table a |', 'table a'],
    ['table a | | limit 1', 'table a | limit 1'],
    ['Table a', 'table a'],
    ['search a == "x', 'search a == "x"'],
    ['search (a', 'search (a)'],
    ['union [ table a', 'union [ table a ]'],
    ['search a == "\\d"', 'search a == "\\\\d"'],
    ['table a | serach b', 'table a | search b'],
    ['search lenn(a) > 1', 'search len(a) > 1'],
    ['table a | stats cuont', 'table a | stats count'],
    ['table duration= 1d a', 'table duration=1d a'],
    ['table duration = "1d = 1d" a', 'table duration="1d = 1d" a'],
    ['search !isnull("\\")", a) and b', 'search not(isnull("\\")", a)) and b'],
    ['search !((a) or b) and c', 'search not((a) or b) and c'],
    ['search a.b % 2.5 == 0', 'search mod(a.b, 2.5) == 0'],
    [`search a == 'x\\"y'`, 'search a == "x\\"y"'],
    ['union [ table a | ]', 'union [ table a ]'],
    ['union [ | table a ]', 'union [ table a ]'],
    ['search a == "\\d\\w"', 'search a == "\\\\d\\w"'],
  ];

  for (const [broken, fixed] of fixes) {
    it(`turns ${broken} into ${fixed}`, () => {
      const parsed = parseQuery(broken);
      const [fix] = quickFixes(parsed, { from: 0, to: broken.length });

      assert.equal(applyEdits(broken, fix?.edits ?? []), fixed);
    });
  }

  it('is offered only at the problem, also for a cursor beside it', () => {
    const parsed = parseQuery('table a |');

    assert.deepEqual(quickFixes(parsed, { from: 0, to: 3 }), []);
    assert.deepEqual(quickFixes(parsed, { from: 0, to: 7 }), []);
    assert.deepEqual(quickFixes(parseQuery('table a | '), { from: 10, to: 10 }), []);
    for (const index of [8, 9]) assert.equal(quickFixes(parsed, { from: index, to: index }).length, 1);
    assert.deepEqual(quickFixes(parsed, { from: 9, to: 9 })[0]?.problem, parsed.problems[0]);
  });

  for (const broken of [
    "search a == 'x | limit 1'",
    'search !(a | limit 1)',
    'search !len("a) | limit 1',
    'search ! == 1',
    'search a % len(b) == 1',
    'search a % bb(c) == 1',
    'search (a) % 2 == 1',
    'search a % ',
    'union [ ]',
  ]) {
    it(`is not offered for ${broken}`, () => {
      const [first] = parseQuery(broken).problems;
      const range = { from: first?.from ?? 0, to: first?.from ?? 0 };
      assert.deepEqual(quickFixes(parseQuery(broken), range), []);
    });
  }
});

describe('The tables of a query', () => {
  it('are those that it reads and those that it writes, also in subqueries', () => {
    assert.deepEqual(namedTables('table a | import b | union [ fulltext "x" from c | import d ]'), {
      read: ['a', 'c'],
      written: ['b', 'd'],
    });
  });
});

describe('Hover', () => {
  const text = 'table duration=1d a | search len(b) > $("n") | stats count, sum(c) | import d';
  it('describes commands, options, functions, aggregates and parameters', () => {
    const words = ['table', 'duration', 'len', '$', 'count', 'sum'];

    assert.deepEqual(
      words.map((word) => hoverAt(parseQuery(text), text.indexOf(word))?.syntax.slice(0, word.length)),
      words,
    );
  });

  it('is empty for a field, a value, a space, and unknown names', () => {
    assert.equal(hoverAt(parseQuery(text), text.indexOf('b)') + 1), undefined);
    assert.equal(hoverAt(parseQuery(text), text.indexOf('1d') + 1), undefined);
    assert.equal(hoverAt(parseQuery(text), text.indexOf('search') - 1), undefined);
    assert.equal(hoverAt(parseQuery(text), text.length), undefined);
    for (const unknown of ['nosuch a=1', 'table nosuch=1 a', 'stats nosuch(a)', 'search nosuch(a)']) {
      for (let offset = 0; offset < unknown.length; offset++) {
        const found = hoverAt(parseQuery(unknown), offset);
        if (found) assert.ok(!unknown.slice(found.from, found.to).includes('nosuch'), unknown);
      }
    }
  });

  it('shows the values of an option, and an example of its command', () => {
    const options = 'table order=asc duration=1d overlay=t a';
    const shown = (word: string): unknown => hoverAt(parseQuery(options), options.indexOf(word));

    assert.deepEqual(shown('order'), {
      from: 6,
      to: 11,
      syntax: 'order=asc|desc',
      description: 'desc is newest first, asc oldest first.',
      example: 'table duration=1h web_access, web_error?',
      remarks: [],
    });
    assert.match(JSON.stringify(shown('duration')), /"syntax":"duration=SPAN"/);
    assert.equal(shown('overlay'), undefined);
  });

  it('warns about a command that writes', () => {
    const hover = hoverAt(parseQuery(text), text.indexOf('import'));

    assert.deepEqual(hover?.remarks, ['Writes or sends data.']);
    assert.deepEqual(hoverAt(parseQuery(text), 0)?.remarks, ['Fields: _table, _time, _id, line']);
    assert.deepEqual(hoverAt(parseQuery('sendmail html=t'), 0)?.remarks, [
      'Fields: _sendmail_fail',
      'Writes or sends data.',
      'The local platform does not run this command.',
    ]);
  });

  it('is in Korean when the language is Korean', () => {
    setTranslator(translatorFrom({}), 'ko');
    try {
      assert.match(hoverAt(parseQuery(text), 0)?.description ?? '', /테이블의 행을/);
      assert.equal(
        signatureHelpAt(parseQuery('eval a = len('), 13)?.documentation,
        '문자 수입니다. null이면 0입니다.',
      );
    } finally {
      setTranslator(translatorFrom({}));
    }
  });
});

describe('Signature help', () => {
  it('names the parameter that is being typed', () => {
    const help = signatureHelpAt(parseQuery('eval a = concat(x, substr(y, 1, '), 32);

    assert.deepEqual([help?.label, help?.activeParameter], ['substr(text, begin[, end])', 2]);
    assert.equal(signatureHelpAt(parseQuery('eval a = len(b, c'), 17)?.activeParameter, 0);
    assert.equal(signatureHelpAt(parseQuery('eval a = now('), 13)?.activeParameter, 0);
    assert.equal(signatureHelpAt(parseQuery('eval a = if(b, "c'), 17)?.activeParameter, 1);
    assert.deepEqual(signatureHelpAt(parseQuery('eval a = len('), 13), {
      label: 'len(text)',
      documentation: findFunction('len')?.description,
      parameters: ['text'],
      activeParameter: 0,
    });
  });

  it('distinguishes an aggregate from a function of the same name', () => {
    assert.equal(signatureHelpAt(parseQuery('stats max('), 10)?.label, 'max(value)');
    assert.equal(signatureHelpAt(parseQuery('eval a = max('), 13)?.label, 'max(value, …)');
    assert.equal(signatureHelpAt(parseQuery('stats sum(max('), 14)?.label, 'max(value, …)');
    for (const text of ['timechart max(', 'rollup max(', 'cube max(', 'pivot max(']) {
      assert.equal(signatureHelpAt(parseQuery(text), text.length)?.label, 'max(value)', text);
    }
  });
});

describe('The structure of a document', () => {
  const text = '# note\n| table a\n| join k [\n    table b\n    | import c\n  ]';
  const parsed = parseQuery(text);

  it('is an outline of commands, with subqueries inside', () => {
    assert.deepEqual(
      documentSymbols(parsed).map(({ name, detail, children }) => [
        name,
        detail,
        children.map((child) => child.name),
      ]),
      [
        ['#', 'note', []],
        ['table', 'a', []],
        ['join', 'k', ['table', 'import']],
      ],
    );
  });

  it('folds what spans several lines', () => {
    assert.deepEqual(
      foldingRanges(parsed).map(({ from, to }) => text.slice(from, to).split('\n')[0]),
      ['# note', 'join k [', '['],
    );
    for (const flat of ['', '\n\n', 'table a | limit 1', '\n\ntable a | limit 1\n']) {
      assert.deepEqual(foldingRanges(parseQuery(flat)), [], flat);
    }
  });

  it('finds the pipelines around the cursor, the innermost first, and the commands that write', () => {
    const found = pipelinesAt(parsed, text.indexOf('import'));

    assert.deepEqual(
      found.map(({ from, to }) => text.slice(from, to)),
      [text.slice(text.indexOf('[') + 1, -1), text],
    );
    assert.deepEqual(pipelinesAt(parsed, text.length - 1), found);
    assert.equal(pipelinesAt(parsed, text.length).length, 1);
    assert.equal(writingCommands(parsed)[0]?.text, 'import');
  });

  it('cuts the text after the command at the cursor', () => {
    assert.equal(textUpTo(parsed, text.indexOf('table a')), '# note\n| table a');
    assert.equal(textUpTo(parsed, 2), '# note');
    assert.equal(textUpTo(parsed, text.indexOf('| table')), '# note');
    assert.equal(textUpTo(parsed, text.length), text);
    assert.equal(textUpTo(parseQuery('table a |'), 9), 'table a');
  });
});

describe('Unresolved parameters', () => {
  const namesIn = (text: string): string[] => unresolvedParameters(parseQuery(text)).map(({ name }) => name);

  it('are those that nothing sets and that have no default', () => {
    assert.deepEqual(namesIn('set a = 1 | table from=$("b") t | search x > $("a") + $("c", 1) + $("d")'), [
      'b',
      'd',
    ]);
  });

  it('are sorted, from every expression and option', () => {
    assert.deepEqual(
      namesIn(
        'table limit=$("a") t | search x == len($("b") + -$("c")) and $("d", $("e")) | eval y = $("f"), z = $("g")' +
          ' | stats sum($("h")) | timechart span=$("i") sum($("j")) | pivot sum($("k")) rows x cols y' +
          ' | limit $("l") $("m") | set n = $("o") | union [ search $("p") ] | evalc q = $("r")',
      ),
      'abcefghijklmopr'.split(''),
    );
    assert.deepEqual(namesIn('search $("a")|search $("") | search $(x)'), ['a']);
  });

  it('are listed once, with all references', () => {
    const [only] = unresolvedParameters(parseQuery('search a == $("x") or b == $("x")'));

    assert.equal(only?.references.length, 2);
  });

  it('exclude those that setq may set', () => {
    assert.deepEqual(namesIn('setq [ table settings ] | setq [ json "{}" ] | search x > $("a")'), []);
    assert.deepEqual(namesIn('setq [ table settings | fields b ] | search x > $("a") + $("b")'), ['a']);
  });
});
