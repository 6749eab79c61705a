import assert from 'node:assert/strict';
import { RejectedError } from '../../../../src/api/errors';
import { runFailure } from '../../../../src/features/queryResults/resultsState';

describe('A run that the service refused', () => {
  it('names the command that it does not know, with the words of the service below', () => {
    const rejection = new RejectedError(400, 'invalid-query', '(92000) unsupported-command');

    const { message, detail } = runFailure(rejection, 'table a | walktest');

    assert.equal(message, 'Unknown command “walktest”.');
    assert.match(detail ?? '', /\(92000\) unsupported-command/);
  });
});
