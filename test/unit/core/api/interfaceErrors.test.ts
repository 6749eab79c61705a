import assert from 'node:assert/strict';
import { interfaceErrors } from '../../../fixtures/interfaceErrors';
import { HttpServer } from '../../../support/httpServer';

describe('The errors of the interface', () => {
  it('reject with the code and message of the platform, and are not repeated', async () => {
    let rejection = { status: 0, code: '', message: '' };
    await using server = await HttpServer.start((_request, response) => {
      const { status, code, message } = rejection;
      response.writeHead(status).end(JSON.stringify({ error_code: code, error_msg: message }));
    });
    for (const row of interfaceErrors) {
      server.seen.length = 0;
      rejection = row;
      const { status, code, message } = row;
      await assert.rejects(row.call(server.api), { name: 'RejectedError', status, code, message }, row.when);
      assert.equal(server.seen.length, 1, row.when);
    }
  });
});
