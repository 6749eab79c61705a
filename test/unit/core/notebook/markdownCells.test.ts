import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseNotebook, printNotebook } from '../../../../src/core/notebook/markdownCells';
import type { NotebookCells } from '../../../../src/core/notebook/markdownCells';
import {
  isReadable,
  openFrontMatterProblem,
  readProperties,
  withProperties,
} from '../../../../src/core/notebook/notebookProperties';

const sample = [
  '---',
  'connection: prod',
  'from: 7d',
  '---',
  '',
  '# Account takeover',
  '',
  'Who signed in?',
  '',
  '```lq name=suspects',
  'table duration=1d sshd',
  '| stats count by user',
  '```',
  '',
  'Not a cell:',
  '',
  '```python',
  '```lq',
  '```',
  '',
].join('\n');

function shown({ cells }: NotebookCells): readonly unknown[] {
  return cells.map(({ kind, name, value }) => ({ kind, name, value }));
}

describe('a notebook as Markdown', () => {
  it('has text and fenced lq blocks as cells, and front matter', () => {
    const notebook = parseNotebook(sample);
    assert.equal(notebook.frontMatter, '---\nconnection: prod\nfrom: 7d\n---');
    assert.deepEqual(shown(notebook), [
      { kind: 'text', name: '', value: '# Account takeover\n\nWho signed in?' },
      { kind: 'query', name: 'suspects', value: 'table duration=1d sshd\n| stats count by user' },
      { kind: 'text', name: '', value: 'Not a cell:\n\n```python\n```lq\n```' },
    ]);
  });

  it('has all cells when the front matter is not closed, also if a later cell has its closing line', () => {
    const cells = '```lq\ntable a\n```\n\n~~~lq\ntable b\n~~~\n\nSeen.\n\n---\n\nMore.\n';
    for (const end of ['\n', '\r\n']) {
      const text = `---\nfrom: 7d\n\n${cells}`.replaceAll('\n', end);
      const notebook = parseNotebook(text);
      assert.equal(notebook.frontMatter, '');
      assert.deepEqual(
        notebook.cells.map(({ kind }) => kind),
        ['text', 'query', 'query', 'text'],
      );
      const problem = openFrontMatterProblem('', notebook.cells[0]?.value ?? '');
      assert.match(problem ?? '', /not closed.*End it with a line of ---/);
      assert.equal(printNotebook(notebook), text);
      const closed = parseNotebook(`---\nfrom: 7d\n---\n\n${cells}`.replaceAll('\n', end));
      assert.equal(openFrontMatterProblem(closed.frontMatter, closed.cells[0]?.value ?? ''), undefined);
    }
    assert.equal(openFrontMatterProblem('', '---\n\nA line above a text.'), undefined);
    const indented = '---\ntitle: |\n  ```lq\n---\n';
    assert.equal(parseNotebook(indented).frontMatter, indented.trimEnd());
  });

  it('keeps every byte of any Markdown', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        assert.equal(printNotebook(parseNotebook(text)), text);
      }),
      { seed: 42, numRuns: 1000 },
    );
  });

  it('keeps every byte when the editor has changed only the line ends of cells', () => {
    fc.assert(
      fc.property(markdown, fc.constantFrom('\n', '\r\n'), (text, end) => {
        assert.equal(printNotebook(inEditor(parseNotebook(text), end)), text);
      }),
      { seed: 42, numRuns: 1000 },
    );
  });

  it('changes only the bytes of the edited query', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), queryText, (text, pick, value) => {
        const notebook = parseNotebook(text);
        const queries = notebook.cells.flatMap(({ kind, source }, index) =>
          kind === 'query' && source?.closed === true ? [index] : [],
        );
        if (queries.length === 0) return;
        const at = queries[pick % queries.length]!;
        const before = notebook.cells.slice(0, at).map(({ source }) => source!.before + source!.body);
        const after = notebook.cells.slice(at + 1).map(({ source }) => source!.before + source!.body);
        const head = notebook.frontMatter + before.join('') + notebook.cells[at]!.source!.before;
        const tail = after.join('') + notebook.tail;
        const printed = printNotebook(withValue(notebook, at, value));
        assert.ok(printed.startsWith(head) && printed.endsWith(tail));
        // The lines of the fence and the summary are not the query.
        const { body } = notebook.cells[at]!.source!;
        const isSame = value === notebook.cells[at]!.value.replace(/\r\n|\r/g, '\n');
        if (!isSame && !/^ {0,3}[`~]/m.test(value)) {
          const ends = /^[^\r\n]*|(?<=^|[\r\n]) {0,3}([`~])\1{2,}[ \t]*(?:(?:\r\n|\r|\n)<!-- lq-result.*)?$/g;
          const [opening, closing] = [body.match(ends)![0], body.match(ends)!.at(-1)!];
          assert.ok(printed.startsWith(head + opening), printed);
          assert.ok(printed.endsWith(closing + tail), printed);
        }
        const read = parseNotebook(printed).cells;
        assert.equal(read.length, notebook.cells.length);
        assert.equal(read[at]?.value.replace(/\r\n|\r/g, '\n'), value);
        assert.equal(read[at].name, notebook.cells[at]?.name);
      }),
      { seed: 42, numRuns: 1000 },
    );
  });

  it('keeps every cell when properties are added to, changed in or removed from any Markdown', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const notebook = parseNotebook(text);
        if (!isReadable(notebook.frontMatter)) return;
        for (const from of ['7d', undefined]) {
          const frontMatter = withProperties(notebook.frontMatter, { from });
          const read = parseNotebook(printNotebook({ ...notebook, frontMatter }));
          assert.equal(readProperties(read.frontMatter).properties.from, from);
          assert.deepEqual(shown(read), shown(notebook));
        }
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  it('reads back all cells when a query was inserted anywhere, also behind a block that is not closed', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), (text, pick) => {
        const notebook = parseNotebook(text);
        const at = pick % (notebook.cells.length + 1);
        const inserted = { kind: 'query', name: 'new', value: 'table new' } as const;
        const cells = notebook.cells.toSpliced(at, 0, inserted);
        const read = parseNotebook(printNotebook({ ...notebook, cells })).cells;
        const isOpen = notebook.cells.at(-1)?.kind === 'text' && at === notebook.cells.length;
        const written = (all: NotebookCells['cells']): unknown =>
          all
            .map(({ kind, name, value }) => [kind, name, value.replace(/\r\n|\r/g, '\n').trim()])
            // A text that was not closed gets an end, and a blank one is no cell.
            .filter(([kind, , value]) => kind === 'query' || (!isOpen && value !== ''));
        assert.deepEqual(written(read), written(cells));
      }),
      { seed: 42, numRuns: 1000 },
    );
  });

  it('reads the first cell behind a byte order mark', () => {
    const notebook = parseNotebook('\uFEFF```lq\na\n```\n');
    assert.deepEqual(shown(notebook), [{ kind: 'query', name: '', value: 'a' }]);
  });

  it('changes only the name in the line of the fence', () => {
    const named = (text: string, name: string): string => {
      const { cells, ...rest } = parseNotebook(text);
      return printNotebook({ ...rest, cells: cells.map((cell) => ({ ...cell, name })) });
    };
    assert.equal(named('``` lq name=a {.x}\nq\n  ````\n', 'b'), '``` lq name=b {.x}\nq\n  ````\n');
    assert.equal(named('``` lq {.x}\nq\n```\n', 'b'), '``` lq name=b {.x}\nq\n```\n');
    assert.equal(named('~~~lq name=a\nq\n~~~\n', ''), '~~~lq\nq\n~~~\n');
  });

  it('reads back cells that were created in the editor', () => {
    const created: NotebookCells = {
      frontMatter: '',
      cells: [
        { kind: 'text', name: '', value: '# New' },
        { kind: 'query', name: 'first', value: 'json "[{}]"' },
        { kind: 'query', name: '', value: 'table a\n```\n````' },
      ],
      tail: '\n',
    };
    const printed = printNotebook(created);
    assert.equal(
      printed,
      '# New\n\n```lq name=first\njson "[{}]"\n```\n\n`````lq\ntable a\n```\n````\n`````\n',
    );
    assert.deepEqual(shown(parseNotebook(printed)), shown(created));
  });

  it('keeps a blank line between cells that were moved next to each other', () => {
    const { frontMatter, cells, tail } = parseNotebook('one\n```lq\na\n```\ntwo\n');
    assert.equal(
      printNotebook({ frontMatter, cells: [cells[2]!, cells[0]!, cells[1]!], tail }),
      'two\n\none\n```lq\na\n```\n',
    );
  });

  it('takes the line ends of the file for an edited query', () => {
    const notebook = parseNotebook('```lq\r\na\r\n```\r\n');
    assert.equal(printNotebook(withValue(notebook, 0, 'a\n| b')), '```lq\r\na\r\n| b\r\n```\r\n');
    const mixed = parseNotebook('---\nfrom: 1d\n---\n\n```lq\r\na\r\n```\r\n');
    assert.match(printNotebook(withValue(mixed, 0, 'b')), /```lq\r\nb\r\n```\r\n$/);
  });

  it('does not take a block inside a comment, a longer fence or a list as a cell', () => {
    for (const text of [
      '<!--\n```lq\na\n```\n-->\n',
      '````markdown\n```lq\na\n```\n````\n',
      '- item\n\n  ```lq\n  a\n  ```\n',
      '    ```lq\n    a\n    ```\n',
      '```lqx\na\n```\n',
      '<pre>\n```lq\na\n```\n</pre>\n',
    ]) {
      const kinds = parseNotebook(text).cells.map(({ kind }) => kind);
      assert.deepEqual(kinds, ['text'], text);
    }
  });

  it('keeps the summary of a run with its query, and replaces it', () => {
    const notebook = parseNotebook('```lq\na\n```\n<!-- lq-result: 3 rows -->\n\ntext\n');
    const [query, text] = notebook.cells;
    assert.equal(query?.summary, '3 rows');
    assert.equal(text?.value, 'text');
    const changed = { ...notebook, cells: [{ ...query, summary: '4 rows' }, text] };
    assert.equal(printNotebook(changed), '```lq\na\n```\n<!-- lq-result: 4 rows -->\n\ntext\n');
  });
});

