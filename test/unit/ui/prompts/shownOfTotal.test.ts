import assert from 'node:assert/strict';
import { shownOfTotal } from '../../../../src/ui/format/format';

describe('How much of a list is shown', () => {
  it('is never more than there is', () => {
    assert.match(shownOfTotal(43, 42), /^43 of 43 shown/);
    assert.match(shownOfTotal(50, 1200), /^50 of 1,200 shown/);
  });
});
