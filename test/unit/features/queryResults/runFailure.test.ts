import assert from 'node:assert/strict';
import type { Operation } from '../../../../src/api/operation';
import { createCursor, dropCursor } from '../../../../src/api/operations/queries';
import { RejectedError } from '../../../../src/api/errors';
import { runFailure } from '../../../../src/features/queryResults/resultsState';
import { HttpServer } from '../../../support/httpServer';

describe('A run that the platform rejected', () => {
  it('names the unknown command, with the message of the platform as detail', () => {
    const rejection = new RejectedError(400, 'invalid-query', '(92000) unsupported-command');

    const { message, detail } = runFailure(rejection, 'table a | walktest');

    assert.equal(message, 'Unknown command “walktest”.');
    assert.match(detail ?? '', /\(92000\) unsupported-command/);
  });
});

describe('A run whose request got no response', () => {
  /** The failure of a request that the platform received, and did not respond to. */
  async function lost(operation: Operation<unknown> = createCursor('table a')): Promise<unknown> {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    return await server.api.send(operation).catch((error: unknown) => error);
  }

  for (const text of ['table web_access | stats count by user', 'system queries']) {
    it(`can be tried again if the query only reads: ${text}`, async () => {
      const { message } = runFailure(await lost(), text);

      assert.doesNotMatch(message, /unknown whether/);
      assert.match(message, /Try again/);
    });
  }

  for (const text of ['table a | import b', 'table a | walktest']) {
    it(`must be checked first if the query changes something, or may: ${text}`, async () => {
      assert.match(runFailure(await lost(), text).message, /unknown whether the change was made/);
    });
  }

  it('can be tried again if it was to cancel the query', async () => {
    assert.doesNotMatch(runFailure(await lost(dropCursor(3)), 'table a').message, /unknown whether/);
  });
});
