import assert from 'node:assert/strict';
import { lensTexts } from '../../../../src/features/drafts/lensTexts';
import type { LensFacts } from '../../../../src/features/drafts/lensTexts';
import { scheduledQuery } from '../../../../src/shared/wire/scheduledQuery';

const failed = scheduledQuery.parse({
  ...{ guid: 'g', name: 'A', query: 'q', enabled: true, trigger_type: 'cron', cron_schedule: '0 3 * * *' },
  ...{ running_state: 'stopped', result_state: 'failed', last_failure_reason: '(10605) table-not-found' },
});

const facts: LensFacts = {
  file: undefined,
  hasDraft: false,
  isGone: false,
  lock: 'locked',
  proposedSchedule: undefined,
  record: failed,
  schedule: 'at 03:00',
  nextRun: undefined,
  serverOffset: undefined,
  change: undefined,
  followers: [],
};

function titles(more: Partial<LensFacts> = {}): readonly string[] {
  return lensTexts({ ...facts, ...more }, () => undefined).map(({ title }) => title);
}

describe('The CodeLenses above a scheduled query', () => {
  it('say that the last run failed before its schedule, which a narrow editor cuts', () => {
    assert.deepEqual(titles(), [
      'Run',
      'Published',
      'last run failed: The table does not exist. (10605)',
      'at 03:00',
    ]);
  });

  it('mention a lock where a draft waits for it, and while it is open', () => {
    const waiting = ['Run', 'Publish', 'Compare', 'locked: unlock to publish'];
    assert.deepEqual(titles({ hasDraft: true }).slice(0, 4), waiting);
    assert.equal(titles({ lock: { minutes: 5 } })[2], 'unlocked, 5 minutes left');
  });

  it('do not say that it is published before the platform has responded, or after it was deleted', () => {
    assert.deepEqual(titles({ record: undefined }), ['Run']);
    const deleted = ['Run', 'Deleted on the platform', 'Re-create'];
    assert.deepEqual(titles({ record: undefined, isGone: true }), deleted);
    assert.deepEqual(titles({ record: undefined, isGone: true, hasDraft: true }).slice(0, 3), deleted);
  });
});
