import assert from 'node:assert/strict';
import { parseStoredQuery } from '../../../../src/features/drafts/parseStoredQuery';
import {
  isDraft,
  printStoredQuery,
  currentText,
  withDraft,
  withoutDraft,
  withRecord,
  withSchedule,
  withFinishedDraft,
} from '../../../../src/features/drafts/storedQuery';
import { scheduledQueryFields } from '../../../support/scheduledQueries';

const base = scheduledQueryFields({ query: 'table a' });
const origin = { service: { address: 'https://logs.example.com', product: 'core' }, connection: 'Seoul' };
const opened = withRecord(undefined, base, origin);
const settled = { draft: 'table b', schedule: undefined };

describe('a stored query', () => {
  it('shows the draft, or else what the platform has', () => {
    assert.equal(currentText(opened), 'table a');
    assert.equal(currentText(withDraft(opened, 'table b')), 'table b');
  });

  it('is no draft when it says what the platform has', () => {
    assert.equal(withDraft(withDraft(opened, 'table b'), 'table a').draft, undefined);
  });

  it('keeps the base that the draft started from when the platform moves on', () => {
    const draft = withDraft(opened, 'table b');
    assert.equal(withRecord(draft, { ...base, query: 'table c' }, origin).base.query, 'table a');
  });

  it('takes the platform’s text when there is no draft', () => {
    const newer = withRecord(opened, { ...base, query: 'table c' }, origin);
    assert.equal(currentText(newer), 'table c');
    assert.ok(newer.changedAt > opened.changedAt);
  });

  it('has not changed when only the schedule is new', () => {
    const newer = withRecord(opened, { ...base, cronSchedule: '5 * * * *' }, origin);
    assert.equal(newer.changedAt, opened.changedAt);
    assert.equal(newer.base.cronSchedule, '5 * * * *');
  });

  it('is no draft any more once it is published', () => {
    const draft = withDraft(opened, 'table b');
    const published = withFinishedDraft(draft, { ...base, query: 'table b' }, settled, origin);
    assert.deepEqual([published.draft, published.base.query], [undefined, 'table b']);
    assert.ok(published.changedAt > draft.changedAt);
  });

  it('keeps what was typed while it was published, as a draft on what was published', () => {
    const typedOn = withDraft(opened, 'table b | limit 1');
    const published = withFinishedDraft(typedOn, { ...base, query: 'table b' }, settled, origin);
    assert.deepEqual([published.draft, published.base.query], ['table b | limit 1', 'table b']);
  });

  it('is a draft when it has another schedule, until that is published or taken back', () => {
    const moved = withSchedule(opened, '7 * * * *');
    assert.deepEqual([isDraft(moved), currentText(moved)], [true, 'table a']);
    assert.equal(withRecord(moved, { ...base, query: 'table c' }, origin), moved);
    assert.equal(isDraft(withSchedule(moved, base.cronSchedule ?? '')), false);
    assert.equal(isDraft(withoutDraft(moved)), false);
    const record = { ...base, cronSchedule: '7 * * * *' };
    const published = withFinishedDraft(moved, record, { draft: undefined, schedule: '7 * * * *' }, origin);
    assert.deepEqual([isDraft(published), published.base.cronSchedule], [false, '7 * * * *']);
  });

  it('keeps a text that was typed while a schedule was published, and the other way round', () => {
    const both = withSchedule(withDraft(opened, 'table b'), '7 * * * *');
    const scheduled = { ...base, cronSchedule: '7 * * * *' };
    const typed = withFinishedDraft(both, scheduled, { draft: undefined, schedule: '7 * * * *' }, origin);
    assert.deepEqual([typed.draft, typed.schedule], ['table b', undefined]);
    const moved = withFinishedDraft(both, { ...base, query: 'table b' }, settled, origin);
    assert.deepEqual([moved.draft, moved.schedule], [undefined, '7 * * * *']);
  });

  it('never goes back in time, so that editors see every change', () => {
    const first = withDraft(opened, 'table b');
    const second = withoutDraft(first);
    assert.ok(first.changedAt > opened.changedAt);
    assert.ok(second.changedAt > first.changedAt);
  });

  it('reads back what it wrote', () => {
    const draft = withSchedule(withDraft(opened, 'table b # 한글\n'), '7 * * * *');
    assert.deepEqual(parseStoredQuery(printStoredQuery(draft)), draft);
  });

  for (const text of ['', '{', 'null', '[]', '{"version":1}', '{"version":2,"base":{}}']) {
    it(`is not what "${text}" says`, () => {
      assert.equal(parseStoredQuery(text), undefined);
    });
  }
});
