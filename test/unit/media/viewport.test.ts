import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as viewport from '../../../media/grid/viewport';

const views = fc.record({
  rowCount: fc.integer({ min: 0, max: 100_000_000 }),
  rowHeight: fc.constant(22),
  height: fc.integer({ min: 22, max: 3000 }),
});

describe('the viewport of the grid', () => {
  it('never needs an element higher than a browser draws', () => {
    fc.assert(fc.property(views, (view) => viewport.spacerHeight(view) <= 16_000_000));
  });

  it('shows the last row at the end of the scroll bar', () => {
    fc.assert(
      fc.property(views, (view) => {
        const end = Math.max(0, viewport.spacerHeight(view) - view.height);
        const { last } = viewport.rowRange(view, viewport.offsetFromScroll(view, end), 0);
        assert.equal(last, view.rowCount);
      }),
    );
  });

  it('moves no further than needed to show a row', () => {
    const view = { rowCount: 1000, rowHeight: 22, height: 220 };
    assert.equal(viewport.offsetShowing(view, 0, 9), 0);
    assert.equal(viewport.offsetShowing(view, 0, 10), 22);
    assert.equal(viewport.offsetShowing(view, 440, 3), 66);
    assert.equal(viewport.offsetShowing(view, 110, 8), 110);
  });

  it('scales the scroll bar only when the list is higher than a browser draws', () => {
    const high = { rowCount: viewport.tallestSpacer + 1, rowHeight: 1, height: 100 };
    assert.deepEqual(
      [viewport.isScaled(high), viewport.isScaled({ ...high, rowCount: viewport.tallestSpacer })],
      [true, false],
    );
    const view = { rowCount: 100_000_000, rowHeight: 22, height: 1000 };
    const middle = (viewport.spacerHeight(view) - view.height) / 2;
    const offset = viewport.offsetFromScroll(view, middle);
    assert.ok(Math.abs(offset - (viewport.listHeight(view) - view.height) / 2) < 1);
    assert.equal(viewport.offsetFromScroll({ rowCount: 10, rowHeight: 22, height: 220 }, 10), 0);
  });
});
