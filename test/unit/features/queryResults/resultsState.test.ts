import assert from 'node:assert/strict';
import { firstView, resultsState } from '../../../../src/features/queryResults/resultsState';

describe('The title of results', () => {
  it('keeps the direction of the connection behind a name that turns it', () => {
    const connection = {
      name: 'Lab',
      baseUrl: 'http://localhost',
      product: 'core',
      environment: 'local',
      readOnly: false,
    } as const;
    const shown = { name: 'a\u202eb', connection, document: null, text: '', view: firstView };
    const nothingRan = { run: undefined, resultId: 0, readOnly: false, exporting: null, tail: undefined };

    assert.equal(resultsState(shown, nothingRan).title, 'Results: ab · Lab');
  });
});
