import assert from 'node:assert/strict';
import { conflictSummary, conflictText } from '../../../../src/ui/format/queryFields';
import { changeLabels, merged, triggerText } from '../../../../src/features/scheduledQueries/propertyText';
import { scheduledQueryFields } from '../../../support/scheduledQueries';

const base = scheduledQueryFields();

describe('A conflict', () => {
  it('shows each changed field with all three values', () => {
    const conflict = {
      base,
      theirs: { ...base, description: 'theirs' },
      yours: { ...base, description: 'yours', enabled: false },
    };
    assert.equal(
      conflictSummary(conflict),
      'Description: original “–”; theirs “theirs”; yours “yours”\n\nEnabled: original “yes”; theirs “yes”; yours “no”',
    );
  });

  it('shows long values in full in its document', () => {
    const query = `table ${'x'.repeat(200)}\r\n| stats count`;
    const conflict = { base, theirs: { ...base, query }, yours: { ...base, query: 'x'.repeat(70) } };
    const text = conflictText('Query', conflict);
    assert.ok(text.includes(`table ${'x'.repeat(200)}\n    | stats count\n`));
    const theirs = `table ${'x'.repeat(64)}…`;
    assert.ok(conflictSummary(conflict).endsWith(`theirs “${theirs}”; yours “${'x'.repeat(70)}”`));
  });

  it('merges changes of different fields', () => {
    const conflict = {
      base,
      theirs: { ...base, query: 'table theirs' },
      yours: { ...base, cronSchedule: '5 * * * *' },
    };
    assert.deepEqual(merged(conflict), { ...base, query: 'table theirs', cronSchedule: '5 * * * *' });
  });

  it('does not merge two changes of one field', () => {
    const conflict = { base, theirs: { ...base, name: 'theirs' }, yours: { ...base, name: 'yours' } };
    assert.equal(merged(conflict), undefined);
    assert.equal(merged({ ...conflict, yours: { ...conflict.yours, enabled: false } }), undefined);
  });

  it('merges the same change made twice', () => {
    const conflict = {
      base,
      theirs: { ...base, name: 'new' },
      yours: { ...base, name: 'new', enabled: false },
    };
    assert.deepEqual(merged(conflict), { ...base, name: 'new', enabled: false });
  });

  it('names changed fields, those of the trigger as one, and writes their values', () => {
    assert.deepEqual(changeLabels(['name', 'cronSchedule', 'triggerType', 'nodeTypes']), [
      'Name',
      'Schedule',
      'Node types',
    ]);
    const timed = { ...base, triggerType: 'cron', cronSchedule: '*/5 * * * *', precedingName: undefined };
    assert.equal(triggerText(timed), 'every 5 minutes (*/5 * * * *)');
    assert.equal(triggerText({ ...timed, cronSchedule: 'whenever' }), 'whenever');
    const chained = { ...timed, triggerType: 'workflow', precedingName: 'B', precedingAction: 'failed' };
    assert.equal(triggerText(chained), 'after B failed');
  });

  it('never mixes two triggers', () => {
    const theirs = { ...base, cronSchedule: '1 * * * *' };
    const yours = { ...base, triggerType: 'workflow', precedingGuid: 'x', precedingAction: 'failed' };
    assert.equal(merged({ base, theirs, yours }), undefined);
  });
});
