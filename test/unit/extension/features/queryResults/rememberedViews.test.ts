import assert from 'node:assert/strict';
import { RememberedViews } from '../../../../../src/extension/features/queryResults/rememberedViews';
import { firstView } from '../../../../../src/core/notebook/cellOutput';
import { JsonMemory } from '../../../../support/jsonMemory';

describe('The view of new results', () => {
  it('has the columns of earlier results of the same document, in another window too', () => {
    const kept = new JsonMemory();
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
    const views = new RememberedViews(new JsonMemory());
    views.keep({ document: null, view: { ...firstView, histogramOpen: true } });
    assert.equal(views.first('file:///a.lq', 'table a').histogramOpen, true);
  });

  it('is a chart for a timechart alone', () => {
    const views = new RememberedViews(new JsonMemory());
    const isChart = (text: string): boolean => views.first(null, text).chartOpen;
    assert.ok(isChart('table a | timechart span=1h count by host'));
    assert.ok(isChart('table a | timechart span=1h count | sort -count | limit 5'));
    assert.ok(!isChart('table a | stats count by host'));
    assert.ok(!isChart('table a | timechart span=1h count | stats max(count)'));
  });

  it('does not depend on what it cannot read', async () => {
    for (const stored of [7, { columns: 'x' }, { histogramOpen: true, columns: { a: { widths: 1 } } }]) {
      const memory = new JsonMemory();
      await memory.update('resultsViews', stored);
      assert.deepEqual(new RememberedViews(memory).first('a', 'table a'), firstView);
    }
  });
});
