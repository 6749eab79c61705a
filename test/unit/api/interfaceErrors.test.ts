import assert from 'node:assert/strict';
import { RejectedError } from '../../../src/api/errors';
import { interfaceErrors } from '../../fixtures/interfaceErrors';
import { HttpServer } from '../../support/httpServer';

describe('The errors of the interface', () => {
  it('reject with the code and message of the service, and are not repeated', async () => {
    let rejection = { status: 0, code: '', message: '' };
    await using server = await HttpServer.start((_request, response) => {
      const { status, code, message } = rejection;
      response.writeHead(status).end(JSON.stringify({ error_code: code, error_msg: message }));
    });
    for (const row of interfaceErrors) {
      server.seen.length = 0;
      rejection = row;
      await assert.rejects(row.call(server.api), (error) => {
        assert.ok(error instanceof RejectedError, row.when);
        assert.deepEqual([error.status, error.code, error.message], [row.status, row.code, row.message]);
        return true;
      });
      assert.equal(server.seen.length, 1, row.when);
    }
  });
});
