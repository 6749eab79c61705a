import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffLines } from '../../../src/code/textDiff';

describe('The difference of two texts', () => {
  it('holds both of them, line by line', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        const side = (sign: string): string =>
          lines
            .filter((line) => line.startsWith(sign) || line.startsWith('  '))
            .map((line) => line.slice(2))
            .join('\n');
        assert.deepEqual([side('- '), side('+ ')], [before, after]);
      }),
    );
  });

  it('keeps what both have in common', () => {
    assert.deepEqual(diffLines('a\nb\nc\nd', 'a\nx\nc\nd\ne'), ['  a', '- b', '+ x', '  c', '  d', '+ e']);
  });
});
