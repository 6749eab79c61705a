import assert from 'node:assert/strict';
import { shownOf } from '../../../src/ui/shownOf';

describe('How much of a list is shown', () => {
  it('is never more than there is', () => {
    assert.match(shownOf(43, 42), /^43 of 43 shown/);
    assert.match(shownOf(50, 1200), /^50 of 1,200 shown/);
  });
});
