import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { printRows } from '../../../src/cli/rowFormats';
import type { Terminal } from '../../../src/cli/terminal';
import { printed } from '../../support/printed';

const hostile = 'a\u001b[2Jb\u009b31mc\u007fd\u202ee\r\nf\u0007\u2066\ufeff';
/** What a terminal obeys or hides; line breaks and tabs aside. */
const obeyed = /[^\P{Cc}\n\t]|\p{Cf}/u;

describe('The terminal of a command', () => {
  for (const isTTY of [true, false]) {
    it(`prints a line as one line without control characters, ${isTTY ? 'on a terminal' : 'in a file'}`, () => {
      const { output, notes } = printed((terminal) => {
        terminal.print(hostile, 'red');
        terminal.note(hostile, 'red');
      }, isTTY);
      for (const line of [output, notes]) {
        assert.doesNotMatch(line, obeyed);
        assert.deepEqual([line.indexOf('\n'), line.startsWith('a')], [line.length - 1, true]);
      }
    });

    it(`prints rows in each format without control characters, ${isTTY ? 'on a terminal' : 'in a file'}`, () => {
      for (const format of ['table', 'json', 'ndjson', ...(isTTY ? (['csv'] as const) : [])] as const) {
        const print = (terminal: Terminal): void => printRows(terminal, [{ [hostile]: hostile }], format);
        const { output } = printed(print, isTTY);
        assert.doesNotMatch(output.replaceAll('\r\n', '\n'), obeyed, format);
        assert.notEqual(output, '');
      }
    });
  }

  it('prints JSON and a CSV file without loss', () => {
    const json = printed((terminal) => terminal.printJson([{ a: `${hostile}\u{e0041}👩‍💻`, b: 1n }]), true);
    assert.deepEqual(JSON.parse(json.output), [{ a: `${hostile}\u{e0041}👩‍💻`, b: '1' }]);
    const csv = printed((terminal) => printRows(terminal, [{ a: hostile }], 'csv'));
    assert.equal(csv.output, `a\r\n"${hostile}"\r\n`);
  });

  it('prints no cell of CSV that a spreadsheet could run', () => {
    const rows = ['=1+1', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '-5', '1.5e3', 'a=b'].map((a) => ({ a }));
    const { output } = printed((terminal) => printRows(terminal, [...rows, { '=b': 1 }], 'csv'));
    const expected = ["'=1+1", "'+1+1", "'-2+3", "'@SUM(A1)", "'\t=1", '-5', '1.5e3', 'a=b'];
    assert.equal(output, ["a,'=b", ...expected.map((cell) => `${cell},`), ',1', ''].join('\r\n'));
  });

  it('shows progress on a terminal until something is printed, and nowhere else', () => {
    const print = (terminal: Terminal): void => {
      terminal.progress('1 of 9 rows');
      terminal.progress(`2 of 9 rows ${hostile}`);
      terminal.print('row');
      terminal.note('9 rows.');
    };
    const { output, notes } = printed(print, true);
    const erase = '\r\u001b[K';
    assert.equal(output, 'row\n');
    assert.match(notes.replaceAll(erase, '<'), /^<1 of 9 rows<2 of 9 rows [^\u001b\u009b]*<9 rows\.\n$/);
    assert.equal(printed(print).notes, '9 rows.\n');
  });

  it('is the only way to the standard streams', () => {
    const sources = readdirSync('src/cli', { recursive: true, encoding: 'utf8' });
    const past = sources.filter((name) => {
      // What opens it, and what it is made of.
      if (!name.endsWith('.ts') || ['main.ts', 'terminal.ts'].includes(name)) return false;
      return /\bconsole\.|\bstd(?:out|err)\.write\b/.test(readFileSync(path.join('src/cli', name), 'utf8'));
    });
    assert.deepEqual(past, []);
  });
});
