import assert from 'node:assert/strict';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import * as z from 'zod/mini';
import { formatWireTime } from '../../src/core/interface/time';
import { UploadFiles } from '../../src/platform/uploads/uploadFiles';
import { callPlatform, rejection } from '../support/call';
import type { ResponseBody } from '../support/call';
import { eventually } from '../support/eventually';
import { startApp, suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addTable, renewLogs } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';

const opened = z.object({ token: z.string() });
const unknownToken = '11111111-2222-4333-8444-555555555555';

async function openUpload(app: RunningApp, text: string, format = 'ndjson'): Promise<string> {
  const form = {
    file_name: `logs.${format}`,
    file_size: String(Buffer.from(text).length),
    metadata: JSON.stringify({ table_name: 'logs', format }),
  };
  const response = await callPlatform(app, 'POST /upload-streams', { form });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return opened.parse(response.body).token;
}

function append(
  app: RunningApp,
  token: string,
  offset: number | string,
  bytes: string,
): Promise<ResponseBody> {
  return callPlatform(app, `PUT /upload-streams/${token}?offset=${offset}`, { key: null, bytes });
}

function complete(app: RunningApp, token: string): Promise<ResponseBody> {
  return callPlatform(app, `POST /upload-streams/${token}/complete`, { key: null });
}

/** An upload of which all has been sent. */
async function sendAll(app: RunningApp, text: string, format?: string): Promise<string> {
  const token = await openUpload(app, text, format);
  const { status, body } = await append(app, token, 0, text);
  assert.deepEqual([status, body], [200, { uploaded_size: Buffer.from(text).length }]);
  return token;
}

async function upload(app: RunningApp, text: string, format?: string): Promise<ResponseBody> {
  return complete(app, await sendAll(app, text, format));
}

/** The rows of the table, by `_id`. */
async function rowsOf(app: RunningApp): Promise<Record<string, unknown>[]> {
  using scan = app.parts.logTables.scan(['logs']);
  if (scan.segments.length === 0) return [];
  const files = scan.segments.map((segment) => `'${segment.path}'`).join(', ');
  const rows = await app.parts.database.read(
    `SELECT * FROM read_parquet([${files}], union_by_name = true) ORDER BY _id`,
  );
  return rows.map((row) => ({ ...row }));
}

