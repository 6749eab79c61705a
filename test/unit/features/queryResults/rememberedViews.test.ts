import assert from 'node:assert/strict';
import { RememberedViews } from '../../../../src/features/queryResults/rememberedViews';
import { firstView } from '../../../../src/results/cellOutput';

function memory(stored?: unknown) {
  const values = new Map<string, unknown>([['resultsViews', stored]]);
  return {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
}

describe('The view of new results', () => {
  it('has the columns of earlier results of the same document, in another window too', () => {
    const kept = memory();
    const view = { ...firstView, widths: { user: 90 }, pinned: ['user'] };
    new RememberedViews(kept).keep({ document: 'file:///a.lq', view });
    const later = new RememberedViews(kept);
    assert.deepEqual(later.first('file:///a.lq', 'table a'), view);
    assert.deepEqual(later.first('file:///b.lq', 'table a'), firstView);
    assert.deepEqual(later.first(null, 'table a'), firstView);
    later.keep({ document: 'file:///a.lq', view: firstView });
    assert.deepEqual(new RememberedViews(kept).first('file:///a.lq', 'table a'), firstView);
  });

  it('shows events over time if the last results did', () => {
    const views = new RememberedViews(memory());
    views.keep({ document: null, view: { ...firstView, histogramOpen: true } });
    assert.equal(views.first('file:///a.lq', 'table a').histogramOpen, true);
  });

  it('is a chart for a timechart alone', () => {
    const views = new RememberedViews(memory());
    const isChart = (text: string): boolean => views.first(null, text).chartOpen;
    assert.ok(isChart('table a | timechart span=1h count by host'));
    assert.ok(isChart('table a | timechart span=1h count | sort -count | limit 5'));
    assert.ok(!isChart('table a | stats count by host'));
    assert.ok(!isChart('table a | timechart span=1h count | stats max(count)'));
  });

  it('does not depend on what it cannot read', () => {
    for (const stored of [7, { columns: 'x' }, { histogramOpen: true, columns: { a: { widths: 1 } } }]) {
      assert.deepEqual(new RememberedViews(memory(stored)).first('a', 'table a'), firstView);
    }
  });
});
