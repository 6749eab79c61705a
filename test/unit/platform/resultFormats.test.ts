import assert from 'node:assert/strict';
import { writeResult } from '../../../src/platform/routes/resultFormats';
import type { ResultFormat } from '../../../src/platform/routes/resultFormats';
import type { ResultRow, ResultRows } from '../../../src/platform/engine/run/resultRows';

/** A result that comes in pieces, one of them empty. */
function inPieces(...pieces: readonly (readonly ResultRow[])[]): ResultRows {
  return {
    schema: [{ name: 'a', kind: 'long' }],
    count: pieces.flat().length,
    // oxlint-disable-next-line typescript/require-await -- the pieces are there
    async *read() {
      yield* pieces;
    },
  };
}

async function written(
  format: ResultFormat,
  result = inPieces([['1'], ['2']], [], [['3']]),
): Promise<string> {
  let text = '';
  const selection = { format, offset: 0, limit: 10, fields: undefined };
  for await (const piece of writeResult(result, selection)) text += piece;
  return text;
}

describe('A result that comes in pieces', () => {
  it('is one document or one list of lines', async () => {
    const document = JSON.parse(await written('json-single')) as { readonly rows: unknown };
    assert.deepEqual(document.rows, [{ a: 1 }, { a: 2 }, { a: 3 }]);
    assert.equal(await written('json'), '{"a":1}\n{"a":2}\n{"a":3}\n');
    assert.equal(await written('csv'), 'a\n1\n2\n3\n');
  });

  it('has one line for each row as text, whatever line breaks and tabs its values have', async () => {
    assert.equal(await written('txt', inPieces([['x\ty\r\nz']])), 'a\nx y  z\n');
  });

  it('is written in short pieces, however many unknown fields of it are asked for', async () => {
    const fields = Array.from({ length: 5000 }, (_, index) => `field${index}`);
    const rows = inPieces(Array.from({ length: 100 }, (_, index) => [String(index)]));
    const lengths: number[] = [];
    for await (const piece of writeResult(rows, { format: 'json', offset: 0, limit: 100, fields })) {
      lengths.push(piece.length);
    }
    assert.ok(lengths.length > 10);
    assert.ok(Math.max(...lengths) < 400_000, `${Math.max(...lengths)}`);
  });
});
