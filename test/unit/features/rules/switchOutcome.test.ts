import assert from 'node:assert/strict';
import { MissingOperationError, RejectedError, UnreachableError } from '../../../../src/api/errors';
import type { RuleTarget } from '../../../../src/features/rules/ruleItem';
import { failedSwitch, switchEach, switchNotice } from '../../../../src/features/rules/switchOutcome';
import { CancelledInFlight } from '../../../../src/ui/writes/recordWrite';

const [one, two, three] = ['One', 'Two', 'Three'].map((name): RuleTarget => ({
  kind: 'batch',
  guid: name,
  name,
})) as [RuleTarget, RuleTarget, RuleTarget];

describe('Rules that are enabled or disabled together', () => {
  it('are sent one after another, each with its number, and no more of them after a cancellation', async () => {
    const abort = new AbortController();
    const events: string[] = [];
    const results = await switchEach(
      [one, two, three],
      (target) => {
        events.push(target.name);
        if (target === two) abort.abort();
        return Promise.resolve({ target, outcome: 'done' });
      },
      abort.signal,
      ({ message }) => events.push(message),
    );

    assert.deepEqual(events, ['1 of 3', 'One', '2 of 3', 'Two', '3 of 3']);
    assert.deepEqual(results, [
      { target: one, outcome: 'done' },
      { target: two, outcome: 'done' },
      { target: three, outcome: 'unsent', reason: 'not sent' },
    ]);
  });

  it('have failed, unless they were so already or nobody can tell', () => {
    const rejected = (message: string): RejectedError => new RejectedError(500, 'illegal-state', message);
    const lost = Object.assign(new UnreachableError('reset', 'lost'), { uncertain: true });
    const outcomes = [
      rejected('batch rule is already enabled: x'),
      rejected('stream rule is already disabled: x'),
      new Error('batch rule is already enabled: x'),
      rejected('broken'),
      lost,
      new CancelledInFlight('canceled'),
    ].map((error) => failedSwitch(one, error).outcome);

    assert.deepEqual(outcomes, ['already', 'already', 'failed', 'failed', 'unknown', 'unknown']);
    assert.deepEqual(failedSwitch(one, new MissingOperationError('batchRules')), {
      target: one,
      outcome: 'failed',
      reason: 'This platform does not support it.',
    });
    assert.match(failedSwitch(one, rejected('broken')).reason ?? '', /broken/);
  });

  it('are told by number, those that failed by name and reason, with a warning', () => {
    const done = { target: one, outcome: 'done' } as const;
    const already = { target: two, outcome: 'already' } as const;

    assert.deepEqual(switchNotice('Lab', [done], true), {
      severity: 'information',
      message: 'Lab: Rules enabled: 1.',
    });
    assert.deepEqual(switchNotice('Lab', [done, already], false), {
      severity: 'information',
      message: 'Lab: Rules disabled: 1. Already disabled: 1.',
    });
    assert.equal(switchNotice('Lab', [already], true).message, 'Lab: Rules enabled: 0. Already enabled: 1.');
    for (const outcome of ['failed', 'unknown', 'unsent'] as const) {
      assert.deepEqual(switchNotice('Lab', [done, { target: three, outcome, reason: 'why' }], true), {
        severity: 'warning',
        message: 'Lab: Rules enabled: 1. Three: why',
      });
    }
  });
});
