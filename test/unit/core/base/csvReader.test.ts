import assert from 'node:assert/strict';
import fc from 'fast-check';
import { csvLine } from '../../../../src/core/base/csvLine';
import { CsvReader, delimiterOf } from '../../../../src/core/base/csvReader';
import type { CsvRecord } from '../../../../src/core/base/csvReader';

function read(pieces: readonly string[], delimiter = ','): readonly CsvRecord[] {
  const reader = new CsvReader(delimiter);
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

describe('Reading CSV', () => {
  it('reads back what was written, wherever the text is cut', () => {
    const rows = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '|') }), { minLength: 2 }),
    );
    fc.assert(
      fc.property(rows, fc.nat(40), (cells, cut) => {
        const text = cells.map((row) => `${csvLine(row)}\n`).join('');
        const records = read([text.slice(0, cut), text.slice(cut)]);
        assert.deepEqual(
          records.map((record) => record.cells),
          cells,
        );
        assert.ok(records.every(({ problem }) => problem === undefined));
      }),
    );
  });

  it('returns the line of each record, counting the lines inside of values', () => {
    assert.deepEqual(
      read(['a,b\r\n"one\ntwo",2\n3,4']).map(({ line }) => line),
      [1, 2, 4],
    );
  });

  it('accepts one kind of line ends, wherever the text is cut', () => {
    for (const [text, last] of [
      ['a,b\r\n1,"x\r\ny"\n2,z\n\r\n"3",\n', undefined],
      ['a,b\r1,"x\r\ny"\r2,z\r\r"3",\r', undefined],
      ['a,b\r\n1,"x\r\ny"\n2,z\r\n\n"3",\r', 'the line does not end like those before it'],
      ['a,b\r1,"x\r\ny"\r2,z\r\r"3",\r\n', 'the line does not end like those before it'],
    ] as const) {
      for (let cut = 0; cut <= text.length; cut++) {
        assert.deepEqual(
          read([text.slice(0, cut), text.slice(cut)]).map(({ line, cells, problem }) => [
            line,
            cells,
            problem,
          ]),
          [
            [1, ['a', 'b'], undefined],
            [2, ['1', 'x\r\ny'], undefined],
            [4, ['2', 'z'], undefined],
            [5, [''], undefined],
            [6, ['3', ''], last],
          ],
        );
      }
    }
  });

  it('reads a last record without a line end, also when its last value is empty', () => {
    const records = ['a,b', 'a,', '""', 'a\n'].map((text) => read([text]));
    assert.deepEqual(
      records.map((those) => those.map(({ cells, problem }) => [cells, problem])),
      [[[['a', 'b'], undefined]], [[['a', ''], undefined]], [[[''], undefined]], [[['a'], undefined]]],
    );
  });

  it('detects the delimiter that the first line has most of, and a comma if none is ahead', () => {
    const headers = ['a;b;c,d', 'a\tb\n1;2;3', 'a|b\r\n1;2;3', 'a|b\r1;2;3', 'a', 'a,b;c', ''];
    assert.deepEqual(headers.map(delimiterOf), [';', '\t', '|', '|', ',', ',', ',']);
  });

  it('accepts other delimiters, and a delimiter inside of quotes as text', () => {
    for (const delimiter of ['\t', ';', '|']) {
      const [record] = read([`a${delimiter}"b${delimiter}c"`], delimiter);
      assert.deepEqual(record?.cells, ['a', `b${delimiter}c`]);
    }
  });

  it('returns the problem of a record', () => {
    const problems = ['a,"b\n', 'a,"b"c\n', 'a,b"c"\n'].map((text) => read([text])[0]?.problem);
    assert.deepEqual(problems, [
      'a quotation mark is not closed',
      'text after a closing quotation mark',
      'a quotation mark inside a value',
    ]);
  });
});
