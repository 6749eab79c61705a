import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffLines, shortDiff } from '../../../../src/core/project/textDiff';

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

  const long = Array.from({ length: 20_000 }, (_, line) => `| search line${line % 7000} == ${line}`);

  it('finds one changed line of 20,000, and replaces a long text that has nothing in common', () => {
    const changed = long.with(9999, 'changed').join('\n');
    const lines = diffLines(long.join('\n'), changed).filter((line) => !line.startsWith('  '));
    assert.deepEqual(lines, [`- ${long[9999] ?? ''}`, '+ changed']);
    const others = long.map((line) => `other ${line}`).join('\n');
    assert.equal(diffLines(long.join('\n'), others).length, 40_000);
  });

  it('finds changes at both ends of a long text', () => {
    const changed = ['first', ...long.slice(5), 'last'];
    const lines = diffLines(long.join('\n'), changed.join('\n'));
    assert.equal(lines.filter((line) => !line.startsWith('  ')).length, 7);
  });

  it('shows only the lines around the changes of a long text', () => {
    const lines = shortDiff(long.join('\n'), long.with(50, 'changed').join('\n'));
    assert.deepEqual(
      lines.map((line) => line.slice(0, 3)),
      ['  …', '  |', '  |', '  |', '- |', '+ c', '  |', '  |', '  |', '  …'],
    );
  });
});
