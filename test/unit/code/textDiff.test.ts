import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffLines } from '../../../src/code/textDiff';

/** The length of the longest list that both contain in this order. */
function longestCommon([one, ...ones]: readonly string[], others: readonly string[]): number {
  if (one === undefined) return 0;
  const at = others.indexOf(one);
  const without = longestCommon(ones, others);
  return at === -1 ? without : Math.max(without, 1 + longestCommon(ones, others.slice(at + 1)));
}

describe('A text diff', () => {
  it('contains both texts with the longest common part', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 8 })
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
        const common = lines.filter((line) => line.startsWith('  ')).length;
        assert.equal(common, longestCommon(before.split('\n'), after.split('\n')));
      }),
    );
  });
});
