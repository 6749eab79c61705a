import assert from 'node:assert/strict';
import { titleOf } from '../../../../src/features/queryResults/resultsState';

describe('The title of results', () => {
  it('keeps the direction of the connection behind a name that turns it', () => {
    const connection = {
      name: 'Lab',
      baseUrl: 'http://localhost',
      product: 'core',
      environment: 'local',
      readOnly: false,
    } as const;

    assert.equal(titleOf({ name: 'a\u202eb', connection }), 'Results: ab · Lab');
  });
});
