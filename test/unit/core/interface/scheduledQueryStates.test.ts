import assert from 'node:assert/strict';
import { isFailure, runStateOf } from '../../../../src/core/interface/scheduledQueryFields';

describe('The states of a scheduled query', () => {
  it('are read in any spelling', () => {
    const args = [undefined, '', 'Idle', '중지', 'RUNNING', 'in-progress', '실행 중', 'hibernating'];
    assert.deepEqual(args.map(runStateOf), [
      ...['stopped', 'stopped', 'stopped', 'stopped'],
      ...['running', 'running', 'running', 'other'],
    ]);
    assert.deepEqual(['FAILED', '실패', 'Error.', 'success', undefined].map(isFailure), [
      ...[true, true, true],
      ...[false, false],
    ]);
  });
});
