import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SafeCsv } from '../../../../../src/extension/features/queryResults/resultsExport';

function made(...pieces: readonly string[]): string {
  const csv = new SafeCsv();
  return pieces.map((piece) => csv.push(piece)).join('') + csv.end();
}

describe('CSV made safe for spreadsheets', () => {
  it('keeps harmless cells', () => {
    const text = 'name,n\n"a ""b"", c",1\nplain,2\n';
    assert.equal(made(text), text);
  });

  for (const start of ['=', '+', '-', '@', '\t']) {
    it(`puts an apostrophe before a cell that begins with ${JSON.stringify(start)}`, () => {
      assert.equal(made(`a\n${start}cmd()\n`), `a\n'${start}cmd()\n`);
      assert.equal(made(`a\n"${start}cmd(1,2)"\n`), `a\n"'${start}cmd(1,2)"\n`);
    });
  }

  it('keeps numbers with a sign', () => {
    const text = 'n\n-5\n+2.5\n-1e9\n';
    assert.equal(made(text), text);
  });

  it('adds an apostrophe to a formula that only begins like a number', () => {
    for (const cell of ['-1+cmd|calc', '+1-HYPERLINK(A1)', '-1.5e3=x', '+2 ', '-5@SUM(1)']) {
      assert.equal(made(`a\n${cell}\n`), `a\n'${cell}\n`);
      assert.equal(made(`a\n"${cell}"\n`), `a\n'${cell}\n`);
    }
  });

  it('finds a formula in a last cell without a line end', () => {
    assert.equal(made('a\n=1+1'), "a\n'=1+1\n");
  });

  it('does not depend on how the text is cut into pieces', () => {
    const cell = fc.oneof(
      fc.constantFrom('=1', '-2', '"=x, ""y"""', '"a\nb"', 'plain', ''),
      fc.integer().map(String),
    );
    const document = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(document, fc.array(fc.nat(60), { maxLength: 5 }), (rows, cuts) => {
        const text = rows.map((cells) => `${cells.join(',')}\n`).join('');
        const positions = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
          text.length,
        ];
        const pieces = positions.slice(1).map((to, index) => text.slice(positions[index], to));
        assert.equal(made(...pieces), made(text));
      }),
    );
  });
});
