import assert from 'node:assert/strict';
import { firstSearch, ZoomHistory } from '../../../../../src/extension/features/audit/auditQuery';
import type { AuditSearch } from '../../../../../src/core/pages/auditLogMessages';

const day: AuditSearch = { ...firstSearch('en'), range: '24h' };
const custom = (from: string, to: string): AuditSearch => ({ ...day, range: 'custom', from, to });
const hour = custom('2026-01-01 00:00:00+0000', '2026-01-01 01:00:00+0000');
const minute = custom('2026-01-01 00:00:00+0000', '2026-01-01 00:01:00+0000');

describe('Zooming in on a period', () => {
  it('is undone step by step, with the filters that were set since', () => {
    const zoom = new ZoomHistory();
    zoom.zoomIn(day);
    zoom.zoomIn(hour);
    const filtered = { ...minute, users: ['kim'] };
    zoom.replaced(minute, filtered);

    assert.deepEqual(zoom.zoomOut(filtered), { ...hour, users: ['kim'] });
    assert.equal(zoom.isZoomed, true);
    assert.deepEqual(zoom.zoomOut(hour), day);
    assert.equal(zoom.isZoomed, false);
    assert.deepEqual(zoom.zoomOut(day), day);
  });

  it('is forgotten when another period is selected', () => {
    const others: readonly AuditSearch[] = [day, { ...hour, from: null }, { ...hour, to: minute.to }];
    for (const other of others) {
      const zoom = new ZoomHistory();
      zoom.zoomIn({ ...day, range: '7d' });
      zoom.replaced(hour, other);
      assert.equal(zoom.isZoomed, false);
      assert.deepEqual(zoom.zoomOut(other), other);
    }
  });
});
