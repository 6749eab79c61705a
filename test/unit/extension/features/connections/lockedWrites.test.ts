import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { WriteLocks } from '../../../../../src/extension/features/connections/writeLocks';
import { ofOutcome, runInChunks } from '../../../../../src/extension/ui/writes/bulkResults';
import { FileUpload } from '../../../../../src/extension/features/uploads/fileUpload';
import { isCancellation } from '../../../../../src/extension/ui/prompts/canceled';
import { CanceledInFlight, sendWrite } from '../../../../../src/extension/ui/writes/sendAndLog';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { eventually } from '../../../../support/eventually';
import { HttpServer } from '../../../../support/httpServer';
import { lab } from '../../../../support/labConnection';
import { scheduledQueryFields, someGuid } from '../../../../support/scheduledQueries';
import { temporaryFolder } from '../../../../support/temporaryFolder';
import { each } from '../../../../support/each';
import { api } from '../../../../support/operations';

const production = { ...lab, environment: 'production' } as const;
const unlock: readonly PromptResponse[] = [{ confirm: 'Unlock Writes' }, { pick: '5 minutes' }];

type Write = (client: PlatformClient) => Promise<unknown>;

const upload = { fileName: 'a', fileSize: 1, tableName: 'logs', format: 'ndjson' } as const;

const writes: readonly Write[] = [
  (client) => client.send(api.createScheduledQuery(scheduledQueryFields())),
  (client) => client.send(api.updateScheduledQuery(someGuid, scheduledQueryFields())),
  (client) => client.send(api.removeScheduledQueries([someGuid])),
  (client) => client.send(api.stopScheduledQueries([someGuid])),
  (client) => client.send(api.restoreRuleVersion('batch', someGuid, 1)),
  (client) => client.send(api.switchRule('stream', someGuid, true)),
  (client) => client.send(api.openUpload(upload)),
  (client) => client.send(api.appendUpload(someGuid, 0, new Uint8Array(1))),
  (client) => client.send(api.completeUpload(someGuid)),
  (client) => client.send(api.createTable('logs')),
  (client) => client.send(api.dropTable('logs')),
];

const others: readonly Write[] = [
  (client) => client.send(api.listScheduledQueries({})),
  (client) => client.send(api.listTables({})),
  (client) => client.send(api.createCursor('table logs')),
  (client) => client.send(api.dropCursor(1)),
  // Ends what the user started before the lock; uploads of others are checked when they are selected.
  (client) => client.send(api.cancelUpload(someGuid)),
];

function withMockedDate(): Disposable {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return { [Symbol.dispose]: () => mock.timers.reset() };
}

describe('A locked connection', () => {
  let server: HttpServer;
  let locks: WriteLocks;
  let prompts: ScriptedPrompts;
  let client: PlatformClient;

  beforeEach(async () => {
    server = await HttpServer.start(({ url, method }, response) => {
      const size = method === 'PUT' && url.includes('upload-streams') ? { uploaded_size: 3 } : {};
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ succeeded: 1, failures: [], token: someGuid, rows: 1, ...size }));
    });
    locks = new WriteLocks(() => undefined);
    prompts = new ScriptedPrompts([]);
    client = server.client({ beforeWrite: () => locks.ensureUnlocked(production, prompts) });
  });

  afterEach(async () => {
    locks.dispose();
    await client[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const methods = (): readonly string[] => server.seen.map(({ method }) => method);

  it('sends no write while it stays locked, and says that nothing was sent', async () => {
    for (const write of writes) {
      prompts = new ScriptedPrompts(['cancel']);
      const failure: unknown = await sendWrite(() => write(client)).catch((error: unknown) => error);
      assert.ok(isCancellation(failure) && !(failure instanceof CanceledInFlight), String(write));
      prompts.assertFinished();
    }
    assert.deepEqual(methods(), []);
  });

  it('sends reads, queries and the end of an own upload without a question', async () => {
    for (const other of others) await other(client).catch(() => undefined);
    assert.equal(server.seen.length, others.length);
  });

  it('asks again after the unlocked time has passed, before the next request of a bulk write', async () => {
    const targets = ['a', 'b', 'c'].map((name) => ({ guid: someGuid, name }));
    const run = () =>
      runInChunks(
        targets,
        async (chunk, signal) => {
          await client.send(api.stopScheduledQueries([someGuid], false), signal);
          // Half of the unlocked time.
          mock.timers.tick(30_000);
          return chunk.map((item) => ({ item, outcome: 'done' as const }));
        },
        { size: 1, report: () => undefined },
        new AbortController().signal,
      );
    using _ = withMockedDate();
    locks.unlock(production, 1);
    prompts = new ScriptedPrompts(['cancel']);
    const results = await run();
    assert.deepEqual(each(results, 'outcome'), ['done', 'done', 'rejected']);
    assert.equal(server.seen.length, 2);

    locks.unlock(production, 1);
    prompts = new ScriptedPrompts(unlock);
    assert.equal(ofOutcome(await run(), 'done').length, 3);
    prompts.assertFinished();
  });

  it('asks once for all requests that wait', async () => {
    prompts = new ScriptedPrompts(unlock);
    await Promise.all([1, 2, 3].map(() => client.send(api.stopScheduledQueries([someGuid]))));
    prompts.assertFinished();
    assert.equal(server.seen.length, 3);
  });

  it('interrupts an upload, which continues after it is unlocked', async () => {
    await using folder = await temporaryFolder();
    const location = path.join(folder.path, 'a.json');
    await writeFile(location, '{}\n');
    const { mtimeMs: modified } = await stat(location);
    const request = { ...upload, fileSize: 3 };
    const running = new FileUpload({ path: location, size: 3, modified }, request, () =>
      Promise.resolve(client),
    );
    locks.unlock(production, 1);
    running.pause();
    const outcome = running.run();
    await eventually(() => running.token !== undefined);
    locks.lock(production);
    prompts = new ScriptedPrompts(['cancel', ...unlock]);
    running.resume();
    await eventually(() => running.state.kind === 'interrupted');
    assert.deepEqual(methods(), ['POST'], 'nothing was sent or discarded');
    running.resume();
    assert.deepEqual(await outcome, { kind: 'done', rows: 1 });
  });
});