const pieces = fc.constantFrom(
  '```lq',
  '```lq name=one',
  '``` lq',
  '~~~lq',
  '```',
  '````',
  '~~~~',
  '```python',
  '```lq `x`',
  '``` lq name=two {.x}',
  '```lq name="a b"',
  '~~~ lq\tname=b',
  '`````lq',
  '  ```  ',
  '\t```lq',
  '\uFEFF```lq',
  '...',
  'from: &a 1d',
  'from: *a',
  'parameters:',
  '  n: 12345678901234567890',
  '  n: {x: 1}',
  '<div>',
  '<![CDATA[',
  '<?x',
  ' ```lq',
  '    ```lq',
  '---',
  '# Title',
  '- item',
  '> ```lq',
  '<!--',
  '-->',
  '<!-- lq-result: 3 rows -->',
  '<pre>',
  '</pre>',
  'table a | search b == "```"',
  '',
  ' ',
  '\t',
  '\uFEFF---',
  'connection: prod',
  '\u2028',
  '\u0000',
);
const line = fc.oneof({ weight: 6, arbitrary: pieces }, { weight: 1, arbitrary: fc.string() });
const lines = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '')), { maxLength: 24 })
  .map((all) => all.flat().join(''));
const markdown = fc
  .tuple(fc.constantFrom('', '', '\uFEFF', '---\n', '---\r\nfrom: 1d\r\n---\r\n'), lines)
  .map((parts) => parts.join(''));
const queryText = fc
  .array(fc.constantFrom('table a', '| search b', '```', '~~~', '````lq', 'x'), { minLength: 1 })
  .map((lines) => lines.join('\n'));

/** What an editor may do to the text of a cell without an edit: it has one kind of line end. */
function inEditor(notebook: NotebookCells, end: string): NotebookCells {
  const cells = notebook.cells.map((cell) => ({ ...cell, value: cell.value.replace(/\r\n|\r|\n/g, end) }));
  return { ...notebook, cells };
}

function withValue(notebook: NotebookCells, at: number, value: string): NotebookCells {
  const cells = notebook.cells.map((cell, index) => (index === at ? { ...cell, value } : cell));
  return { ...notebook, cells };
}
