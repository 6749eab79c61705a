import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import type { Handler } from '../support/httpServer';
import { connectTo } from './support/connected';
import { runCommand, testApi } from './support/runCommand';
import { lineAt, linesBelow, linesNow } from './support/tree';
import { inOldest as test } from './support/vscodes';

const reply: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"total_count":0,"tables":[]}');
};

/** A platform that holds its responses back on request. */
class Waiting {
  readonly #held: (() => void)[] = [];
  #holds = false;

  readonly handle: Handler = (request, response) => {
    if (this.#holds) {
      this.#held.push(() => {
        reply(request, response);
      });
    } else reply(request, response);
  };

  hold(): void {
    this.#holds = true;
  }

  release(): void {
    this.#holds = false;
    for (const go of this.#held.splice(0)) go();
  }
}

describe('A slow platform', () => {
  test('delays only its own rows in the explorer, and shows them after its response', async () => {
    const waiting = new Waiting();
    await using server = await HttpServer.start(waiting.handle);
    await using _ = await connectTo({ baseUrl: server.origin, key: 'a-key-of-tests' });
    const { node } = await lineAt('Test');
    const drawn: unknown[] = [];
    const { explorer } = await testApi();
    const listening = explorer.onDidChangeTreeData?.((changed) => drawn.push(changed));
    waiting.hold();

    const meanwhile = await linesNow(node);
    waiting.release();

    assert.deepEqual(
      meanwhile.map(({ label, contextValue }) => [label, contextValue]),
      [['Waiting for the platform…', 'loading']],
    );
    await eventually(() => drawn.includes(node));
    assert.ok((await linesBelow('Test')).length > 1);
    listening?.dispose();
  });

  test('gets no repeated request after it rejected one and a lock was opened', async () => {
    await using server = await HttpServer.start((request, response) => {
      if (request.url.includes('scheduled-queries')) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"error_code":"unauthorized","error_msg":"invalid-api-key"}');
      } else reply(request, response);
    });
    await using _ = await connectTo(
      { baseUrl: server.origin, key: 'a-key-of-tests' },
      // A name of its own: VS Code holds on to texts of other connections for minutes.
      { environment: 'production', name: 'Slow' },
    );
    const { node } = await lineAt('Slow');
    await linesNow(node);
    const asked = server.seen.length;

    await runCommand('logbench.connection.unlockWrites', [{ pick: '5 minutes' }], node);
    const [failure] = await linesNow(node);
    const unlocked = await lineAt('Slow');
    await runCommand('logbench.connection.unlockWrites', [{ pick: 'Lock now' }], node);

    assert.equal(failure?.contextValue, 'failure.key');
    assert.doesNotMatch(unlocked.description, /\blocked/);
    assert.equal(server.seen.length, asked);
  });
});
