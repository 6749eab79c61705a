import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { RejectedError, UnreachableError } from '../../../../../src/core/api/errors';
import { FileUpload } from '../../../../../src/extension/features/uploads/fileUpload';
import { firstChunk, minChunk } from '../../../../../src/extension/features/uploads/transferRate';
import { eventually } from '../../../../support/eventually';
import { folderOfEachTest } from '../../../../support/temporaryFolder';
import { clientStub } from '../../../../support/clientStub';

const rejected = (message: string): RejectedError => new RejectedError(400, 'x', message);
const unknown = rejected('upload stream not found: t');
const lost = new UnreachableError('reset', 'connection reset');

/** A stream on a platform without a network: each response can be replaced by a failure. */
class Stream {
  readonly asked: string[] = [];
  readonly bytes: Buffer[] = [];
  received = 0;
  /** Whether there is no client for it any more. */
  isClosed = false;
  /** Failures that replace the next responses, in order; undefined lets one through. */
  readonly failures: (Error | undefined)[] = [];
  whileAppending: () => void | Promise<void> = () => undefined;
  whileLoading: () => void = () => undefined;

  readonly client = clientStub({
    'POST upload-streams': async ({ form }) => {
      await this.#ask(`open ${String(form?.['file_name'])}`);
      return 't';
    },
    'PUT upload-streams/*': async ({ path: [, token], query, bytes }) => {
      assert.ok(bytes !== undefined);
      const offset = Number(query?.['offset']);
      const piece = bytes instanceof Uint8Array ? Buffer.from(bytes) : await buffer(bytes.open());
      assert.equal(piece.length, bytes.length);
      await this.whileAppending();
      await this.#ask(`append ${String(token)} ${offset}+${piece.length}`);
      if (piece.length > 0) this.bytes.push(piece);
      this.received = Math.max(this.received, offset + piece.length);
      return this.received;
    },
    'POST upload-streams/*/complete': async ({ path: [, token] }) => {
      this.whileLoading();
      await this.#ask(`complete ${String(token)}`);
      return { rows: 7 };
    },
    'DELETE upload-streams/*': ({ path: [, token] }) => this.#ask(`cancel ${String(token)}`),
  });

  #ask(what: string): Promise<undefined> {
    this.asked.push(what);
    const failure = this.failures.shift();
    return failure === undefined ? Promise.resolve(undefined) : Promise.reject(failure);
  }
}

