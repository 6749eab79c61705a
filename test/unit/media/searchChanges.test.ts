import assert from 'node:assert/strict';
import {
  completeTime,
  narrowingsFor,
  rangeProblem,
  withCompany,
  withKeyword,
  withRange,
  withTimes,
} from '../../../media/auditLogs/searchChanges';
import { auditRow, auditState } from '../../pages/support/states';

const seoul = (): number => 540;
const guid = '0e95725d-7320-415d-80f7-004da920fc11';

describe('A search of the audit log that is changed', () => {
  const { search, choices } = auditState();

  it('takes a word or a company once, and only a GUID for a company', () => {
    const changed = withCompany(withKeyword(search, ' login '), guid);

    assert.deepEqual([changed.keywords, changed.companyGuids], [[...search.keywords, 'login'], [guid]]);
    assert.equal(withKeyword(changed, 'login'), changed);
    assert.equal(withCompany(changed, guid), changed);
    assert.equal(withCompany(changed, 'acme'), changed);
  });

  it('covers whole seconds, in the zone of the page', () => {
    const { from, to } = withTimes(search, Date.UTC(2026, 0, 1) + 1, Date.UTC(2026, 0, 1, 1) + 1, seoul);

    assert.deepEqual([from, to], ['2026-01-01 09:00:00+0900', '2026-01-01 10:00:01+0900']);
  });

  it('keeps the times of before where it gets times of its own', () => {
    const from = '2026-01-01 09:00:00+0900';

    assert.equal(withRange({ ...search, range: '1h', from }, 'custom', seoul).from, from);
    assert.notEqual(withRange({ ...search, range: '1h', from: null, to: null }, 'custom', seoul).from, null);
  });

  it('reads a time without an offset in the zone of the page', () => {
    assert.equal(completeTime('2026-01-01', seoul), '2026-01-01 00:00:00+0900');
    assert.equal(completeTime('2026-01-01T10:20', seoul), '2026-01-01 10:20:00+0900');
    assert.equal(completeTime('yesterday', seoul), 'yesterday');
  });

  it('ends after it starts', () => {
    const at = '2026-01-01 09:00:00+0900';

    assert.equal(rangeProblem(at, at), 'The end must be after the start.');
    assert.equal(rangeProblem(at, '2026-01-01 09:00:01+0900'), undefined);
  });

  it('is not narrowed by a value that it already has', () => {
    const row = { ...auditRow(0), category: 'Account' };
    const labels = (categories: readonly string[]): readonly string[] =>
      narrowingsFor(
        row,
        'category',
        {
          search: { ...search, categories: [...categories] },
          choices: { ...choices, categories: ['Account'] },
        },
        seoul,
      ).map(({ label }) => label);

    assert.deepEqual(labels([]), ['Only “Account”', `Keyword “${row.module}”`]);
    assert.deepEqual(labels(['Account']), [`Keyword “${row.module}”`]);
  });
});
