import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { RejectedError, UnreachableError } from '../../../../../src/core/api/errors';
import { FileUpload } from '../../../../../src/extension/features/uploads/fileUpload';
import type { RunningUpload } from '../../../../../src/extension/features/uploads/runningUploads';
import { isUnchanged, partOf } from '../../../../../src/extension/features/uploads/sentPart';
import { UnfinishedUploads } from '../../../../../src/extension/features/uploads/unfinishedUploads';
import {
  badRow,
  isTemporary,
  isTooSlow,
  isUnknownStream,
  rightOffset,
} from '../../../../../src/extension/features/uploads/uploadFaults';
import { lab } from '../../../../support/labConnection';
import { each } from '../../../../support/each';
import { JsonMemory } from '../../../../support/jsonMemory';

const plant = { ...lab, name: 'Plant', baseUrl: 'https://plant.example' };
const request = { fileName: 'a.json', fileSize: 1000, tableName: 'logs', format: 'ndjson' } as const;

function uploadWith(fields: Partial<FileUpload> = {}): FileUpload {
  const rejects = (): Promise<never> => Promise.reject(new Error('nothing is asked'));
  const upload = new FileUpload({ path: '/a.json', size: 1000, modified: 5 }, request, rejects);
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(upload, name, { value });
  return upload;
}

describe('Unfinished uploads', () => {
  const running = (token: string | undefined, sent: number, connection = lab): RunningUpload => ({
    id: 'own:1',
    connection,
    upload: uploadWith({ token, sent }),
  });

  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1000 }));

  afterEach(() => mock.timers.reset());

  it('are those of an account, also after the address of its platform has changed', () => {
    const uploads = new UnfinishedUploads(new JsonMemory());
    uploads.keep({ ...running('t1', 0), account: 'a1' });
    const moved = { ...lab, baseUrl: 'http://127.0.0.1:1' };
    const found = (connection: typeof lab, account?: string) => uploads.of(connection, account).length;
    assert.deepEqual([found(moved, 'a1'), found(moved, 'a2'), found(moved), found(lab, 'a2')], [1, 0, 0, 1]);
    assert.equal(found({ ...moved, name: 'Other' }, 'a1'), 0);
  });

  it('are forgotten seven days after their last progress', () => {
    const uploads = new UnfinishedUploads(new JsonMemory());
    const days = (count: number): void => mock.timers.tick(count * 86_400_000);
    uploads.keep(running('t1', 0));
    days(6);
    uploads.keep(running('t1', 20));
    days(7);
    assert.equal(uploads.all().length, 1);
    days(1);
    assert.equal(uploads.all().length, 0);
  });

  it('are deleted when the time of their last progress is unknown, and not with one that cannot be read', () => {
    const kept = new JsonMemory();
    const uploads = new UnfinishedUploads(kept);
    uploads.keep(running('t1', 0));
    const [known] = uploads.all();
    const stored = [{ ...known, at: undefined, token: 't2' }, { of: 'a newer version' }, known];
    void kept.update('logbench.uploads.unfinished', stored);
    assert.deepEqual(each(uploads.all(), 'token'), ['t1']);
  });

  it('are stored with what is needed to resume them, by token and connection', () => {
    const kept = new JsonMemory();
    const uploads = new UnfinishedUploads(kept);
    uploads.keep(running(undefined, 0));
    assert.equal(kept.writes, 0);
    uploads.keep(running('t1', 0));
    uploads.keep(running('t2', 0, plant));

    const stored = {
      token: 't1',
      connection: { name: 'Lab', baseUrl: 'https://lab.example' },
      at: 1000,
      file: { path: '/a.json', size: 1000, modified: 5 },
      request,
      sent: 0,
      part: partOf(Buffer.alloc(0)),
    };
    assert.deepEqual(uploads.of(lab, undefined), [stored]);
    assert.deepEqual(
      [plant, { ...lab, name: 'Plant' }, { ...plant, name: 'Lab' }].map(
        (one) => uploads.of(one, undefined).length,
      ),
      [1, 0, 0],
    );
    uploads.forget('t2');
    assert.deepEqual(new UnfinishedUploads(kept).all(), [stored]);
  });
});

describe('The error of an upload', () => {
  const rejected = (message: string): RejectedError => new RejectedError(400, 'x', message);

  it('contains the offset to continue at, or the line and reason of a bad row', () => {
    assert.equal(rightOffset(rejected("'offset' must be equal to 1200.")), 1200);
    assert.deepEqual(badRow(rejected('line 12: not JSON,\nnor CSV')), {
      line: 12,
      reason: 'not JSON,\nnor CSV',
    });
  });

  it('says whether the stream exists, whether a retry may help, and whether to send less at once', () => {
    for (const [error, ...expected] of [
      [rejected('upload stream not found: t'), true, false, false],
      [new Error('upload stream not found'), false, false, false],
      [rejected('no upload stream not found'), false, false, false],
      [rejected('the body was cut off'), false, true, false],
      [rejected('the body was cut off, twice'), false, false, false],
      [rejected('upload stream is busy: t'), false, true, false],
      [rejected('an upload stream is busy'), false, false, false],
      [new UnreachableError('certificate', ''), false, false, false],
      [new UnreachableError('redirect', ''), false, false, false],
      [new UnreachableError('deadline', ''), false, true, true],
      [new UnreachableError('reset', ''), false, true, false],
      [new Error('the body was cut off'), false, false, false],
    ] as const) {
      assert.deepEqual(
        [isUnknownStream(error), isTemporary(error), isTooSlow(error)],
        expected,
        String(error),
      );
    }
  });
});

describe('The file of an upload', () => {
  it('is unchanged while it has the same size and time, or has grown after the same beginning', async () => {
    const { size, mtimeMs: modified } = await import('node:fs/promises').then(({ stat }) => stat(__filename));
    for (const [file, isSame] of [
      [{ size, modified }, true],
      [{ size: size - 1, modified: 0, beginning: partOf(Buffer.from('import')) }, true],
      [{ size: size - 1, modified: 0, beginning: partOf(Buffer.from('export')) }, false],
      [{ size, modified: modified - 1 }, false],
      [{ size: size + 1, modified }, false],
    ] as const) {
      assert.equal(await isUnchanged({ path: __filename, ...file }), isSame, JSON.stringify(file));
    }
  });
});