describe('An upload of a file', () => {
  const folder = folderOfEachTest();
  let stream: Stream;
  let states: string[];

  beforeEach(() => {
    stream = new Stream();
    states = [];
  });

  async function uploadOf(size: number, pauses: readonly number[] = []): Promise<FileUpload> {
    const file = path.join(folder.path, 'a.json');
    await writeFile(file, Buffer.alloc(size, 'abcdefg'));
    const { mtimeMs: modified } = await stat(file);
    const request = { fileName: 'a.json', fileSize: size, tableName: 'logs', format: 'ndjson' } as const;
    const open = (): Promise<PlatformClient> =>
      stream.isClosed ? Promise.reject(new Error('no key')) : Promise.resolve(stream.client);
    const upload: FileUpload = new FileUpload(
      { path: file, size, modified },
      request,
      open,
      () => {
        const { state } = upload;
        const label = state.kind === 'waiting' ? `waiting ${state.milliseconds}` : state.kind;
        if (states.at(-1) !== label) states.push(label);
      },
      pauses,
    );
    return upload;
  }

  it('sends every byte once, in growing pieces, and then loads them', async () => {
    const size = firstChunk * 3 + 5;
    const upload = await uploadOf(size);
    assert.equal(upload.token, undefined);

    assert.deepEqual(await upload.run(), { kind: 'done', rows: 7 });

    assert.deepEqual([upload.token, upload.sent, upload.state.kind], ['t', size, 'ended']);
    assert.ok(Buffer.concat(stream.bytes).equals(Buffer.alloc(size, 'abcdefg')));
    assert.equal(stream.asked[0], 'open a.json');
    assert.equal(stream.asked[1], `append t 0+${firstChunk}`);
    assert.equal(stream.asked.at(-1), 'complete t');
    assert.deepEqual(states, ['sending', 'loading', 'ended']);
  });

  it('has an unknown outcome when a stream is deleted that may have been loaded', async () => {
    stream.failures.push(unknown);
    assert.deepEqual(await (await uploadOf(100)).run({ token: 's', offset: 100 }), { kind: 'unknown' });
    assert.deepEqual(stream.asked, ['complete s']);

    stream = new Stream();
    stream.failures.push(undefined, undefined, lost, unknown);
    assert.deepEqual(await (await uploadOf(100, [1])).run(), { kind: 'unknown' });

    stream = new Stream();
    stream.failures.push(undefined, undefined, unknown);
    await assert.rejects((await uploadOf(100)).run(), unknown);
    assert.equal(stream.asked.at(-1), 'complete t', 'there is nothing to discard');
  });

  it('discards what it has sent when it fails', async () => {
    const broken = rejected('broken');
    stream.failures.push(undefined, broken, new Error('cannot cancel'));
    const upload = await uploadOf(100);
    await assert.rejects(upload.run(), broken);
    assert.deepEqual(stream.asked.slice(1), ['append t 0+100', 'cancel t']);
    assert.equal(upload.state.kind, 'ended');

    stream = new Stream();
    stream.failures.push(undefined, undefined, rejected('line 3: not JSON'));
    assert.deepEqual(await (await uploadOf(100)).run(), { kind: 'badRow', line: 3, reason: 'not JSON' });
    assert.equal(stream.asked.at(-1), 'cancel t');
  });

  it('is canceled at any time, without a failure', async () => {
    const upload = await uploadOf(firstChunk * 2);
    stream.whileAppending = () => upload.cancel();
    assert.deepEqual(await upload.run(), { kind: 'cancelled' });
    assert.equal(stream.asked.at(-1), 'cancel t');
    const paused = await uploadOf(100);
    stream = new Stream();
    paused.pause();
    const ended = paused.run();
    await eventually(() => paused.token !== undefined);
    paused.cancel();
    assert.deepEqual(await ended, { kind: 'cancelled' });
    assert.deepEqual(stream.asked, ['open a.json', 'cancel t']);
    const waiting = await uploadOf(100, [600_000]);
    stream = new Stream();
    stream.failures.push(undefined, lost);
    const outcome = waiting.run();
    await eventually(() => waiting.state.kind === 'waiting');
    waiting.cancel();
    assert.deepEqual(await outcome, { kind: 'cancelled' });
  });

  it('continues at the offset of the platform', async () => {
    stream.failures.push(undefined, rejected("'offset' must be equal to 30."));
    assert.equal((await (await uploadOf(100)).run()).kind, 'done');
    assert.deepEqual(stream.asked.slice(1, 3), ['append t 0+100', 'append t 30+70']);
  });

  it('fails when the platform rejects the offset that it has asked for, and keeps nothing', async () => {
    const expected = (offset: number): RejectedError => rejected(`'offset' must be equal to ${offset}.`);
    for (const offsets of [[0], [30, 30], [30, 0], [30, 20, 30], [101]]) {
      stream = new Stream();
      stream.failures.push(undefined, ...offsets.map(expected));
      const upload = await uploadOf(100);

      await assert.rejects(upload.run(), RejectedError, String(offsets));

      assert.ok(stream.asked.length <= 4, stream.asked.join());
      assert.deepEqual([stream.asked.at(-1), stream.received], ['cancel t', 0]);
    }
  });

  it('continues at the offset of the platform after each lost connection', async () => {
    const expected = (offset: number): RejectedError => rejected(`'offset' must be equal to ${offset}.`);
    stream.failures.push(undefined, lost, expected(30), lost, expected(60));
    assert.equal((await (await uploadOf(100, [1, 1])).run()).kind, 'done');
    assert.deepEqual(stream.asked.slice(2, 6), [
      'append t 0+0',
      'append t 30+70',
      'append t 30+0',
      'append t 60+40',
    ]);
  });

  it('waits longer each time while the connection is lost, and then for the user', async () => {
    stream.failures.push(undefined, lost, lost, undefined, lost, lost, lost);
    const upload = await uploadOf(100, [1, 2]);
    const outcome = upload.run();
    await eventually(() => upload.state.kind === 'interrupted');
    upload.resume();
    assert.equal((await outcome).kind, 'done');
    const again = ['waiting 1', 'waiting 2'];
    assert.deepEqual(
      states.filter((state) => state !== 'sending'),
      [...again, 'interrupted', ...again, 'loading', 'ended'],
    );
  });

  it('sends smaller pieces when one took too long, down to a limit', async () => {
    const slow = new UnreachableError('deadline', 'slow');
    stream.failures.push(undefined, slow, undefined, slow, undefined, slow, undefined, slow);
    const upload = await uploadOf(firstChunk * 2, [1, 1, 1, 1, 1]);
    assert.equal((await upload.run()).kind, 'done');
    const sizes = stream.asked.flatMap((what) => /\+([1-9]\d*)$/.exec(what)?.[1] ?? []).map(Number);
    assert.deepEqual(sizes.slice(0, 5), [firstChunk, firstChunk / 2, minChunk, minChunk, minChunk]);
  });

  it('pauses after the current piece, and not while the platform loads the rows', async () => {
    const upload = await uploadOf(firstChunk * 2);
    stream.whileAppending = () => upload.pause();
    const outcome = upload.run();
    await eventually(() => upload.sent > 0);
    assert.equal(upload.state.kind, 'paused');
    stream.whileAppending = () => undefined;
    stream.whileLoading = () => upload.pause();
    upload.resume();
    assert.equal((await outcome).kind, 'done');
    upload.pause();
    assert.equal(upload.state.kind, 'ended');
    assert.deepEqual(states, ['sending', 'paused', 'sending', 'loading', 'ended']);
  });
});
