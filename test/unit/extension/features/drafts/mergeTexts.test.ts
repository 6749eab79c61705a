import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeTexts } from '../../../../../src/extension/features/drafts/mergeTexts';

const base = 'name: Scan\npriority: LOW\nthreshold: 5\nquery';

describe('Two changes of a text', () => {
  it('are merged when they are in different lines, also in adjacent ones', () => {
    const merged = mergeTexts(base, base.replace('LOW', 'HIGH'), base.replace('5', '9'));
    assert.equal(merged, 'name: Scan\npriority: HIGH\nthreshold: 9\nquery');
    const longer = mergeTexts(base, `${base}\n| limit 1`, base.replace('name: Scan\n', ''));
    assert.equal(longer, 'priority: LOW\nthreshold: 5\nquery\n| limit 1');
  });

  it('are not merged when they are in the same line, or insert lines at the same position', () => {
    assert.equal(mergeTexts(base, base.replace('LOW', 'HIGH'), base.replace('LOW', 'MEDIUM')), undefined);
    assert.equal(mergeTexts(base, `${base}\n| limit 1`, `${base}\n| limit 2`), undefined);
    assert.equal(mergeTexts(base, `${base}\n| limit 1`, base.replace('query', 'table')), undefined);
    assert.equal(
      mergeTexts(base, base.replace('LOW', 'HIGH'), base.replace('priority: LOW\n', '')),
      undefined,
    );
  });

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((list) => list.join('\n'));

  it('give the one text when the other is unchanged or the same, whichever comes first', () => {
    fc.assert(
      fc.property(lines, lines, lines, (before, one, other) => {
        assert.equal(mergeTexts(before, one, before), one);
        assert.equal(mergeTexts(before, before, one), one);
        assert.equal(mergeTexts(before, one, one), one);
        assert.equal(mergeTexts(before, one, other), mergeTexts(before, other, one));
      }),
      { seed: 54 },
    );
  });

  it('are both in the text if each has replaced other lines', () => {
    const distinct = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(distinct, (changes) => {
        const text = (line: (mine: boolean, theirs: boolean, index: number) => string): string =>
          changes.map(([mine, theirs], index) => line(mine, theirs && !mine, index)).join('\n');
        const merged = mergeTexts(
          text((_mine, _theirs, index) => `line ${index}`),
          text((mine, _theirs, index) => (mine ? `mine ${index}` : `line ${index}`)),
          text((_mine, theirs, index) => (theirs ? `theirs ${index}` : `line ${index}`)),
        );
        const expected = text((mine, theirs, index) =>
          mine ? `mine ${index}` : theirs ? `theirs ${index}` : `line ${index}`,
        );
        assert.equal(merged, expected);
      }),
      { seed: 54 },
    );
  });
});
