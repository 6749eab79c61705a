import assert from 'node:assert/strict';
import { stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { RejectedError, UnreachableError } from '../../../../../src/core/api/errors';

import { FileUpload } from '../../../../../src/extension/features/uploads/fileUpload';
import { compareToStream, isSameFile, partOf } from '../../../../../src/extension/features/uploads/sentPart';
import { UnfinishedUploads } from '../../../../../src/extension/features/uploads/unfinishedUploads';
import { eventually } from '../../../../support/eventually';
import { lab } from '../../../../support/labConnection';
import { folderOfEachTest } from '../../../../support/temporaryFolder';
import { clientStub } from '../../../../support/clientStub';
import { JsonMemory } from '../../../../support/jsonMemory';
import type { LogFile } from '../../../../../src/extension/features/uploads/sentPart';

/** A platform that takes a part of each request, and loses the connection after so many of them. */
class ModelStream {
  received = Buffer.alloc(0);
  loaded: Buffer | undefined;

  constructor(private readonly taken: number[]) {}

  readonly client = clientStub({
    'POST upload-streams': () => 't',
    'PUT upload-streams/*': async ({ query, bytes }) => {
      assert.ok(bytes !== undefined);
      const offset = Number(query?.['offset']);
      const piece = bytes instanceof Uint8Array ? Buffer.from(bytes) : await buffer(bytes.open());
      if (offset !== this.received.length) {
        throw new RejectedError(400, 'x', `'offset' must be equal to ${this.received.length}.`);
      }
      if (piece.length > 0) {
        const taken = this.taken.shift();
        this.received = Buffer.concat([this.received, piece.subarray(0, taken)]);
        if (this.taken.length === 0 && taken !== undefined) throw new UnreachableError('reset', 'lost');
      }
      return this.received.length;
    },
    'POST upload-streams/*/complete': () => {
      this.loaded = this.received;
      return { rows: 1 };
    },
    'DELETE upload-streams/*': () => undefined,
  });
}

/** What happens to the file while the window is closed. */
type Change = 'none' | 'grown' | 'rewritten' | 'rewritten and longer' | 'rewritten with the same time';

interface TestCase {
  readonly size: number;
  readonly taken: readonly number[];
  readonly change: Change;
}

const testCase: fc.Arbitrary<TestCase> = fc.record({
  size: fc.integer({ min: 1, max: 60 }),
  // The last one is lost: only the platform knows that it has arrived.
  taken: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 5 }),
  change: fc.constantFrom<Change>(
    'none',
    'grown',
    'rewritten',
    'rewritten and longer',
    'rewritten with the same time',
  ),
});

describe('The file of a resumed upload', () => {
  const folder = folderOfEachTest();
  let location: string;

  beforeEach(() => {
    location = path.join(folder.path, 'app.log');
  });

  async function change(kind: Change, original: Buffer, modified: number): Promise<void> {
    const other = Buffer.alloc(original.length, 'other');
    const contents = {
      none: original,
      grown: Buffer.concat([original, other]),
      rewritten: other,
      'rewritten and longer': Buffer.concat([other, other]),
      'rewritten with the same time': other,
    };
    if (kind !== 'none') await writeFile(location, contents[kind]);
    const isSameTime = kind === 'none' || kind === 'rewritten with the same time';
    const time = modified / 1000 + (isSameTime ? 0 : 5);
    await utimes(location, time, time);
  }

  /** Sends until the connection is lost, closes the window, changes the file and resumes. */
  async function interrupt(input: TestCase): Promise<{ loaded: Buffer | undefined; original: Buffer }> {
    const original = Buffer.alloc(input.size, 'first line\n');
    await writeFile(location, original);
    await utimes(location, 1000, 1000);
    const { mtimeMs: modified } = await stat(location);
    const beginning = partOf(original.subarray(0, 4));
    const file = { path: location, size: input.size, modified, beginning };
    const table = { tableName: 'logs', format: 'ndjson' } as const;
    const request = { fileName: 'app.log', fileSize: input.size, ...table };
    const model = new ModelStream([...input.taken]);
    const uploadOf = (of: LogFile): FileUpload =>
      new FileUpload(of, request, () => Promise.resolve(model.client), undefined, []);
    const upload = uploadOf(file);
    void upload.run();
    await eventually(() => upload.state.kind === 'interrupted' || upload.state.kind === 'ended', {
      every: 0,
    });
    if (model.loaded !== undefined) return { loaded: model.loaded, original };
    const memory = new JsonMemory();
    new UnfinishedUploads(memory).keep({ id: 'own:1', connection: lab, upload });
    const [unfinished] = new UnfinishedUploads(memory).all();
    assert.ok(unfinished);

    await change(input.change, original, modified);
    if (await isSameFile(unfinished.file, unfinished.part)) {
      await uploadOf(unfinished.file)
        .run({ token: 't', offset: unfinished.sent })
        .catch(() => undefined);
    }
    return { loaded: model.loaded, original };
  }

  it('is the one that was sent, or nothing is loaded', async () => {
    await fc.assert(
      fc.asyncProperty(testCase, async (input) => {
        const { loaded, original } = await interrupt(input);
        const canResume = input.change === 'none' || input.change === 'grown';
        if (canResume) assert.ok(loaded, 'it is loaded');
        if (loaded !== undefined) assert.ok(loaded.equals(original), `${loaded.toString()} was loaded`);
      }),
      { seed: 36, numRuns: 100 },
    );
  });

  it('of another window is the same by name, time and content, and else confirmed or rejected', async () => {
    await writeFile(location, 'rotated');
    await utimes(location, 1000, 1000);
    const { mtimeMs: modified } = await stat(location);
    const file = { path: location, size: 7, modified };
    const beginning = partOf(Buffer.from('rot'));
    const other = partOf(Buffer.from('pre'));
    for (const [fileName, metadata, isOther, doubts] of [
      ['app.log', { modified, beginning }, false, 0],
      ['old.log', { modified, beginning }, false, 1],
      ['app.log', { modified: modified + 1, beginning }, false, 1],
      ['app.log', { table_name: 'logs' }, false, 1],
      ['app.log', { modified, beginning: { length: -1, sha256: '' } }, false, 1],
      ['app.log', { modified, beginning: other }, true, 0],
    ] as const) {
      const compared = await compareToStream(file, { fileName, metadata });
      assert.deepEqual(
        [compared.isOther, compared.doubts.length],
        [isOther, doubts],
        JSON.stringify(metadata),
      );
    }
  });
});
