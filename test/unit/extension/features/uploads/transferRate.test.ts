import assert from 'node:assert/strict';
import {
  maxChunk,
  nextChunkSize,
  TransferRate,
  minChunk,
} from '../../../../../src/extension/features/uploads/transferRate';
import { otherRow } from '../../../../../src/extension/features/uploads/uploadRows';
import { progressText } from '../../../../../src/extension/features/uploads/uploadText';
import { displayText } from '../../../../../src/core/privacy/masker';

describe('The transfer rate of an upload', () => {
  it('is that of the last seconds', () => {
    let now = 0;
    const pace = new TransferRate(() => now);
    for (const [at, bytes] of [
      [0, 0],
      [10_000, 1000],
      [12_000, 5000],
      [14_000, 9000],
    ] as const) {
      now = at;
      pace.note(bytes);
    }

    assert.equal(pace.rate, 2000);
    assert.equal(pace.remaining(6000), 3);
  });

  it('is unknown at first and after a pause', () => {
    const pace = new TransferRate();
    pace.note(1);
    assert.equal(pace.rate, undefined);
    pace.restart();
    assert.equal(pace.remaining(1), undefined);
    let now = 0;
    const standing = new TransferRate(() => now++ * 1000);
    standing.note(5);
    standing.note(5);
    assert.deepEqual([standing.rate, standing.remaining(1)], [0, undefined]);
  });

  it('makes pieces larger when it is high and smaller when it is low, within limits', () => {
    assert.equal(nextChunkSize(1_048_576, 249), 4_194_304);
    assert.equal(nextChunkSize(1_048_576, 250), 2_097_152);
    assert.equal(nextChunkSize(1_048_576, 1000), 1_048_576);
    assert.equal(nextChunkSize(1_048_576, 5000), 1_048_576);
    assert.equal(nextChunkSize(1_048_576, 500), 2_097_152);
    assert.equal(nextChunkSize(1_048_576, 2000), 1_048_576);
    assert.equal(nextChunkSize(1_048_576, 9000), 524_288);
    assert.equal(nextChunkSize(maxChunk, 10), maxChunk);
    assert.equal(nextChunkSize(minChunk, 90_000), minChunk);
  });
});

describe('The progress text of an upload', () => {
  it('is 100 % for an empty file, and below it before the last byte', () => {
    const described = (uploadedSize: number, fileSize: number): string | undefined => {
      const times = { created: undefined, lastUpload: undefined };
      const names = { token: 't', fileName: 'a', loginName: undefined, remoteAddress: undefined };
      return displayText(
        otherRow({ ...names, ...times, uploadedSize, fileSize, metadata: {}, raw: {} }).description,
      );
    };

    assert.equal(described(0, 0), '100 % · 0 B of 0 B');
    assert.equal(described(999, 1000), '99 % · 999 B of 1,000 B');
  });

  const upload = {
    sent: 512 * 1024,
    rate: 1024 * 1024,
    secondsLeft: 0.5,
    file: { path: '/a', size: 1024 * 1024, modified: 0 },
  };

  for (const [state, text] of [
    [{ kind: 'sending' }, '50 % · 512 KB of 1 MB · 1 MB/s · 1 s left'],
    [{ kind: 'paused' }, 'paused at 50 % · 512 KB of 1 MB'],
    [{ kind: 'waiting', milliseconds: 1500 }, 'connection lost, retrying in 2 s · 50 % · 512 KB of 1 MB'],
    [{ kind: 'interrupted', error: undefined }, 'interrupted at 50 % · 512 KB of 1 MB'],
    [{ kind: 'loading' }, 'all data sent; the platform is loading the rows'],
  ] as const) {
    it(`says what the upload does while it is ${state.kind}`, () => {
      assert.equal(progressText({ ...upload, state }), text);
    });
  }

  it('has the time left, at least a second', () => {
    for (const [secondsLeft, text] of [
      [0, '1 s left'],
      [59.4, '59 s left'],
      [200, '3 m 20 s left'],
      [7500, '2 h 05 m left'],
    ] as const) {
      assert.ok(progressText({ ...upload, secondsLeft, state: { kind: 'sending' } }).endsWith(` · ${text}`));
    }
  });
});
