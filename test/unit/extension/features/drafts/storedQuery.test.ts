import assert from 'node:assert/strict';
import { parseStoredQuery } from '../../../../../src/extension/features/drafts/parseStoredQuery';
import {
  isDraft,
  printStoredQuery,
  currentText,
  withBase,
  withDraft,
  withoutDraft,
  withRecord,
  withSchedule,
  withFinishedDraft,
  bytesOf,
  needsMark,
  decodeText,
} from '../../../../../src/extension/features/drafts/storedQuery';
import { scheduledQueryFields } from '../../../../support/scheduledQueries';

const base = scheduledQueryFields({ query: 'table a' });
const origin = { service: { address: 'https://logs.example.com', product: 'core' }, connection: 'Seoul' };
const opened = withRecord(undefined, base, origin);
const settled = { draft: 'table b', schedule: undefined };

describe('a stored query', () => {
  it('shows the draft, or else what the platform has', () => {
    assert.equal(currentText(opened), 'table a');
    assert.equal(currentText(withDraft(opened, 'table b')), 'table b');
  });

  it('has no draft when the text is that of the platform', () => {
    assert.equal(withDraft(withDraft(opened, 'table b'), 'table a').draft, undefined);
  });

  it('keeps the base of the draft when the platform changes', () => {
    const draft = withDraft(opened, 'table b');
    assert.equal(withRecord(draft, { ...base, query: 'table c' }, origin).base.query, 'table a');
  });

  it('is based on the record that it was merged with', () => {
    const newer = { ...base, query: 'table c', cronSchedule: '5 * * * *' };
    const merged = withBase(withDraft(opened, 'table b'), newer);
    assert.deepEqual(
      [merged.base.query, merged.base.cronSchedule, merged.draft],
      ['table c', '5 * * * *', 'table b'],
    );
    assert.equal(withBase(withDraft(opened, 'table c'), newer).draft, undefined);
  });

  it('takes the text of the platform when there is no draft', () => {
    const newer = withRecord(opened, { ...base, query: 'table c' }, origin);
    assert.equal(currentText(newer), 'table c');
    assert.ok(newer.changedAt > opened.changedAt);
  });

  it('is not changed when only the schedule is new', () => {
    const newer = withRecord(opened, { ...base, cronSchedule: '5 * * * *' }, origin);
    assert.equal(newer.changedAt, opened.changedAt);
    assert.equal(newer.base.cronSchedule, '5 * * * *');
  });

  it('keeps what was typed while it was published as a draft on what was published', () => {
    const typedOn = withDraft(opened, 'table b | limit 1');
    const published = withFinishedDraft(typedOn, { ...base, query: 'table b' }, settled, origin);
    assert.deepEqual([published.draft, published.base.query], ['table b | limit 1', 'table b']);
  });

  it('is a draft when it has another schedule, until that is published or reverted', () => {
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

  it('reads back what it wrote', () => {
    const draft = withSchedule(withDraft(opened, 'table b # 한글\n'), '7 * * * *');
    assert.deepEqual(parseStoredQuery(printStoredQuery(draft)), draft);
  });

  for (const text of ['', '{', 'null', '[]', '{"version":1}', '{"version":2,"base":{}}']) {
    it(`rejects "${text}"`, () => {
      assert.equal(parseStoredQuery(text), undefined);
    });
  }
});

describe('The bytes of a query', () => {
  for (const marked of [false, true]) {
    it(`read back as the same text, ${marked ? 'with' : 'without'} a byte order mark`, () => {
      assert.equal(decodeText(bytesOf('table 로그 | limit 1', marked)), 'table 로그 | limit 1');
    });
  }

  it('are no text when they are not UTF-8', () => {
    // "로그" in EUC-KR, and in UTF-16 with its own mark.
    assert.equal(decodeText(Buffer.from([0xb7, 0xce, 0xb1, 0xd7])), undefined);
    assert.equal(decodeText(Buffer.from([0xff, 0xfe, 0x5c, 0xb8])), undefined);
  });

  it('get a byte order mark only when VS Code would read them as something else', () => {
    assert.deepEqual(
      [
        needsMark('utf8', false),
        needsMark(undefined, undefined),
        needsMark('euckr', false),
        needsMark('utf8', true),
      ],
      [false, false, true, true],
    );
  });
});
