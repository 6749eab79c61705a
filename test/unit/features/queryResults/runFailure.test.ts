import assert from 'node:assert/strict';
import { RejectedError } from '../../../../src/api/errors';
import { runFailure } from '../../../../src/features/queryResults/resultsState';

describe('A run that the platform rejected', () => {
  it('names the unknown command, with the message of the platform as detail', () => {
    const rejection = new RejectedError(400, 'invalid-query', '(92000) unsupported-command');

    const { message, detail } = runFailure(rejection, 'table a | walktest');

    assert.equal(message, 'Unknown command “walktest”.');
    assert.match(detail ?? '', /\(92000\) unsupported-command/);
  });
});
