import assert from 'node:assert/strict';
import { MarkedQueries } from '../../../../src/features/drafts/markedQueries';

describe('The mark of a query with a draft', () => {
  it('changes when it comes and when it goes, for that query alone', () => {
    const marked = new MarkedQueries();
    assert.deepEqual(
      [true, true, false, false, true].map((isMarked) => marked.changes('one', isMarked)),
      [true, false, true, false, true],
    );
    assert.equal(marked.changes('other', false), false);
    assert.equal(marked.changes('other', true), true);
  });
});
