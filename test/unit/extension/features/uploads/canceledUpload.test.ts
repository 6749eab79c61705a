import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { PermissionError, RejectedError, UnreachableError } from '../../../../../src/core/api/errors';
import { FileUpload } from '../../../../../src/extension/features/uploads/fileUpload';
import type { UploadOutcome } from '../../../../../src/extension/features/uploads/fileUpload';
import type { LogFile } from '../../../../../src/extension/features/uploads/sentPart';
import { folderOfEachTest } from '../../../../support/temporaryFolder';
import { clientStub } from '../../../../support/clientStub';

/** What happens to one request: a lost response may belong to a request that took effect. */
type RequestOutcome = 'responds' | 'request lost' | 'response lost';

interface TestCase {
  readonly requestOutcomes: readonly RequestOutcome[];
  /** The request during which the user cancels. */
  readonly cancelAt: number;
  readonly readsStreams: boolean;
}

/** A platform with one stream, as the interface describes it. */
class ModelPlatform {
  exists = false;
  received = 0;
  loads = 0;
  cancel: () => void = () => undefined;
  #requests = 0;

  constructor(
    private readonly testCase: TestCase,
    private readonly size: number,
  ) {}

  readonly client = clientStub(
    {
      'POST upload-streams': async () =>
        this.#request(() => {
          this.exists = true;
          return 't';
        }),
      'PUT upload-streams/*': async ({ bytes }) =>
        this.#request(() => {
          this.#requireStream();
          return (this.received += bytes?.length ?? 0);
        }),
      'POST upload-streams/*/complete': async () =>
        this.#request(() => {
          this.#requireStream();
          assert.equal(this.received, this.size);
          this.exists = false;
          this.loads += 1;
          return { rows: 1 };
        }),
      'DELETE upload-streams/*': async () =>
        this.#request(() => {
          this.#requireStream();
          this.exists = false;
          return undefined;
        }),
      'GET upload-streams/*': async () =>
        this.#request(() => {
          if (!this.testCase.readsStreams) throw new PermissionError('MASTER');
          return this.exists ? { token: 't' } : undefined;
        }),
    },
    { mayHave: () => Promise.resolve(true) },
  );

  #requireStream(): void {
    if (!this.exists) throw new RejectedError(500, 'illegal-state', 'upload stream not found: t');
  }

  #request<T>(effect: () => T): Promise<T> {
    return new Promise((resolve) => resolve(this.#respond(effect)));
  }

  #respond<T>(effect: () => T): T {
    const index = this.#requests++;
    const requestOutcome = this.testCase.requestOutcomes[index] ?? 'responds';
    const isCanceled = index === this.testCase.cancelAt;
    if (isCanceled) this.cancel();
    const result = requestOutcome === 'request lost' ? undefined : effect();
    if (isCanceled) throw new DOMException('aborted', 'AbortError');
    if (requestOutcome !== 'responds') throw new UnreachableError('reset', 'lost');
    return result as T;
  }
}

const testCase: fc.Arbitrary<TestCase> = fc.record({
  requestOutcomes: fc.array(
    fc.constantFrom<RequestOutcome>('responds', 'responds', 'request lost', 'response lost'),
    {
      maxLength: 7,
    },
  ),
  cancelAt: fc.nat(5),
  readsStreams: fc.boolean(),
});

describe('A canceled upload', () => {
  const folder = folderOfEachTest();
  let file: LogFile;

  beforeEach(async () => {
    const location = path.join(folder.path, 'a.json');
    await writeFile(location, '{}\n');
    const { size, mtimeMs: modified } = await stat(location);
    file = { path: location, size, modified };
  });

  async function cancel(
    input: TestCase,
  ): Promise<{ outcome: UploadOutcome | 'failed'; model: ModelPlatform }> {
    const model = new ModelPlatform(input, file.size);
    const upload = new FileUpload(
      file,
      { fileName: 'a.json', fileSize: file.size, tableName: 'logs', format: 'ndjson' },
      () => Promise.resolve(model.client),
      undefined,
      [0, 0, 0, 0, 0, 0, 0, 0],
    );
    model.cancel = () => upload.cancel();
    return { outcome: await upload.run().catch(() => 'failed' as const), model };
  }

  it('is reported as discarded only if its stream is deleted and no row was loaded', async () => {
    await fc.assert(
      fc.asyncProperty(testCase, async (input) => {
        const { outcome, model } = await cancel(input);
        if (outcome === 'failed') return;
        if (outcome.kind === 'cancelled') assert.equal(model.loads, 0, 'rows are in the table');
        if (outcome.kind === 'cancelled' && input.cancelAt > 0) assert.equal(model.exists, false);
        if (outcome.kind === 'notConfirmed' && !outcome.mayBeLoaded) assert.equal(model.loads, 0);
        if (outcome.kind === 'done') assert.equal(model.loads, 1);
      }),
      { seed: 36, numRuns: 1000 },
    );
  });

  it('is not confirmed while the platform still has the stream or the key may not read it', async () => {
    const requestOutcomes = ['responds', 'responds', 'request lost'] as const;
    const stays = await cancel({ requestOutcomes, cancelAt: 1, readsStreams: true });
    assert.deepEqual(
      [stays.outcome, stays.model.exists],
      [{ kind: 'notConfirmed', mayBeLoaded: false }, true],
    );
    const unread = await cancel({ requestOutcomes, cancelAt: 1, readsStreams: false });
    assert.deepEqual(unread.outcome, { kind: 'notConfirmed', mayBeLoaded: false });
  });
});
