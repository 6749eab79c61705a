import assert from 'node:assert/strict';
import { MissingOperationError, RejectedError } from '../../../../../src/core/api/errors';
import { failedEnabling } from '../../../../../src/extension/features/rules/failedEnabling';

const target = { kind: 'batch', guid: 'a', name: 'One' } as const;

describe('A rule that cannot be enabled or disabled', () => {
  const rejected = (message: string): RejectedError => new RejectedError(500, 'illegal-state', message);

  it('is unchanged when it was so already', () => {
    for (const message of ['batch rule is already enabled: x', 'stream rule is already disabled: x'])
      assert.deepEqual(failedEnabling(target, rejected(message)), { item: target, outcome: 'unchanged' });
  });

  it('has failed when the platform does not support it', () => {
    assert.deepEqual(failedEnabling(target, new MissingOperationError('batchRules')), {
      item: target,
      outcome: 'rejected',
      reason: 'This platform does not support this action.',
    });
  });
});
