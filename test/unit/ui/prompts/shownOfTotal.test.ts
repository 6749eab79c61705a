import assert from 'node:assert/strict';
import { shownOfTotal } from '../../../../src/ui/format/format';

describe('The number of shown items', () => {
  it('is never more than the total', () => {
    assert.match(shownOfTotal(43, 42), /^43 of 43 shown/);
    assert.match(shownOfTotal(50, 1200), /^50 of 1,200 shown/);
  });
});
