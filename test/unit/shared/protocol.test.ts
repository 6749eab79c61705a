import assert from 'node:assert/strict';
import { maskConnection, maskFailure } from '../../../src/shared/privacy/maskCommon';
import { Masker } from '../../../src/shared/privacy/masker';
import { displayText } from '../../../src/shared/privacy/maskedText';
import { auditSearch, periodEnded } from '../../../src/shared/protocol/auditLogs';
import { needRowsMessage } from '../../../src/shared/protocol/gridPage';
import { overviewView, withNews } from '../../../src/shared/protocol/overview';
import type { OverviewNews } from '../../../src/shared/protocol/overview';

describe('The messages of pages', () => {
  it('ask for rows from the first on, and for a thousand at most', () => {
    const isValid = (offset: number, limit: number): boolean =>
      needRowsMessage.safeParse({ kind: 'needRows', resultId: 1, offset, limit }).success;
    assert.deepEqual(
      [isValid(0, 1), isValid(0, 1000), isValid(-1, 1), isValid(0, 0), isValid(0, 1001)],
      [true, true, false, false, false],
    );
  });

  it('have a week of the load up to 60 weeks ahead', () => {
    const sort = { column: 'name', descending: false };
    const view = { zone: 'utc', timeZone: 'UTC', sort, filter: '', widths: {}, selected: null };
    assert.deepEqual(
      [0, 60, 61, -1, 0.5].map((week) => overviewView.safeParse({ ...view, week }).success),
      [true, true, false, false, false],
    );
  });

  it('have a search of the audit log that was saved before a filter existed', () => {
    const { keywords, users } = auditSearch.parse({ range: '1h', from: null, to: null, locale: 'ko' });
    assert.deepEqual([keywords, users], [[], []]);
  });
});

describe('The period of a search', () => {
  it('has ended where its last second is over, and never without one', () => {
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
  const news = { kind: 'state', asOf: 1, watching: 'active' } as OverviewNews;
  const attention = { items: [], looking: false, gaps: [] };
  const chains = { nodes: [], alone: 1 };

  it('keeps the sections that an update leaves out, and takes those that it has', () => {
    const first = withNews(undefined, { ...news, attention });
    assert.deepEqual(
      [first.attention, first.load, first.chains, first.tables],
      [attention, null, null, null],
    );
    const second = withNews(first, { ...news, asOf: 2, chains });
    assert.deepEqual([second.asOf, second.attention, second.chains], [2, attention, chains]);
    assert.equal(withNews(second, { ...news, attention: null }).attention, null);
  });
});

describe('The header of a page', () => {
  it('is masked like other texts', () => {
    const connection = { environment: 'local', readOnly: false, serverOffset: null } as const;
    assert.deepEqual(maskConnection({ ...connection, name: 'siem.corp.local' }, new Masker()), {
      ...connection,
      name: 'masked-host-1',
    });
    const failure = { reason: 'unreachable', message: '10.1.2.3 is gone.', canRetry: true } as const;
    assert.equal(maskFailure(null, new Masker()), null);
    assert.deepEqual(maskFailure({ ...failure, detail: null }, new Masker()), {
      ...failure,
      message: 'masked-ip-1 is gone.',
      detail: null,
    });
    assert.equal(
      maskFailure({ ...failure, detail: 'See 10.1.2.4.' }, new Masker())?.detail,
      'See masked-ip-2.',
    );
  });

  it('has words that are made when they are shown', () => {
    assert.deepEqual(
      [displayText('a'), displayText(() => 'b'), displayText(undefined)],
      ['a', 'b', undefined],
    );
  });
});
