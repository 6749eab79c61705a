import assert from 'node:assert/strict';
import { timeFieldOf } from '../../../../src/core/time/timeField';

describe('The time field of rows', () => {
  it('is the one with the most reliable name, in any case', () => {
    assert.equal(timeFieldOf(['Date', 'TimeStamp', 'user']), 'TimeStamp');
    assert.equal(timeFieldOf(['ts', '_TIME']), '_TIME');
    assert.equal(timeFieldOf(['user', 'timestamps']), undefined);
  });
});
