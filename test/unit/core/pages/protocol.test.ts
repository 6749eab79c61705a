import assert from 'node:assert/strict';
import { auditSearch } from '../../../../src/core/pages/auditLogMessages';
import { periodEnded } from '../../../../src/core/pages/auditRanges';
import { needRowsMessage } from '../../../../src/core/pages/common';
import { withUpdate } from '../../../../src/core/pages/overviewParts';
import type { OverviewUpdate } from '../../../../src/core/pages/overview';

describe('The messages of pages', () => {
  it('request rows from the first on, and a thousand at most', () => {
    const isValid = (offset: number, limit: number): boolean =>
      needRowsMessage.safeParse({ kind: 'needRows', resultId: 1, offset, limit }).success;
    assert.deepEqual(
      [isValid(0, 1), isValid(0, 1000), isValid(-1, 1), isValid(0, 0), isValid(0, 1001)],
      [true, true, false, false, false],
    );
  });

  it('accept a saved search of the audit log without later filters', () => {
    const { keywords, users } = auditSearch.parse({ range: '1h', from: null, to: null, locale: 'ko' });
    assert.deepEqual([keywords, users], [[], []]);
  });
});

describe('The period of a search', () => {
  it('has ended after its last second, and never without one', () => {
    const to = '1970-01-01 09:00:01+0900';
    assert.deepEqual(
      [1000, 1001].map((now) => periodEnded({ range: 'custom', to }, now)),
      [false, true],
    );
    assert.equal(periodEnded({ range: '1h', to }, 5000), false);
    assert.equal(periodEnded({ range: 'custom', to: null }, 5000), false);
    assert.equal(periodEnded({ range: 'custom', to: 'soon' }, 5000), false);
  });
});

describe('The state of the overview', () => {
  const news = { kind: 'state', asOf: 1, watching: 'active' } as OverviewUpdate;
  const attention = { items: [], isChecking: false, gaps: [] };
  const chains = { nodes: [], alone: 1 };

  it('keeps the sections that an update leaves out', () => {
    const first = withUpdate(undefined, { ...news, attention });
    assert.deepEqual(
      [first.attention, first.load, first.chains, first.tables],
      [attention, null, null, null],
    );
    const second = withUpdate(first, { ...news, asOf: 2, chains });
    assert.deepEqual([second.asOf, second.attention, second.chains], [2, attention, chains]);
    assert.equal(withUpdate(second, { ...news, attention: null }).attention, null);
  });
});