describe('Upload streams', () => {
  const app = suiteApp();
  beforeEach(() => renewLogs(app));

  describe('Cancel upload', () => {
    const cancel = (token: string): Promise<ResponseBody> =>
      callPlatform(app, `DELETE /upload-streams/${token}`, { key: null });

    it('removes a stream in progress without a key', async () => {
      const token = await openUpload(app, 'abc');
      await append(app, token, 0, 'ab');
      assert.deepEqual(await cancel(token), { status: 200, body: {} });
      assert.equal(app.parts.uploads.find(token), undefined);
      const unknown = rejection(500, 'illegal-state', `upload stream not found: ${token}`);
      assert.deepEqual(await cancel(token), unknown);
    });

    it('rejects an unknown token, also one with path segments or SQL', async () => {
      for (const token of [unknownToken, '../../etc', 'a b', 'x'.repeat(3000)]) {
        const unknown = rejection(500, 'illegal-state', `upload stream not found: ${token}`);
        assert.deepEqual(await cancel(encodeURIComponent(token)), unknown);
      }
      assert.equal((await cancel('%00')).status, 400);
    });

    it('removes nothing if the rows were loaded meanwhile', async () => {
      const { uploads } = app.parts;
      const token = await sendAll(app, '{"a":1}\n');
      const canceled: Promise<void>[] = [];
      const { rows } = await uploads.complete(token, '127.0.0.1', () => {
        canceled.push(uploads.cancel(token, '127.0.0.1', () => assert.fail('it was not canceled')));
      });
      assert.equal(rows, 1);
      await assert.rejects(Promise.all(canceled), { message: `upload stream not found: ${token}` });
      assert.equal((await rowsOf(app)).length, 1);
    });

    /** Cancels the upload while this statement of its load runs, which the engine then interrupts. */
    async function cancelDuring(statement: string): Promise<PromiseSettledResult<unknown>[]> {
      const { uploads, database } = app.parts;
      const token = await sendAll(app, '{"a":1}\n');
      let canceled: Promise<void> | undefined;
      using connection = await database.connect();
      const run = connection.run.bind(connection);
      const runs = mock.method(connection, 'run', async (...args: Parameters<typeof run>) => {
        if (canceled !== undefined || !args[0].startsWith(statement)) return run(...args);
        canceled = uploads.cancel(token, '127.0.0.1');
        throw new Error('INTERRUPT Error: Interrupted!');
      });
      const connects = mock.method(database, 'connect', () => Promise.resolve(connection));
      const results = await Promise.allSettled([uploads.complete(token, '127.0.0.1')]).then(
        async ([completed]) => [completed, ...(await Promise.allSettled([canceled]))],
      );
      for (const { mock: replaced } of [runs, connects]) replaced.restore();
      assert.equal(uploads.find(token), undefined);
      return results;
    }

    it('removes nothing if it comes when the rows are stored and the load only cleans up', async () => {
      const [completed, canceled] = await cancelDuring('DROP TABLE');
      assert.deepEqual(completed, { status: 'fulfilled', value: { rows: 1, notices: [] } });
      assert.match(String(canceled?.status === 'rejected' && canceled.reason), /upload stream not found/);
      assert.equal((await rowsOf(app)).length, 1);
    });

    it('removes the stream if it interrupts the load, which then reports an unknown stream', async () => {
      const [completed, canceled] = await cancelDuring('CREATE TEMP TABLE');
      assert.equal(canceled?.status, 'fulfilled');
      assert.match(String(completed?.status === 'rejected' && completed.reason), /upload stream not found/);
      assert.deepEqual(await rowsOf(app), []);
    });

    it('lets nothing start until the stream is removed, and a second one wait', async () => {
      const { uploads } = app.parts;
      const token = await sendAll(app, '{"a":1}\n');
      const meanwhile: Promise<PromiseSettledResult<unknown>[]>[] = [];
      await uploads.cancel(token, '127.0.0.1', () => {
        const others = [
          uploads.complete(token, '127.0.0.1'),
          uploads.append(token, '127.0.0.1', 8, Readable.from([])),
          uploads.cancel(token, '127.0.0.1', () => assert.fail('it was canceled twice')),
        ];
        meanwhile.push(Promise.allSettled(others));
      });
      const results = (await Promise.all(meanwhile)).flat();
      assert.deepEqual(
        results.map((result) => result.status === 'rejected' && String(result.reason)),
        [
          `HttpError: upload stream is busy: ${token}`,
          `HttpError: upload stream is busy: ${token}`,
          `HttpError: upload stream not found: ${token}`,
        ],
      );
      assert.deepEqual(await rowsOf(app), []);
    });

    it('follows an append that a client has just resumed', async () => {
      const { uploads } = app.parts;
      const token = await openUpload(app, 'abcd');
      const stalled = (): Readable => new Readable({ read: () => undefined });
      const appends = Promise.allSettled([
        uploads.append(token, '127.0.0.1', 0, stalled()),
        uploads.append(token, '127.0.0.1', 0, stalled()),
      ]);
      await uploads.cancel(token, '127.0.0.1');
      assert.deepEqual(
        (await appends).map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      assert.equal(uploads.find(token), undefined);
    });
  });

  describe('Upload', () => {
    it('loads NDJSON with the time of each row from the known field names', async () => {
      const lines = [
        '{"timestamp":"2023-09-18 16:12:44+0900","user":"kim","bytes":1}',
        '{"timestamp":"2023-09-18T07:12:45Z","user":"이서연","bytes":2.5,"nested":{"a":[1]}}',
        '{"timestamp":1695021166,"line":"raw"}',
        '{"timestamp":1695021167000}',
      ];
      assert.deepEqual(await upload(app, lines.join('\n')), { status: 200, body: { rows: 4 } });
      const rows = await rowsOf(app);
      const time = (second: number): Date => new Date(`2023-09-18T07:12:${second}Z`);
      assert.deepEqual(
        rows.map((row) => ['_id', '_time', 'user', 'bytes', 'nested', 'line'].map((name) => row[name])),
        [
          [1n, time(44), 'kim', '1', null, null],
          [2n, time(45), '이서연', '2.5', '{"a":[1]}', null],
          [3n, time(46), null, null, null, 'raw'],
          [4n, time(47), null, null, null, null],
        ],
      );
    });

    it('loads objects without fields as rows', async () => {
      assert.deepEqual(await upload(app, '{}\n{}\n'), { status: 200, body: { rows: 2 } });
      assert.equal((await rowsOf(app)).length, 2);
      // So many that the file is not checked before it is loaded.
      assert.deepEqual((await upload(app, '{}\n'.repeat(22_000))).body, { rows: 22_000 });
    });

    it('loads CSV whose lines end with a line feed or with both, or all with a carriage return', async () => {
      for (const ends of [['\r'], ['\n', '\r\n']]) {
        const lines = ['n,text', ...Array.from({ length: 9000 }, (_, n) => `${n},"no. ${n}\r\n"`)];
        // A file that is checked before it is loaded, and one that is not.
        for (const some of [lines.slice(0, 5), lines]) {
          const text = some.map((line, n) => `${line}${ends[n % ends.length]}`).join('');
          assert.deepEqual(await upload(app, text, 'csv'), { status: 200, body: { rows: some.length - 1 } });
          const last = (await rowsOf(app)).at(-1);
          assert.deepEqual(
            [last?.['n'], last?.['text']],
            [BigInt(some.length - 2), `no. ${some.length - 2}\r\n`],
          );
        }
      }
    });

    it('loads nothing if a carriage return ends some lines and not others', async () => {
      const reason = 'the line does not end like those before it';
      for (const [text, line] of [
        ['a,b\r\n1,2\r3,4\r\n', 2],
        ['a,b\r1,2\n3,4\n', 2],
        ['a,b\r\r\n1,2\r\r\n', 2],
        [`a,b\n${'1,2\r\n'.repeat(14_000)}3,4\r5,6\r`, 14_002],
      ] as const) {
        assert.deepEqual(
          await upload(app, text, 'csv'),
          rejection(400, 'invalid-argument', `line ${line}: ${reason}`),
        );
      }
      assert.deepEqual(await rowsOf(app), []);
    });

    it('loads nothing of a large file with a line that is nested too deeply for the engine', async () => {
      const lines = Array.from({ length: 5000 }, (_, index) => `{"n":${index}}`);
      lines[4000] = `{"n":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
      assert.deepEqual(
        await upload(app, lines.join('\n')),
        rejection(400, 'invalid-argument', 'line 4001: nested too deeply'),
      );
      assert.deepEqual(await rowsOf(app), []);
    });

    it('loads CSV with each supported delimiter', async () => {
      for (const delimiter of [',', ';', '\t']) {
        const text = `n${delimiter}m\n1${delimiter}2\n`;
        assert.deepEqual(await upload(app, text, 'csv'), { status: 200, body: { rows: 1 } }, delimiter);
      }
      const rows = await rowsOf(app);
      assert.deepEqual(
        rows.map((row) => [row['n'], row['m']]),
        [1, 2, 3].map(() => [1n, 2n]),
      );
    });

    it('loads no rows from an empty file and from a header alone', async () => {
      assert.deepEqual(await upload(app, ''), { status: 200, body: { rows: 0 } });
      assert.deepEqual(await upload(app, '\n\n'), { status: 200, body: { rows: 0 } });
      assert.deepEqual(await upload(app, 'a,b\n', 'csv'), { status: 200, body: { rows: 0 } });
    });

    it('rejects a wrong offset and returns the right one, so that an upload can continue', async () => {
      const text = '{"a":1}\n{"a":2}\n';
      const token = await openUpload(app, text);
      await append(app, token, 0, text.slice(0, 5));
      for (const offset of [0, 4, 6]) {
        assert.deepEqual(
          await append(app, token, offset, text.slice(5)),
          rejection(400, 'invalid-argument', "'offset' must be equal to 5."),
        );
      }
      assert.deepEqual((await append(app, token, 5, text.slice(5))).body, { uploaded_size: text.length });
      assert.deepEqual(await complete(app, token), { status: 200, body: { rows: 2 } });
    });

    it('rejects an offset that is missing, negative or not an integer', async () => {
      const token = await openUpload(app, 'abc');
      assert.deepEqual(
        await append(app, token, '', 'a'),
        rejection(400, 'null-argument', 'offset should be not null'),
      );
      for (const offset of ['x', '-1', '1.5', '99999999999999999999']) {
        assert.equal((await append(app, token, offset, 'a')).status, 400, offset);
      }
    });

    it('rejects more bytes than announced and an end before all have arrived', async () => {
      const token = await openUpload(app, '{"a":1}\n');
      await append(app, token, 0, '{"a":1}');
      assert.deepEqual(
        await complete(app, token),
        rejection(500, 'illegal-state', 'upload stream incomplete: 7 of 8 bytes'),
      );
      assert.equal((await append(app, token, 7, '\n\n')).status, 400);
      assert.equal(app.parts.uploads.find(token)?.uploadedSize, 7);
      await append(app, token, 7, '\n');
      assert.deepEqual((await complete(app, token)).body, { rows: 1 });
    });

    it('keeps nothing of a body that is too long, and can continue', async () => {
      const text = '{"a":1}\n{"a":2}\n';
      const token = await openUpload(app, text);
      await append(app, token, 0, text.slice(0, 5));
      const file = path.join(app.parts.database.segmentFolder, 'uploads', token);
      const body = async function* (): AsyncGenerator<Buffer> {
        yield Buffer.from(text.slice(5));
        await eventually(async () => (await stat(file)).size === text.length);
        yield Buffer.from('{"a":3}\n');
      };
      await assert.rejects(
        app.parts.uploads.append(token, '127.0.0.1', 5, Readable.from(body())),
        /more than the 16 bytes of 'file_size' were sent/,
      );
      assert.equal(app.parts.uploads.find(token)?.uploadedSize, 5);
      assert.deepEqual((await append(app, token, 5, text.slice(5))).body, { uploaded_size: text.length });
      assert.deepEqual((await complete(app, token)).body, { rows: 2 });
    });

    it('loads its rows once, and rejects more bytes meanwhile', async () => {
      const { uploads } = app.parts;
      const text = '{"a":1}\n';
      const token = await sendAll(app, text);
      const others = [
        uploads.complete(token, '127.0.0.1'),
        uploads.complete(token, '127.0.0.1'),
        uploads.append(token, '127.0.0.1', text.length, Readable.from([])),
      ];
      const outcomes = await Promise.allSettled(others);
      const busy = `HttpError: upload stream is busy: ${token}`;
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
        [{ rows: 1, notices: [] }, busy, busy],
      );
      assert.equal((await rowsOf(app)).length, 1);
    });

    it('loads its rows and ends the stream together, or neither', async () => {
      const token = await sendAll(app, '{"a":1}\n');
      const failing = (): never => {
        throw new Error('no audit entry');
      };
      await assert.rejects(app.parts.uploads.complete(token, '127.0.0.1', failing), /no audit entry/);
      assert.deepEqual(await rowsOf(app), []);
      assert.deepEqual((await complete(app, token)).body, { rows: 1 });
      assert.equal((await rowsOf(app)).length, 1);
    });

    it('continues after a restart at the offset of the interruption, for a day after its last bytes', async () => {
      await using folder = await temporaryFolder();
      const text = '{"a":1}\n{"a":2}\n';
      let token: string;
      let reported: ReturnType<RunningApp['parts']['uploads']['find']>;
      let empty: string;
      {
        await using app = await startApp({ dataFolder: folder.path });
        await addTable(app, 'logs');
        token = await openUpload(app, text);
        empty = await openUpload(app, text);
        await append(app, token, 0, text.slice(0, 9));
        reported = app.parts.uploads.find(token);
        await writeFile(path.join(app.parts.database.segmentFolder, 'uploads', 'orphan'), 'x');
        await app.parts.database.write(({ run }) =>
          run('UPDATE upload_stream SET created = created - INTERVAL 23 HOUR'),
        );
      }
      await using app = await startApp({ dataFolder: folder.path });
      const { uploads, database } = app.parts;
      const created = new Date((reported?.created.getTime() ?? 0) - 23 * 3600_000);
      const ignored = { lastUpload: undefined };
      assert.deepEqual({ ...uploads.find(token), ...ignored }, { ...reported, created, ...ignored });
      const kept = await readdir(path.join(database.segmentFolder, 'uploads'));
      assert.deepEqual(new Set(kept), new Set([token, empty]));
      assert.equal(uploads.find(empty)?.lastUpload, undefined, 'nothing has come');
      await uploads.sweep(new Date(Date.now() + 2 * 3600_000));
      assert.equal(uploads.find(empty), undefined);
      await append(app, token, 9, text.slice(9));
      assert.deepEqual((await complete(app, token)).body, { rows: 2 });
    });

    it('rejects a file that it cannot load when it is opened', async () => {
      const open = (form: Record<string, string>, key = app.keys.admin) =>
        callPlatform(app, 'POST /upload-streams', { key, form });
      const good = { file_name: 'a', file_size: '1', metadata: '{"table_name":"logs"}' };
      for (const file_size of ['', '-1', 'x', '99999999999999999999']) {
        assert.equal((await open({ ...good, file_size })).status, 400, file_size);
      }
      const noObject = "'metadata' parameter should be a JSON object";
      for (const [field, value, code, reason] of [
        ['file_name', '', 'null-argument', 'file_name should be not null'],
        ['metadata', '', 'null-argument', 'metadata should be not null'],
        ['metadata', '[]', 'invalid-argument', noObject],
        ['metadata', '{', 'invalid-argument', noObject],
        ['metadata', '{"format":"csv"}', 'null-argument', 'table_name should be not null'],
      ] as const) {
        assert.deepEqual(await open({ ...good, [field]: value }), rejection(400, code, reason));
      }
      assert.deepEqual(
        await open({ ...good, metadata: '{"table_name":"logs","format":"xml"}' }),
        rejection(400, 'invalid-argument', "format value must be one of 'ndjson', 'csv'."),
      );
      assert.deepEqual(
        await open({ ...good, metadata: '{"table_name":"../x"}' }),
        rejection(500, 'illegal-state', 'table not found: ../x'),
      );
      const rejected = await open(good, app.keys.member);
      assert.deepEqual(rejected, rejection(500, 'illegal-state', 'no-permission'));
    });

    it('takes the format from the file name if none is given', async () => {
      for (const [file_name, format] of [
        ['a.CSV', 'csv'],
        ['a.csv.gz', 'ndjson'],
        ['csv', 'ndjson'],
      ] as const) {
        const form = { file_name, file_size: '1', metadata: '{"table_name":"logs"}' };
        const { token } = opened.parse((await callPlatform(app, 'POST /upload-streams', { form })).body);
        assert.equal(app.parts.uploads.find(token)?.metadata.format, format, file_name);
      }
      const pages = async (query: string): Promise<unknown> => {
        const { body } = await callPlatform(app, `GET /upload-streams${query}`, { key: app.keys.master });
        const page = z.object({
          total_count: z.number(),
          streams: z.array(z.looseObject({ file_name: z.string(), last_upload: z.null() })),
        });
        const { total_count, streams } = page.parse(body);
        return [total_count, ...streams.map((stream) => stream.file_name)];
      };
      assert.deepEqual(await pages(''), [3, 'a.CSV', 'a.csv.gz', 'csv']);
      assert.deepEqual(await pages('?offset=1&limit=1'), [3, 'a.csv.gz']);
    });

    it('keeps what arrived of a truncated body, and reports a full disk', async () => {
      const token = await openUpload(app, '{"a":1}\n');
      const failing = (code: string) =>
        Readable.from(
          (async function* () {
            yield Buffer.from('{');
            await eventually(async () => (await stat(file)).size > sizeBefore);
            throw Object.assign(new Error(code), { code });
          })(),
        );
      const file = path.join(app.parts.database.segmentFolder, 'uploads', token);
      let sizeBefore = 0;
      for (const [code, message] of [
        ['ENOSPC', 'no space left for the upload stream'],
        ['EDQUOT', 'no space left for the upload stream'],
        ['EFBIG', 'no space left for the upload stream'],
        ['ECONNRESET', 'the body was cut off'],
      ] as const) {
        const { uploads } = app.parts;
        await assert.rejects(uploads.append(token, '127.0.0.1', sizeBefore, failing(code)), { message });
        sizeBefore += 1;
        assert.equal(uploads.find(token)?.uploadedSize, sizeBefore);
      }
      const response = await fetch(`${app.baseUrl}/api/core/upload-streams/${token}?offset=4`, {
        method: 'PUT',
      });
      assert.deepEqual(await response.json(), { uploaded_size: 4 }, 'a request without a body adds nothing');
    });

    it('shows streams to a MASTER alone', async () => {
      const token = await openUpload(app, 'abc');
      await append(app, token, 0, 'ab');
      const master = { key: app.keys.master };
      const { body } = await callPlatform(app, `GET /upload-streams/${token}`, master);
      const { stream } = z.object({ stream: z.record(z.string(), z.unknown()) }).parse(body);
      const { created, lastUpload } = app.parts.uploads.find(token) ?? {};
      assert.ok(created && lastUpload && lastUpload >= created);
      assert.deepEqual(stream, {
        token,
        remote_addr: '127.0.0.1',
        login_name: 'admin',
        file_name: 'logs.ndjson',
        file_size: 3,
        uploaded_size: 2,
        created: formatWireTime(created),
        last_upload: formatWireTime(lastUpload),
        metadata: { table_name: 'logs', format: 'ndjson' },
      });
      assert.deepEqual((await callPlatform(app, 'GET /upload-streams', master)).body, {
        total_count: 1,
        streams: [stream],
      });
      assert.deepEqual((await callPlatform(app, `GET /upload-streams/${unknownToken}`, master)).body, {
        stream: null,
      });
      assert.deepEqual(
        await callPlatform(app, 'GET /upload-streams/x', master),
        rejection(400, 'invalid-argument', "'token' parameter should be GUID type"),
      );
      for (const operation of ['GET /upload-streams', `GET /upload-streams/${token}`]) {
        assert.deepEqual(
          await callPlatform(app, operation),
          rejection(500, 'illegal-state', 'no-permission'),
        );
      }
    });

    it('keeps a stream that receives bytes, however long ago it was opened', async () => {
      const { uploads, database } = app.parts;
      const token = await openUpload(app, 'abc');
      const body = new Readable({ read: () => undefined });
      const appended = uploads.append(token, '127.0.0.1', 0, body);
      body.push('ab');
      const file = new UploadFiles(database.segmentFolder).pathOf(token);
      await eventually(async () => (await stat(file)).size === 2);
      const arrival = new Date(Date.now() + 20 * 3600_000);
      await utimes(file, arrival, arrival);
      await uploads.sweep(new Date(Date.now() + 25 * 3600_000));
      body.push('c');
      body.push(null);
      assert.equal(await appended, 3);
    });

    it('removes streams without new bytes for a day', async () => {
      const token = await openUpload(app, 'abc');
      await app.parts.uploads.sweep(new Date(Date.now() + 23 * 3600_000));
      assert.ok(app.parts.uploads.find(token));
      await app.parts.uploads.sweep(new Date(Date.now() + 25 * 3600_000));
      assert.equal(app.parts.uploads.find(token), undefined);
    });
  });
});
