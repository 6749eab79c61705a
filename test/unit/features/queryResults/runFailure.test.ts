import assert from 'node:assert/strict';
import { RefusedError } from '../../../../src/api/errors';
import { runFailure } from '../../../../src/features/queryResults/resultsState';

describe('A run that the service refused', () => {
  it('names the command that it does not know, with the words of the service below', () => {
    const refusal = new RefusedError(400, 'invalid-query', '(92000) unsupported-command');

    const { message, detail } = runFailure(refusal, 'table a | walktest');

    assert.equal(message, 'Unknown command “walktest”.');
    assert.match(detail ?? '', /\(92000\) unsupported-command/);
  });
});
